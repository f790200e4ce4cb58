#ifndef WINDFALL_CSQLITE_SHIM_H
#define WINDFALL_CSQLITE_SHIM_H

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/file.h>
#include <unistd.h>

#include <sqlite3.h>

// Macros and variadic functions, which Swift cannot call.

/// Binds text of which SQLite makes a copy of its own. No pointer is empty text, not NULL.
static inline int windfall_bind_text(sqlite3_stmt *statement, int place, const char *text, sqlite3_uint64 count) {
    return sqlite3_bind_text64(statement, place, text ? text : "", count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

/// Binds bytes of which SQLite makes a copy of its own. No pointer is an empty blob, not NULL.
static inline int windfall_bind_blob(sqlite3_stmt *statement, int place, const void *bytes, sqlite3_uint64 count) {
    return sqlite3_bind_blob64(statement, place, bytes ? bytes : "", count, SQLITE_TRANSIENT);
}

static const int windfall_constraint_unique = SQLITE_CONSTRAINT_UNIQUE;
static const int windfall_constraint_primary_key = SQLITE_CONSTRAINT_PRIMARYKEY;

/// Sets a switch of a connection (SQLITE_DBCONFIG_…).
static inline int windfall_configure(sqlite3 *database, int option, int value) {
    return sqlite3_db_config(database, option, value, (int *)0);
}

/// Opens a file to be locked, and makes it where there is none; it is not inherited by programs that are started.
static inline int windfall_open_lock_file(const char *path) {
    return open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
}

/// Opens a folder so that it can be synchronised.
static inline int windfall_open_folder(const char *path) {
    return open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
}

#endif
