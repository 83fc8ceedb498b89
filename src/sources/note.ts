/** Something that was left out, changed or could not be read, where, and why. */
export interface Note {
  /** Relative to the source, with forward slashes. */
  readonly file: string
  /** 1-based; 0 where it is the file as a whole, or `pointer` says the place. */
  readonly line: number
  /** RFC 6901, of JSON. */
  readonly pointer?: string
  readonly says: string
}

/** `config/api.js:3: …`, `src/api/a/content-types/a/schema.json#/attributes/b: …` */
export const noteText = ({ file, line, pointer, says }: Note): string =>
  `${file}${pointer === undefined ? '' : `#${pointer}`}${line === 0 ? '' : `:${line}`}: ${says}`
