import type { Answer } from '../evaluate/populate.ts'

/** How long an answer may get, in UTF-16 units: what a JavaScript text can safely hold. */
export const MAX_ANSWER_LENGTH = 128 * 1024 * 1024
/** How many members all objects and lists of an answer may have together, each counted wherever it is written. */
export const MAX_ANSWER_MEMBERS = 2_000_000

/** A list or object that is being written: what there is of its text, and how far it has come. */
interface Writing {
  readonly value: object
  /** Member names with their values; of a list the values alone. */
  readonly members: readonly (readonly [name: string, value: unknown])[]
  at: number
  text: string
}

/**
 * A value as JSON text, the same as `JSON.stringify` writes; undefined when it would be too long. Without recursion, for
 * an answer may be thousands of levels deep. What several places share is written once and its text shared as well, so
 * that the time is that of what there is, and not of what it looks like written out.
 */
export function writeJson(value: Answer, maxLength = MAX_ANSWER_LENGTH): string | undefined {
  if (!isNested(value)) return JSON.stringify(value)
  const known = new Map<object, string>()
  const open: Writing[] = [writing(value)]
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

const writing = (value: object): Writing => ({
  value,
  members: Object.entries(value),
  at: 0,
  text: Array.isArray(value) ? '[' : '{',
})

/** Writes members up to one whose text is not known yet, which is answered; to the end where there is none. */
function step(here: Writing, known: ReadonlyMap<object, string>): object | undefined {
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
