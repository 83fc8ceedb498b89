/** Misreadings of the encoding of a query: wrong ways to split and decode it. */
import { asDecoded } from '../../../util/url/percent.ts'
import { keyOf, type Misreading, ofParts, ofQuery, recoded, textOf } from './parts.ts'

const latin1 = (text: string): string => Buffer.from(text, 'utf8').toString('latin1')

/** Characters that a decoded value may contain, and that separate parameters, keys or values elsewhere. */
const SEPARATORS = ['=', ';', '?', ':', ',', '&', '#', '[', ']', '"', "'"]

const endingAt = (mark: string): Misreading => ({
  ...ofParts('query.encoding', `values end at ${mark}`, (part) =>
    recoded(part, (value) => value.split(mark, 1)[0] ?? ''),
  ),
  says: `A value ends before its first \`${mark}\`.`,
})

const endingAtEncoded = (mark: string): Misreading => {
  const code = encodeURIComponent(mark)
  return ofParts('query.encoding', `values end at ${code}`, (part) => {
    const at = part.toUpperCase().indexOf(code, keyOf(part).length)
    return code === mark || at < 0 ? part : part.slice(0, at)
  })
}

const untilHash = (parts: readonly string[]): readonly string[] => {
  const at = parts.findIndex((part) => part.includes('%23'))
  return at < 0 ? parts : [...parts.slice(0, at), parts[at]?.split('%23', 1)[0] ?? '']
}

/** The misreadings of encodings. */
export const ENCODINGS: readonly Misreading[] = [
  ofParts('query.encoding', 'plus is not a blank', (part) => part.replaceAll('+', '%2B')),
  ofQuery('query.encoding', 'encoded brackets', (parts) =>
    parts.filter((part) => !/%5[bd]/i.test(keyOf(part))),
  ),
  ofParts('query.encoding', 'decoded twice', (part) =>
    part.includes('%') ? recoded(part, asDecoded) : part,
  ),
  ofParts('query.encoding', 'Latin-1', (part) => (part.includes('%') ? recoded(part, latin1) : part)),
  ofParts('query.encoding', 'trimmed values', (part) => recoded(part, (value) => value.trim())),
  ofParts('query.encoding', 'an encoded plus is a blank', (part) => part.replaceAll(/%2b/gi, '+')),
  ofQuery('query.encoding', 'split after decoding', (parts) => parts.flatMap((part) => part.split(/%26/i))),
  ofQuery('query.encoding', 'an encoded # ends the query', untilHash),
  ofQuery('query.encoding', 'semicolons separate', (parts) => parts.flatMap((part) => part.split(/;|%3b/i))),
  ...SEPARATORS.flatMap((mark) => [endingAt(mark), endingAtEncoded(mark)]),
  ofQuery('query.encoding', 'no empty values', (parts) =>
    parts.filter((part) => !part.includes('=') || textOf(part) !== ''),
  ),
]
