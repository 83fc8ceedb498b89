/**
 * Marks the words in which two texts differ, as `git diff --word-diff` does. Marked words look like this: `Invalid key
 * [-nope-]{+foo+}`.
 */
import { firstDifference } from '../../util/text/cut.ts'
import { line } from '../bodies/line.ts'

/**
 * The maximum length, in characters, of texts that the report compares word by word. Of longer texts, the report shows
 * only the part around the first difference.
 */
const MAX_LENGTH = 20_000
/**
 * The maximum number of words, in the part between the first and the last difference of two texts, for which the
 * report marks single words.
 */
const MAX_WORDS = 400
/** The number of equal words and separators that a marked text shows before and after each change. */
const CONTEXT = 6
/** The maximum length of the marked text, in characters. */
const MAX_SHOWN = 2_000

/**
 * Returns both texts as one line, in which marks show the different words. The result is undefined if a value is not a
 * string, or if both strings are so short that the difference is obvious.
 */
export function wordDiff(expected: unknown, found: unknown): string | undefined {
  if (typeof expected !== 'string' || typeof found !== 'string' || expected === found) return undefined
  if (Math.max(expected.length, found.length) < SHORT) return undefined
  if (Math.max(expected.length, found.length) > MAX_LENGTH) return aroundDifference(expected, found)
  return line(marked(wordsOf(expected), wordsOf(found)), MAX_SHOWN)
}

const SHORT = 30
/** Splits a text into words, white space and single other characters. */
const wordsOf = (text: string): readonly string[] => text.match(/[\p{L}\p{N}_]+|\s+|[^\p{L}\p{N}_\s]/gu) ?? []

function marked(expected: readonly string[], found: readonly string[]): string {
  let start = 0
  while (start < Math.min(expected.length, found.length) && expected[start] === found[start]) start++
  let end = 0
  const rest = Math.min(expected.length, found.length) - start
  while (end < rest && expected.at(-1 - end) === found.at(-1 - end)) end++
  const before = expected.slice(0, start)
  const after = expected.slice(expected.length - end)
  return [
    before.length > CONTEXT ? `…${before.slice(-CONTEXT).join('')}` : before.join(''),
    changes(expected.slice(start, expected.length - end), found.slice(start, found.length - end)),
    after.length > CONTEXT ? `${after.slice(0, CONTEXT).join('')}…` : after.join(''),
  ].join('')
}

/** Marks the words of two texts that are not in the longest common subsequence of both texts. */
function changes(gone: readonly string[], come: readonly string[]): string {
  if (gone.length > MAX_WORDS || come.length > MAX_WORDS) return mark(gone.join(''), come.join(''))
  const lengths = commonLengths(gone, come)
  const parts: string[] = []
  let [removed, added] = ['', '']
  const flush = (): void => {
    parts.push(mark(removed, added))
    removed = added = ''
  }
  for (let at = 0, to = 0; at < gone.length || to < come.length; ) {
    const [one, other] = [gone[at], come[to]]
    if (one !== undefined && one === other) {
      flush()
      parts.push(one)
      at++
      to++
    } else if (
      other === undefined ||
      (one !== undefined && lengthAt(lengths, at + 1, to) >= lengthAt(lengths, at, to + 1))
    ) {
      removed += one ?? ''
      at++
    } else {
      added += other
      to++
    }
  }
  flush()
  return parts.join('')
}

const mark = (removed: string, added: string): string =>
  `${removed === '' ? '' : `[-${removed}-]`}${added === '' ? '' : `{+${added}+}`}`

const lengthAt = (lengths: readonly Uint16Array[], at: number, to: number): number => lengths[at]?.[to] ?? 0

function commonLengths(gone: readonly string[], come: readonly string[]): readonly Uint16Array[] {
  const lengths = Array.from({ length: gone.length + 1 }, () => new Uint16Array(come.length + 1))
  for (let at = gone.length - 1; at >= 0; at--) {
    const row = lengths[at] ?? new Uint16Array()
    for (let to = come.length - 1; to >= 0; to--)
      row[to] =
        gone[at] === come[to]
          ? lengthAt(lengths, at + 1, to + 1) + 1
          : Math.max(lengthAt(lengths, at + 1, to), lengthAt(lengths, at, to + 1))
  }
  return lengths
}

/** The maximum number of characters that are shown before the first difference of two long texts. */
const BEFORE = 60
/** The maximum number of characters that are shown from the first difference of two long texts on. */
const SHOWN = 300

function aroundDifference(expected: string, found: string): string {
  const at = firstDifference(expected, found)
  const start = Math.max(0, at - BEFORE)
  const piece = (text: string): string => text.slice(at, at + SHOWN)
  return line(
    `${start === 0 ? '' : '…'}${expected.slice(start, at)}${mark(piece(expected), piece(found))}…`,
    MAX_SHOWN,
  )
}

/**
 * The beginnings of two notices that end with a number of unsent requests. Merging the reports of shards adds up these
 * numbers.
 */
export const HEAVY_NOT_SENT = 'Not sent, because it may overload the target: '
export const GENERATED_NOT_SENT = 'Generated requests not sent: '
