/** Makes values that follow the pattern of a schema. */
import { type JsonObject, member } from '../../../util/json.ts'
import type { Words } from '../chance.ts'
import { numberIn } from '../shape.ts'
import { type Part, patternParts } from './parse.ts'

const ATTEMPTS = 8
const LONGEST = 255

/** Whether made-up values follow a pattern. */
export const isFollowed = (pattern: string): boolean => patternParts(pattern) !== undefined

/** The text if it follows the pattern of the attribute, else one that does. A pattern that cannot be read is ignored. */
export function fitted(text: string, written: JsonObject, words: Words): string {
  const pattern = member(written, 'regex')
  const whole = typeof pattern === 'string' ? patternParts(pattern) : undefined
  if (whole === undefined || matches(whole, text)) return text
  const [least, most] = [numberIn(written, 'minLength') ?? 0, numberIn(written, 'maxLength') ?? LONGEST]
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const made = textOf(whole, words)
    if (made.length >= least && made.length <= most && matches(whole, made)) return made
  }
  return text
}

/** Whether a part of the text follows a pattern. The time is at most the product of their lengths and counts. */
export function matches(whole: Part, text: string): boolean {
  const everywhere = new Set(Array.from({ length: text.length + 1 }, (_, at) => at))
  return after(whole, text, everywhere).size > 0
}

type Places = ReadonlySet<number>

/** The places behind a part that starts at one of the places. The depth of a tree is limited. */
function after(part: Part, text: string, places: Places): Places {
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
          ...parts.reduce((reached: Places, one) => after(one, text, reached), places),
        ]),
      )
    case 'repeat': {
      const found = new Set(part.least === 0 ? places : [])
      let reached = places
      for (let count = 1; count <= part.most && reached.size > 0; count++) {
        reached = after(part.part, text, reached)
        if (count < part.least) continue
        const known = found.size
        for (const at of reached) found.add(at)
        if (found.size === known) break
      }
      return found
    }
  }
}

/** A random text that a part accepts. */
function textOf(part: Part, words: Words): string {
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
      // Several characters make a word, but a group rarely comes more than once.
      const isWord = part.part.kind === 'character'
      const min = Math.min(Math.max(part.least, isWord ? 4 : 0), part.most)
      const max = Math.min(Math.max(part.least, isWord ? 8 : 1), part.most)
      return Array.from({ length: words.number.int({ min, max }) }, () => textOf(part.part, words)).join('')
    }
  }
}
