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

/* Asked before each call. 0 lets it through, an errno makes it fail, and -n writes only so many
 * bytes. `name` (nullable) is
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
    if (refused > 0) {                               \
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
fdatasync (int fildes)
{
  PN_TEST_DISK_CALL ("fdatasync", fildes, NULL, SYS_fdatasync, fildes);
}

ssize_t
write (int fd, const void *buf, size_t n)
{
  int answer = pn_test_disk_ask ("write", fd, NULL);

  if (answer > 0) {
    errno = answer;
    return -1;
  }
  return syscall (SYS_write, fd, buf, answer < 0 ? MIN (n, (size_t)-answer) : n);
}

ssize_t
pwrite (int fd, const void *buf, size_t nbytes, off_t offset)
{
  int answer = pn_test_disk_ask ("pwrite", fd, NULL);

  if (answer > 0) {
    errno = answer;
    return -1;
  }
  return syscall (SYS_pwrite64, fd, buf, answer < 0 ? MIN (nbytes, (size_t)-answer) : nbytes,
                  offset);
}

int
ftruncate (int fd, off_t length)
{
  PN_TEST_DISK_CALL ("ftruncate", fd, NULL, SYS_ftruncate, fd, length);
}

int
openat (int fd, const char *file, int oflag, ...)
{
  gboolean unnamed = (oflag & O_TMPFILE) == O_TMPFILE;
  mode_t mode = 0;
  va_list arguments;

  va_start (arguments, oflag);
  if ((oflag & O_CREAT) != 0 || unnamed)
    mode = va_arg (arguments, mode_t);
  va_end (arguments);
  PN_TEST_DISK_CALL (unnamed ? "openat-unnamed" : "openat", fd, file, SYS_openat, fd, file, oflag,
                     mode);
}

int
linkat (int fromfd, const char *from, int tofd, const char *to, int flags)
{
  PN_TEST_DISK_CALL ("linkat", tofd, to, SYS_linkat, fromfd, from, tofd, to, flags);
}

int
renameat (int oldfd, const char *old, int newfd, const char *new)
{
  PN_TEST_DISK_CALL ("renameat", newfd, new, SYS_renameat2, oldfd, old, newfd, new, 0);
}

int
unlinkat (int fd, const char *name, int flag)
{
  PN_TEST_DISK_CALL ("unlinkat", fd, name, SYS_unlinkat, fd, name, flag);
}
