/* SPDX-License-Identifier: GPL-3.0-or-later */

/* libzip's own file source opens by name, writes to a named file beside the target, and forgets
 * errno on the way; this one reads and writes a descriptor that is there already. */

#include "pn-zip-file-private.h"

#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

#include "pn-durable-file-private.h"

static zip_int64_t
fail (PnZipFile *self)
{
  if (self->code == 0)
    self->code = errno;
  return -1;
}

static zip_int64_t
stat_file (PnZipFile *self, zip_stat_t *result)
{
  struct stat info;

  if (fstat (self->fd, &info) != 0)
    return fail (self);
  zip_stat_init (result);
  result->size = (zip_uint64_t)info.st_size;
  result->valid = ZIP_STAT_SIZE;
  return sizeof *result;
}

static zip_int64_t
read_file (PnZipFile *self, void *data, zip_uint64_t length)
{
  ssize_t n;

  do
    n = pread (self->fd, data, length, self->read_offset);
  while (n < 0 && errno == EINTR);
  if (n < 0)
    return fail (self);
  self->read_offset += n;
  return n;
}

static zip_int64_t
write_file (PnZipFile *self, const void *data, zip_uint64_t length)
{
  if (!pn_write_all_at (self->fd, data, length, self->write_offset))
    return fail (self);
  self->write_offset += (zip_int64_t)length;
  return (zip_int64_t)length;
}

static zip_int64_t
seek_file (PnZipFile *self, zip_int64_t *offset, void *data, zip_uint64_t length)
{
  struct stat info;
  zip_error_t error;
  zip_int64_t target;

  if (fstat (self->fd, &info) != 0)
    return fail (self);
  zip_error_init (&error);
  target = zip_source_seek_compute_offset ((zip_uint64_t)*offset, (zip_uint64_t)info.st_size, data,
                                           length, &error);
  zip_error_fini (&error);
  if (target < 0) {
    errno = EINVAL;
    return fail (self);
  }
  *offset = target;
  return 0;
}

static zip_int64_t
report_error (PnZipFile *self, void *data, zip_uint64_t length)
{
  int *codes = data;

  if (length < 2 * sizeof (int))
    return -1;
  codes[0] = self->code == 0 ? ZIP_ER_OK : ZIP_ER_WRITE;
  codes[1] = self->code;
  return 2 * sizeof (int);
}

static zip_int64_t
zip_file_cb (void *user_data, void *data, zip_uint64_t length, zip_source_cmd_t command)
{
  PnZipFile *self = user_data;

  switch (command) {
  case ZIP_SOURCE_OPEN:
    self->read_offset = 0;
    return 0;
  case ZIP_SOURCE_BEGIN_WRITE:
    self->write_offset = 0;
    return 0;
  case ZIP_SOURCE_READ:
    return read_file (self, data, length);
  case ZIP_SOURCE_WRITE:
    return write_file (self, data, length);
  case ZIP_SOURCE_SEEK:
    return seek_file (self, &self->read_offset, data, length);
  case ZIP_SOURCE_SEEK_WRITE:
    return seek_file (self, &self->write_offset, data, length);
  case ZIP_SOURCE_TELL:
    return self->read_offset;
  case ZIP_SOURCE_TELL_WRITE:
    return self->write_offset;
  case ZIP_SOURCE_STAT:
    return stat_file (self, data);
  case ZIP_SOURCE_ERROR:
    return report_error (self, data, length);
  case ZIP_SOURCE_SUPPORTS:
    return ZIP_SOURCE_SUPPORTS_WRITABLE;
  case ZIP_SOURCE_CLOSE:
  case ZIP_SOURCE_COMMIT_WRITE:
  case ZIP_SOURCE_ROLLBACK_WRITE:
  case ZIP_SOURCE_REMOVE:
  case ZIP_SOURCE_FREE:
    return 0;
  default:
    return -1;
  }
}

zip_source_t *
pn_zip_file_create_source (PnZipFile *file)
{
  return zip_source_function_create (zip_file_cb, file, NULL);
}
