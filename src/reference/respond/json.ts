import type { EntryValue } from '../evaluate/populate.ts'

/**
 * The maximum length of the text of an answer in UTF-16 units. A text of the maximum length safely fits into one
 * JavaScript string.
 */
export const MAX_ANSWER_LENGTH = 128 * 1024 * 1024
/**
 * The maximum number of members in all objects and lists of an answer; an object that occurs several times counts each
 * time.
 */
export const MAX_ANSWER_MEMBERS = 2_000_000

/** The state of writing one list or object as JSON: the text so far, and the index of the next member. */
interface JsonFrame {
  readonly value: object
  /** The names and values of the members of an object. For a list, only the values matter. */
  readonly members: readonly (readonly [name: string, value: unknown])[]
  at: number
  text: string
}

/**
 * Writes a value as JSON like `JSON.stringify`; undefined if the text would be too long. The writer uses no
 * recursion, because an answer may be thousands of levels deep. If a value occurs several times in the answer, its
 * JSON text is made only once. Therefore, the time depends on the number of distinct values and not on the length of
 * the text.
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

/**
 * Writes the members of a list or object up to the first member whose text is not known yet, and returns that member;
 * undefined after the last member.
 */
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
