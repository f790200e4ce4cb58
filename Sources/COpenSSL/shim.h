#ifndef WINDFALL_COPENSSL_SHIM_H
#define WINDFALL_COPENSSL_SHIM_H

#include <openssl/evp.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

#endif
