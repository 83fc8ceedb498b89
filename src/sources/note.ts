/**
 * A note for the user on a source, usually on a part that Populace omitted, changed or could not read. Each note
 * states the place in the source, and the reason for the omission or change.
 */
export interface Note {
  /** The path of the file, relative to the source, with forward slashes. */
  readonly file: string
  /**
   * The line number that the note concerns, counted from 1. The line number is 0 if the note concerns the whole
   * file, or if `pointer` states the place.
   */
  readonly line: number
  /** The JSON pointer (RFC 6901) of the place in the file that the note concerns. */
  readonly pointer?: string
  readonly says: string
}

/** Formats a note: `config/api.js:3: …`, `src/api/a/content-types/a/schema.json#/attributes/b: …` */
export const noteText = ({ file, line, pointer, says }: Note): string =>
  `${file}${pointer === undefined ? '' : `#${pointer}`}${line === 0 ? '' : `:${line}`}: ${says}`
