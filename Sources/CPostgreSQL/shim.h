#ifndef WINDFALL_CPOSTGRESQL_SHIM_H
#define WINDFALL_CPOSTGRESQL_SHIM_H

#include <errno.h>
#include <poll.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <unistd.h>

// Debian has the header in a folder of its own.
#if __has_include(<postgresql/libpq-fe.h>)
#include <postgresql/libpq-fe.h>
#else
#include <libpq-fe.h>
#endif

static inline void windfall_ignore_notice(void *context, const char *message) {
    (void)context;
    (void)message;
}

/// Warnings of the server are dropped; libpq would print them.
static inline void windfall_drop_notices(PGconn *connection) {
    PQsetNoticeProcessor(connection, windfall_ignore_notice, (void *)0);
}

static inline int windfall_make_event(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

static inline void windfall_raise_event(int event) {
    const uint64_t one = 1;
    // A counter that is full is raised already.
    ssize_t written = write(event, &one, sizeof one);
    (void)written;
}

enum { windfall_ready_read = 1, windfall_ready_write = 2, windfall_ready_event = 4 };

/// Waits until a socket can be read (or written, where that is asked for), an event is raised (-1 for none), or the
/// milliseconds are over. Gives what is ready as bits; 0 when the time is over, -1 when the system refuses.
static inline int windfall_wait(int socket, int wants_write, int event, int milliseconds) {
    struct pollfd files[2] = {
        {socket, (short)(POLLIN | (wants_write ? POLLOUT : 0)), 0},
        {event, POLLIN, 0},
    };
    int result;
    do { result = poll(files, event >= 0 ? 2 : 1, milliseconds); } while (result < 0 && errno == EINTR);
    if (result <= 0) return result;
    int ready = 0;
    if (files[0].revents & (POLLIN | POLLERR | POLLHUP | POLLNVAL)) ready |= windfall_ready_read;
    if (files[0].revents & POLLOUT) ready |= windfall_ready_write;
    if (event >= 0 && files[1].revents) ready |= windfall_ready_event;
    return ready;
}

#endif
