/** How much of an archive is read. Whatever it says of itself, no more than this is held or waited for. */

const MEGABYTE = 1024 * 1024

export const ARCHIVE_LIMITS = {
  /** Of the archive as it is when it is neither compressed nor encrypted. */
  unpackedBytes: 8192 * MEGABYTE,
  /** Of what is neither in a file nor its header: long names, padding, what follows the end. */
  otherBytes: 32 * MEGABYTE,
  /** Files in it, whatever they are. */
  files: 200_000,
  /** Of all schemas, entities, links and configuration together. */
  jsonBytes: 256 * MEGABYTE,
  /** Of one line of these. */
  lineBytes: 64 * MEGABYTE,
  /** Lists and objects within each other in one line. */
  depth: 1000,
  /** Of all uploaded files together; what is above is left out, which is told. */
  uploadBytes: 256 * MEGABYTE,
} as const

export type ArchiveLimits = { readonly [name in keyof typeof ARCHIVE_LIMITS]: number }
