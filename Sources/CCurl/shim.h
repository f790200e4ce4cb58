#ifndef WINDFALL_CCURL_SHIM_H
#define WINDFALL_CCURL_SHIM_H

#include <errno.h>
#include <netinet/in.h>
#include <stdint.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <curl/curl.h>
#include <openssl/crypto.h>

// curl_easy_setopt, curl_easy_getinfo and curl_multi_setopt are variadic, which Swift cannot call: one function for each
// type of argument.

/// Starts libcurl, and before it OpenSSL without its cleaning up at the end of the process: an app may end while a transfer
/// goes on in another thread. It has to be called before both libraries.
static inline CURLcode windfall_start_curl(void) {
    if (OPENSSL_init_crypto(OPENSSL_INIT_NO_ATEXIT, NULL) != 1) return CURLE_FAILED_INIT;
    return curl_global_init(CURL_GLOBAL_DEFAULT);
}

static inline CURLcode windfall_set_long(CURL *transfer, CURLoption option, long value) {
    return curl_easy_setopt(transfer, option, value);
}

/// The text is copied; NULL takes the option back to nothing.
static inline CURLcode windfall_set_text(CURL *transfer, CURLoption option, const char *text) {
    return curl_easy_setopt(transfer, option, text);
}

/// A number of the caller's that stays with the transfer.
static inline CURLcode windfall_set_number(CURL *transfer, uintptr_t number) {
    return curl_easy_setopt(transfer, CURLOPT_PRIVATE, (void *)number);
}

static inline uintptr_t windfall_get_number(CURL *transfer) {
    char *number = NULL;
    curl_easy_getinfo(transfer, CURLINFO_PRIVATE, &number);
    return (uintptr_t)number;
}

/// The list must outlive the transfer.
static inline CURLcode windfall_set_headers(CURL *transfer, struct curl_slist *headers) {
    return curl_easy_setopt(transfer, CURLOPT_HTTPHEADER, headers);
}

/// Copies the body.
static inline CURLcode windfall_set_body(CURL *transfer, const void *bytes, size_t count) {
    CURLcode result = curl_easy_setopt(transfer, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)count);
    if (result != CURLE_OK) return result;
    return curl_easy_setopt(transfer, CURLOPT_COPYPOSTFIELDS, count == 0 ? "" : (const char *)bytes);
}

/// Certificates in PEM; they must outlive the transfer.
static inline CURLcode windfall_set_roots(CURL *transfer, const void *pem, size_t count) {
    struct curl_blob blob = {.data = (void *)pem, .len = count, .flags = CURL_BLOB_NOCOPY};
    return curl_easy_setopt(transfer, CURLOPT_CAINFO_BLOB, &blob);
}

/// No other protocols than these two, whatever the library was built with.
static inline CURLcode windfall_set_http_only(CURL *transfer) {
#if LIBCURL_VERSION_NUM >= 0x075500
    return curl_easy_setopt(transfer, CURLOPT_PROTOCOLS_STR, "http,https");
#else
    return curl_easy_setopt(transfer, CURLOPT_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
#endif
}

/// A transfer that ends early does not wait for the thread that looks up its name.
static inline CURLcode windfall_set_quick_exit(CURL *transfer) {
#if LIBCURL_VERSION_NUM >= 0x075700
    return curl_easy_setopt(transfer, CURLOPT_QUICK_EXIT, 1L);
#else
    return CURLE_OK;
#endif
}

typedef size_t (*windfall_receiver)(char *bytes, size_t one, size_t count, void *owner);
typedef curl_socket_t (*windfall_opener)(void *owner, curlsocktype purpose, struct curl_sockaddr *address);

static inline CURLcode windfall_set_receivers(
    CURL *transfer, windfall_receiver header, windfall_receiver body, windfall_opener opener, void *owner) {
    CURLcode result = curl_easy_setopt(transfer, CURLOPT_HEADERFUNCTION, header);
    if (result == CURLE_OK) result = curl_easy_setopt(transfer, CURLOPT_HEADERDATA, owner);
    if (result == CURLE_OK) result = curl_easy_setopt(transfer, CURLOPT_WRITEFUNCTION, body);
    if (result == CURLE_OK) result = curl_easy_setopt(transfer, CURLOPT_WRITEDATA, owner);
    if (result == CURLE_OK) result = curl_easy_setopt(transfer, CURLOPT_OPENSOCKETFUNCTION, opener);
    if (result == CURLE_OK) result = curl_easy_setopt(transfer, CURLOPT_OPENSOCKETDATA, owner);
    return result;
}

/// The observer is called when a connection is made and its TLS begins. It leaves the context, its second argument, alone.
static inline CURLcode windfall_set_tls_observer(
    CURL *transfer, CURLcode (*observer)(CURL *, void *, void *), void *owner) {
    CURLcode result = curl_easy_setopt(transfer, CURLOPT_SSL_CTX_FUNCTION, observer);
    return result == CURLE_OK ? curl_easy_setopt(transfer, CURLOPT_SSL_CTX_DATA, owner) : result;
}

static inline CURLcode windfall_get_long(CURL *transfer, CURLINFO field, long *value) {
    return curl_easy_getinfo(transfer, field, value);
}

static inline CURLcode windfall_get_microseconds(CURL *transfer, CURLINFO field, curl_off_t *value) {
    return curl_easy_getinfo(transfer, field, value);
}

/// The text stays the transfer's.
static inline CURLcode windfall_get_text(CURL *transfer, CURLINFO field, const char **text) {
    return curl_easy_getinfo(transfer, field, (char **)text);
}

/// The file of certificates that the library was built to trust; NULL where it has a folder, or none.
static inline const char *windfall_default_roots(void) {
    return curl_version_info(CURLVERSION_NOW)->cainfo;
}

static inline CURLMcode windfall_multi_set_long(CURLM *transfers, CURLMoption option, long value) {
    return curl_multi_setopt(transfers, option, value);
}

/// The bytes of an address in network order.
///
/// Returns 4 or 16, or 0 for an address of another family.
static inline int windfall_address_bytes(const struct curl_sockaddr *address, unsigned char bytes[16]) {
    if (address->family == AF_INET && address->addrlen >= sizeof(struct sockaddr_in)) {
        struct sockaddr_in four;
        memcpy(&four, &address->addr, sizeof four);
        memcpy(bytes, &four.sin_addr, 4);
        return 4;
    }
    if (address->family == AF_INET6 && address->addrlen >= sizeof(struct sockaddr_in6)) {
        struct sockaddr_in6 six;
        memcpy(&six, &address->addr, sizeof six);
        memcpy(bytes, &six.sin6_addr, 16);
        return 16;
    }
    return 0;
}

/// A socket that programs which this one starts do not inherit, or CURL_SOCKET_BAD with `*error` set to errno.
static inline curl_socket_t windfall_open_socket(const struct curl_sockaddr *address, int *error) {
    int kind = address->socktype;
#ifdef SOCK_CLOEXEC
    kind |= SOCK_CLOEXEC;
#endif
    curl_socket_t opened = socket(address->family, kind, address->protocol);
    if (opened == CURL_SOCKET_BAD) *error = errno;
    return opened;
}

static inline curl_socket_t windfall_no_socket(void) { return CURL_SOCKET_BAD; }

#endif
