#ifndef WINDFALL_COPENSSL_SHIM_H
#define WINDFALL_COPENSSL_SHIM_H

#include <string.h>

#include <openssl/asn1.h>
#include <openssl/bio.h>
#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/objects.h>
#include <openssl/ocsp.h>
#include <openssl/pem.h>
#include <openssl/rsa.h>
#include <openssl/x509.h>
#include <openssl/x509_vfy.h>
#include <openssl/x509v3.h>

// Macros and variadic functions, which Swift cannot call.

/// Starts the library without its cleaning up at the end of the process; it has to be the first call.
static inline int windfall_start(void) {
    return OPENSSL_init_crypto(OPENSSL_INIT_NO_ATEXIT, NULL);
}

/// The bytes that a memory BIO holds; they stay the BIO's.
static inline long windfall_BIO_memory(BIO *bio, char **start) {
    return BIO_get_mem_data(bio, start);
}

/// How a name is printed: RFC 2253, with characters beyond ASCII as UTF-8.
static inline unsigned long windfall_name_flags(void) {
    return XN_FLAG_RFC2253 & ~ASN1_STRFLGS_ESC_MSB;
}

static inline EVP_PKEY *windfall_generate_rsa(size_t bits) {
    return EVP_PKEY_Q_keygen(NULL, NULL, "RSA", bits);
}

static inline EVP_PKEY *windfall_generate_ec(const char *group) {
    return EVP_PKEY_Q_keygen(NULL, NULL, "EC", group);
}

/// Whether two ranges of `count` bytes are equal; stops at the first difference.
static inline int windfall_equal(const void *a, const void *b, size_t count) {
    return count == 0 || memcmp(a, b, count) == 0;
}

#endif
