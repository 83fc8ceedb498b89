/** Misreadings of the encoding of a query: wrong ways to split and decode it. */
import { asDecoded } from '../../../util/url/percent.ts'
import { keyOf, latin1, type Misreading, ofParts, ofQuery, recoded, saying, textOf } from './parts.ts'

/** The characters that a decoded value may contain, and that separate parameters, keys or values in other places. */
const SEPARATORS = ['=', ';', '?', ':', ',', '&', '#', '[', ']', '"', "'"]

const endingAt = (mark: string): Misreading => ({
  ...ofParts('query.encoding', `values end at ${mark}`, (part) =>
    recoded(part, (value) => value.split(mark, 1)[0] ?? ''),
  ),
  says: `A value ends before its first \`${mark}\`.`,
})

const endingAtEncoded = (mark: string): Misreading => {
  const code = encodeURIComponent(mark)
  return {
    ...ofParts('query.encoding', `values end at ${code}`, (part) => {
      const at = part.toUpperCase().indexOf(code, keyOf(part).length)
      return at < 0 ? part : part.slice(0, at)
    }),
    says: `A value ends before its first \`${code}\`, an encoded \`${mark}\`.`,
  }
}

const untilHash = (parts: readonly string[]): readonly string[] => {
  const at = parts.findIndex((part) => part.includes('%23'))
  return at < 0 ? parts : [...parts.slice(0, at), parts[at]?.split('%23', 1)[0] ?? '']
}

/** A misreading: a value ends at its first equals sign, as in `key.split('=')[1]`. */
const SECOND_EQUALS: Misreading = {
  ...ofParts('query.encoding', 'values end at an equals sign', (part) =>
    part.split('=').length > 2 ? `${keyOf(part)}=${textOf(part).split('=', 1)[0]}` : part,
  ),
  says: 'A value begins after the first `=` of a parameter, and may contain `=`. The server ends the value at the next `=`.',
}

/** The misreadings of the encoding of a query. */
export const ENCODINGS: readonly Misreading[] = [
  SECOND_EQUALS,
  saying(
    'A plus in a query is a blank. The server reads a plus sign as a plus sign, not as a blank.',
    ofParts('query.encoding', 'plus is not a blank', (part) => part.replaceAll('+', '%2B')),
  ),
  saying(
    'Brackets may be percent-encoded. The server ignores a key with encoded brackets.',
    ofQuery('query.encoding', 'encoded brackets', (parts) =>
      parts.filter((part) => !/%5[bd]/i.test(keyOf(part))),
    ),
  ),
  saying(
    'A query is decoded once. The server decodes values twice.',
    ofParts('query.encoding', 'decoded twice', (part) =>
      part.includes('%') ? recoded(part, asDecoded) : part,
    ),
  ),
  saying(
    'Percent-encoded bytes are UTF-8. The server decodes the bytes as Latin-1.',
    ofParts('query.encoding', 'Latin-1', (part) => (part.includes('%') ? recoded(part, latin1) : part)),
  ),
  saying(
    'Blanks around a value count. The server removes them.',
    ofParts('query.encoding', 'trimmed values', (part) => recoded(part, (value) => value.trim())),
  ),
  saying(
    'An encoded plus is a plus. The server reads an encoded plus as a blank.',
    ofParts('query.encoding', 'an encoded plus is a blank', (part) => part.replaceAll(/%2b/gi, '+')),
  ),
  saying(
    'An encoded ampersand is a part of a value. The server splits the query at an encoded ampersand.',
    ofQuery('query.encoding', 'split after decoding', (parts) => parts.flatMap((part) => part.split(/%26/i))),
  ),
  saying(
    'A query is decoded once, after it is split at `&`. The server decodes it before it splits it, and then decodes the values again.',
    ofQuery('query.encoding', 'decoded before and after the split', (parts) =>
      parts.some((part) => part.includes('%')) ? parts.flatMap((part) => asDecoded(part).split('&')) : parts,
    ),
  ),
  saying(
    'An encoded `#` is a part of a value. The server ends the query at it.',
    ofQuery('query.encoding', 'an encoded # ends the query', untilHash),
  ),
  saying(
    'A semicolon is a part of a value. The server splits the query at a semicolon.',
    ofQuery('query.encoding', 'semicolons separate', (parts) =>
      parts.flatMap((part) => part.split(/;|%3b/i)),
    ),
  ),
  ...SEPARATORS.map(endingAt),
  ...SEPARATORS.filter((mark) => encodeURIComponent(mark) !== mark).map(endingAtEncoded),
  saying(
    '`a=` is an empty text. The server ignores a parameter with an empty text.',
    ofQuery('query.encoding', 'no empty values', (parts) =>
      parts.filter((part) => !part.includes('=') || textOf(part) !== ''),
    ),
  ),
]
