/**
 * The limits for reading an archive. The limits of an archive apply to the bytes that the reader finds, not only to
 * the sizes that the archive declares.
 */

const MEGABYTE = 1024 * 1024

export const ARCHIVE_LIMITS = {
  /** The maximum number of bytes of an archive after decryption and decompression. */
  unpackedBytes: 8192 * MEGABYTE,
  /**
   * The maximum number of bytes of an archive outside of the headers and contents of its files, such as long file
   * names and padding.
   */
  otherBytes: 32 * MEGABYTE,
  /** The maximum number of files in an archive. */
  files: 200_000,
  /** The maximum total size in bytes of all schemas, entities, links and configuration in an archive. */
  jsonBytes: 256 * MEGABYTE,
  /** The maximum number of bytes in one line of a file with schemas, entities, links or configuration. */
  lineBytes: 64 * MEGABYTE,
  /** The maximum nesting depth of lists and objects in the JSON of one line. */
  depth: 1000,
  /**
   * The maximum total size in bytes of all uploaded files in an archive. The reader omits the files beyond this size,
   * and adds a note.
   */
  uploadBytes: 256 * MEGABYTE,
} as const

export type ArchiveLimits = { readonly [name in keyof typeof ARCHIVE_LIMITS]: number }
