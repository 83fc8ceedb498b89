/** Makes generated values match the patterns (`regex`) of a schema. */
import { type JsonObject, member } from '../../../util/json.ts'
import type { Words } from '../chance.ts'
import { numberIn } from '../shape.ts'
import { type PatternPart, patternParts } from './parse.ts'

const ATTEMPTS = 8
const LONGEST = 255
/** The maximum number of steps for comparing one text with a pattern. */
const MOST_STEPS = 20_000
/** The number of comparisons of more than `MOST_STEPS` steps after which the generator ignores a pattern. */
const MOST_EXCEEDED = 3

/** Returns whether the generator can parse a pattern of the schema, so that generated values follow the pattern. */
export const isFollowed = (pattern: string): boolean => patternParts(pattern) !== undefined

/**
 * A function that returns the given text if it matches the pattern of the attribute. If the given text does not
 * match, the function tries to make a new text that matches the pattern.
 */
export type Fit = (text: string, written: JsonObject, words: Words) => string

interface KnownPattern {
  readonly whole: PatternPart | undefined
  exceeded: number
}

/**
 * Creates a function that makes texts match patterns. Parses each pattern once. Ignores a pattern that cannot be
 * parsed, or whose comparisons take too many steps.
 */
export function patternFit(): Fit {
  const known = new Map<string, KnownPattern>()
  return (text, written, words) => {
    const pattern = member(written, 'regex')
    if (typeof pattern !== 'string') return text
    const found = known.get(pattern) ?? { whole: patternParts(pattern), exceeded: 0 }
    known.set(pattern, found)
    const { whole } = found
    const fits = (value: string): boolean => {
      const verdict = whole === undefined ? true : matches(whole, value)
      if (verdict === undefined) found.exceeded += 1
      return verdict === true
    }
    if (whole === undefined || found.exceeded >= MOST_EXCEEDED || fits(text)) return text
    const [least, most] = [numberIn(written, 'minLength') ?? 0, numberIn(written, 'maxLength') ?? LONGEST]
    for (let attempt = 0; attempt < ATTEMPTS && found.exceeded < MOST_EXCEEDED; attempt++) {
      const made = textOf(whole, words)
      if (made.length >= least && made.length <= most && fits(made)) return made
    }
    return text
  }
}

/** Returns whether some part of the text matches a pattern; undefined if the comparison takes too many steps. */
export function matches(whole: PatternPart, text: string): boolean | undefined {
  const everywhere = new Set(Array.from({ length: text.length + 1 }, (_, at) => at))
  const steps = { left: MOST_STEPS }
  const found = after(whole, text, everywhere, steps)
  return steps.left < 0 ? undefined : found.size > 0
}

type Places = ReadonlySet<number>
type StepBudget = { left: number }

/**
 * Returns the positions in the text at which a match of a pattern part can end, if the match starts at one of
 * `places`. The parser limits the depth of the pattern, and so limits the recursion.
 */
function after(part: PatternPart, text: string, places: Places, steps: StepBudget): Places {
  steps.left -= places.size + 1
  if (steps.left < 0) return new Set()
  switch (part.kind) {
    case 'start':
      return new Set([...places].filter((at) => at === 0))
    case 'end':
      return new Set([...places].filter((at) => at === text.length))
    case 'character':
      return new Set(
        [...places].filter((at) => at < text.length && part.accepts(text.charAt(at))).map((at) => at + 1),
      )
    case 'choice':
      return new Set(
        part.options.flatMap((parts) => [
          ...parts.reduce((reached: Places, one) => after(one, text, reached, steps), places),
        ]),
      )
    case 'repeat': {
      const found = new Set(part.least === 0 ? places : [])
      let reached = places
      for (let count = 1; count <= part.most && reached.size > 0; count++) {
        reached = after(part.part, text, reached, steps)
        if (count < part.least) continue
        const known = found.size
        for (const at of reached) found.add(at)
        if (found.size === known) break
      }
      return found
    }
  }
}

/** Returns a random text that a part of a pattern matches. */
function textOf(part: PatternPart, words: Words): string {
  switch (part.kind) {
    case 'start':
    case 'end':
      return ''
    case 'character':
      return part.likely.charAt(words.number.int({ min: 0, max: Math.max(part.likely.length - 1, 0) }))
    case 'choice':
      return words.helpers
        .arrayElement([...part.options])
        .map((one) => textOf(one, words))
        .join('')
    case 'repeat': {
      // Repeats a single character 4 to 8 times, if the pattern allows this number. Repeats a group at most once,
      // unless the pattern requires more repetitions.
      const isWord = part.part.kind === 'character'
      const min = Math.min(Math.max(part.least, isWord ? 4 : 0), part.most)
      const max = Math.min(Math.max(part.least, isWord ? 8 : 1), part.most)
      return Array.from({ length: words.number.int({ min, max }) }, () => textOf(part.part, words)).join('')
    }
  }
}
