/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Whether this build has the address sanitizer, which keeps freed memory for a while: what a
 * process holds then says nothing about the program. */
#if defined(__SANITIZE_ADDRESS__)
#define PN_TEST_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define PN_TEST_SANITIZED 1
#endif
#endif
#ifndef PN_TEST_SANITIZED
#define PN_TEST_SANITIZED 0
#endif
