import type { EntryValue } from '../evaluate/populate.ts'

/** The maximum length of an answer in UTF-16 units: a JavaScript string safely holds as many. */
export const MAX_ANSWER_LENGTH = 128 * 1024 * 1024
/** The maximum number of members in all objects and lists of an answer, each counted wherever it is written. */
export const MAX_ANSWER_MEMBERS = 2_000_000

/** A list or object that is being written: its text so far, and the next member. */
interface JsonFrame {
  readonly value: object
  /** Member names with their values; of a list the values alone. */
  readonly members: readonly (readonly [name: string, value: unknown])[]
  at: number
  text: string
}

/**
 * A value as the JSON text that `JSON.stringify` writes; undefined if it would be too long. Without recursion, because an
 * answer may be thousands of levels deep. A shared value is written once, so that the time depends on the size in memory
 * and not on the size when written out.
 */
export function writeJson(value: EntryValue, maxLength = MAX_ANSWER_LENGTH): string | undefined {
  if (!isNested(value)) return JSON.stringify(value)
  const known = new Map<object, string>()
  const open: JsonFrame[] = [writing(value)]
  for (let here = open.at(-1); here !== undefined; here = open.at(-1)) {
    const next = step(here, known)
    if (here.text.length > maxLength) return undefined
    if (next !== undefined) {
      open.push(writing(next))
    } else {
      known.set(here.value, here.text)
      open.pop()
    }
  }
  return known.get(value)
}

const writing = (value: object): JsonFrame => ({
  value,
  members: Object.entries(value),
  at: 0,
  text: Array.isArray(value) ? '[' : '{',
})

/** Writes members up to the first one without a text yet, and returns it; undefined at the end. */
function step(here: JsonFrame, known: ReadonlyMap<object, string>): object | undefined {
  const isList = Array.isArray(here.value)
  for (; here.at < here.members.length; here.at++) {
    const [name, member] = here.members[here.at] ?? ['', null]
    const text = isNested(member) ? known.get(member) : JSON.stringify(member ?? null)
    if (text === undefined) return isNested(member) ? member : undefined
    here.text += `${here.at > 0 ? ',' : ''}${isList ? '' : `${JSON.stringify(name)}:`}${text}`
  }
  here.text += isList ? ']' : '}'
  return undefined
}

const isNested = (value: unknown): value is object => typeof value === 'object' && value !== null
