#ifndef WINDFALL_CMICROHTTPD_SHIM_H
#define WINDFALL_CMICROHTTPD_SHIM_H

#include <errno.h>
#include <poll.h>
#include <string.h>

#include <arpa/inet.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

// Variadic functions and macros, which Swift cannot call, and what would be only casts in Swift.

/// Targets stay as they were sent: percent escapes are judged by our own reader, and `%00` would end a C string.
static inline size_t windfall_MHD_keep_escapes(void *context, struct MHD_Connection *connection, char *text) {
    (void) context;
    (void) connection;
    return strlen(text);
}

/// Takes the query away from the library, which would make an entry of each item in the connection's memory, and never
/// answer where that is full. `target` is the library's own buffer, so it may be written to.
static inline void windfall_MHD_hide_query(const char *target) {
    char *mark = strchr((char *) target, '?');
    if (mark != NULL) { mark[1] = 0; }
}

/// Lets the process open so many files and sockets, as far as it may (getrlimit(2)).
///
/// Gives how many it may open then; 0 where nobody tells.
static inline unsigned long long windfall_allow_open_files(unsigned long long wanted) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0) { return 0; }
    if (limit.rlim_cur < wanted) {
        limit.rlim_cur = limit.rlim_max < wanted ? limit.rlim_max : wanted;
        if (setrlimit(RLIMIT_NOFILE, &limit) != 0 || getrlimit(RLIMIT_NOFILE, &limit) != 0) { return 0; }
    }
    return limit.rlim_cur;
}

/// What a daemon is started with.
struct windfall_MHD_start {
    /// A listening socket; the daemon owns it from then on.
    int socket;
    unsigned int threads;
    unsigned int connection_limit;
    /// The memory of one connection: the head of a request must fit.
    size_t connection_memory;
    /// Seconds without a byte after which a connection is closed.
    unsigned int idle_seconds;
    void *context;
    MHD_AccessHandlerCallback request;
    void *(*target)(void *context, const char *target, struct MHD_Connection *connection);
    MHD_RequestCompletedCallback completed;
    MHD_NotifyConnectionCallback connection;
};

/// Starts the threads of one listener; each has an epoll of its own, and a request may be suspended.
static inline struct MHD_Daemon *windfall_MHD_start_daemon(const struct windfall_MHD_start *start) {
    unsigned int flags = MHD_USE_EPOLL_INTERNAL_THREAD | MHD_USE_SUSPEND_RESUME | MHD_USE_TURBO;
    // A pool of one thread is no pool to the library.
    struct MHD_OptionItem pool[] = {
        {start->threads > 1 ? MHD_OPTION_THREAD_POOL_SIZE : MHD_OPTION_END, start->threads, NULL},
        {MHD_OPTION_END, 0, NULL},
    };
    return MHD_start_daemon(
        flags, 0, NULL, NULL, start->request, start->context,
        MHD_OPTION_LISTEN_SOCKET, (MHD_socket) start->socket,
        MHD_OPTION_CONNECTION_LIMIT, start->connection_limit,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, start->connection_memory,
        MHD_OPTION_CONNECTION_TIMEOUT, start->idle_seconds,
        MHD_OPTION_STRICT_FOR_CLIENT, 1,
        MHD_OPTION_UNESCAPE_CALLBACK, windfall_MHD_keep_escapes, NULL,
        MHD_OPTION_URI_LOG_CALLBACK, start->target, start->context,
        MHD_OPTION_NOTIFY_COMPLETED, start->completed, start->context,
        MHD_OPTION_NOTIFY_CONNECTION, start->connection, start->context,
        MHD_OPTION_ARRAY, pool,
        MHD_OPTION_END);
}

/// What was attached to a connection when it was made.
static inline void *windfall_MHD_attached(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *found = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return found == NULL ? NULL : found->socket_context;
}

/// The connection's socket, or -1.
static inline int windfall_MHD_socket(struct MHD_Connection *connection) {
    const union MHD_ConnectionInfo *found = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    return found == NULL ? -1 : found->connect_fd;
}

/// The client's address as text, into `text` of `size` bytes; empty where there is none.
static inline void windfall_MHD_client_address(struct MHD_Connection *connection, char *text, socklen_t size) {
    const union MHD_ConnectionInfo *found = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    text[0] = 0;
    if (found == NULL || found->client_addr == NULL) { return; }
    if (found->client_addr->sa_family == AF_INET) {
        inet_ntop(AF_INET, &((const struct sockaddr_in *) found->client_addr)->sin_addr, text, size);
    } else if (found->client_addr->sa_family == AF_INET6) {
        inet_ntop(AF_INET6, &((const struct sockaddr_in6 *) found->client_addr)->sin6_addr, text, size);
    }
}

/// Makes a socket that listens on `address`, which is IPv4 or IPv6 in digits. `port` is what is asked for, 0 for any
/// that is free, and becomes what was given. The socket, or the negated `errno`; `-EINVAL` for what is no address.
static inline int windfall_listen(const char *address, unsigned short *port, int backlog) {
    union {
        struct sockaddr any;
        struct sockaddr_in four;
        struct sockaddr_in6 six;
    } name;
    memset(&name, 0, sizeof name);
    socklen_t size = sizeof name.four;
    if (inet_pton(AF_INET, address, &name.four.sin_addr) == 1) {
        name.four.sin_family = AF_INET;
        name.four.sin_port = htons(*port);
    } else if (inet_pton(AF_INET6, address, &name.six.sin6_addr) == 1) {
        size = sizeof name.six;
        name.six.sin6_family = AF_INET6;
        name.six.sin6_port = htons(*port);
    } else {
        return -EINVAL;
    }
    int one = 1;
    int made = socket(name.any.sa_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (made < 0) { return -errno; }
    // A port whose last connections are still winding down may be taken again; one that is listened on may not.
    setsockopt(made, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
    if (bind(made, &name.any, size) != 0 || listen(made, backlog) != 0 || getsockname(made, &name.any, &size) != 0) {
        int reason = errno;
        close(made);
        return -reason;
    }
    *port = ntohs(name.any.sa_family == AF_INET ? name.four.sin_port : name.six.sin6_port);
    return made;
}

// Linux; the C library names it only where GNU's extensions are asked for.
#ifndef POLLRDHUP
#define POLLRDHUP 0x2000
#endif

/// Whether the other side has closed its end, or the socket is broken.
static inline int windfall_has_left(int socket) {
    struct pollfd one = {socket, POLLRDHUP, 0};
    return poll(&one, 1, 0) > 0 && (one.revents & (POLLRDHUP | POLLHUP | POLLERR | POLLNVAL)) != 0;
}

/// Makes the closing of a socket a reset.
static inline void windfall_reset_on_close(int socket) {
    struct linger none = {1, 0};
    setsockopt(socket, SOL_SOCKET, SO_LINGER, &none, sizeof none);
}

#endif
