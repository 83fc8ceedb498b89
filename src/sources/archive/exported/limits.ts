/** The limits of reading an archive, regardless of the sizes that the archive declares. */

const MEGABYTE = 1024 * 1024

export const ARCHIVE_LIMITS = {
  /** The maximum number of bytes of an archive after decryption and decompression. */
  unpackedBytes: 8192 * MEGABYTE,
  /**
   * The maximum number of bytes that belong neither to the content nor to the headers of files. Such bytes are long
   * names, padding, and data after the end.
   */
  otherBytes: 32 * MEGABYTE,
  /** The maximum number of files of any kind. */
  files: 200_000,
  /** The maximum number of bytes of all schemas, entities, links and configuration together. */
  jsonBytes: 256 * MEGABYTE,
  /** The maximum number of bytes of one line of schemas, entities, links or configuration. */
  lineBytes: 64 * MEGABYTE,
  /** The maximum number of levels of lists and objects in one line. */
  depth: 1000,
  /** The maximum number of bytes of all uploaded files. Further uploaded files are omitted, with a note. */
  uploadBytes: 256 * MEGABYTE,
} as const

export type ArchiveLimits = { readonly [name in keyof typeof ARCHIVE_LIMITS]: number }
