/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <errno.h>
#include <fcntl.h>
#include <glib.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

/* The calls by which bytes reach a disk, as the linker gives them to everything that a test program
 * is made of: counted, and made to fail or to kill at will. To be included by one file of a
 * program. */

/* Asked before each call. 0 lets it through, else it fails with that errno. `name` (nullable) is
 * the file's, where the call has one. May be called by any thread. */
typedef int (*PnTestDiskHook) (const char *call, int fd, const char *name);

static PnTestDiskHook pn_test_disk_hook;

static inline int
pn_test_disk_ask (const char *call, int fd, const char *name)
{
  return pn_test_disk_hook != NULL ? pn_test_disk_hook (call, fd, name) : 0;
}

#define PN_TEST_DISK_CALL(call, fd, name, ...)       \
  do {                                               \
    int refused = pn_test_disk_ask (call, fd, name); \
                                                     \
    if (refused != 0) {                              \
      errno = refused;                               \
      return -1;                                     \
    }                                                \
    return syscall (__VA_ARGS__);                    \
  } while (0)

int
fsync (int fd)
{
  PN_TEST_DISK_CALL ("fsync", fd, NULL, SYS_fsync, fd);
}

int
fdatasync (int fd)
{
  PN_TEST_DISK_CALL ("fdatasync", fd, NULL, SYS_fdatasync, fd);
}

ssize_t
write (int fd, const void *data, size_t length)
{
  PN_TEST_DISK_CALL ("write", fd, NULL, SYS_write, fd, data, length);
}

ssize_t
pwrite (int fd, const void *data, size_t length, off_t offset)
{
  PN_TEST_DISK_CALL ("pwrite", fd, NULL, SYS_pwrite64, fd, data, length, offset);
}

int
ftruncate (int fd, off_t length)
{
  PN_TEST_DISK_CALL ("ftruncate", fd, NULL, SYS_ftruncate, fd, length);
}

int
openat (int fd, const char *name, int flags, ...)
{
  mode_t mode = 0;
  va_list arguments;

  va_start (arguments, flags);
  if ((flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE)
    mode = va_arg (arguments, mode_t);
  va_end (arguments);
  PN_TEST_DISK_CALL ((flags & O_TMPFILE) == O_TMPFILE ? "openat-unnamed" : "openat", fd, name,
                     SYS_openat, fd, name, flags, mode);
}

int
linkat (int from_fd, const char *from, int fd, const char *name, int flags)
{
  PN_TEST_DISK_CALL ("linkat", fd, name, SYS_linkat, from_fd, from, fd, name, flags);
}

int
renameat (int from_fd, const char *from, int fd, const char *name)
{
  PN_TEST_DISK_CALL ("renameat", fd, name, SYS_renameat2, from_fd, from, fd, name, 0);
}

int
unlinkat (int fd, const char *name, int flags)
{
  PN_TEST_DISK_CALL ("unlinkat", fd, name, SYS_unlinkat, fd, name, flags);
}
