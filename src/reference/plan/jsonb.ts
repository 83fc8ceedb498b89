/** JSON as PostgreSQL compares it: by meaning, so that the order of keys and blanks between them do not count. */
import { isList, isObject, type Json, type JsonObject, parseJson } from '../../ground/json.ts'
import { type OperatorMeaning, type Truth, truth, UNKNOWN } from '../operators.ts'

/** Equality and order. */
export function jsonbHolds(
  meaning: Extract<OperatorMeaning, { on: 'value' | 'list' }>,
  operands: readonly (string | null)[],
): (found: Json) => Truth {
  const values = operands.map((operand) => (operand === null ? null : canonicalText(operand)))
  const [first = null] = values
  return (found) => {
    if (meaning.on === 'list') return meaning.holds(canonical(found), values)
    return first === null ? UNKNOWN : truth(meaning.holds(canonical(found), first))
  }
}

function canonicalText(text: string): string {
  const parsed = parseJson(text)
  return parsed === undefined ? '' : canonical(parsed)
}

/** `$jsonSupersetOf` */
export function supersetHolds(operand: string | null): (found: Json) => Truth {
  const wanted = operand === null ? undefined : parseJson(operand)
  return (found) => (wanted === undefined ? UNKNOWN : truth(holdsAll(found, wanted)))
}

/** The same text for every way of writing the same JSON. Without recursion: an operand may nest thousands deep. */
function canonical(value: Json): string {
  const parts: string[] = []
  /** What is left to write, last first: texts as they are, and values. */
  const left: (string | { readonly value: Json })[] = [{ value }]
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (typeof next === 'string') parts.push(next)
    else if (isList(next.value))
      open(
        '[',
        ']',
        next.value.map((item) => ['', item]),
        parts,
        left,
      )
    else if (isObject(next.value)) open('{', '}', sortedMembers(next.value), parts, left)
    else parts.push(JSON.stringify(next.value))
  }
  return parts.join('')
}

type Member = readonly [label: string, value: Json]

function open(
  start: string,
  end: string,
  members: readonly Member[],
  parts: string[],
  left: (string | { readonly value: Json })[],
): void {
  parts.push(start)
  left.push(end)
  for (const [at, [label, value]] of [...members.entries()].reverse())
    left.push({ value }, `${at > 0 ? ',' : ''}${label}`)
}

const sortedMembers = (value: JsonObject): readonly Member[] =>
  Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => [`${JSON.stringify(key)}:`, member])

interface Pair {
  readonly value: Json | undefined
  readonly wanted: Json
}

/**
 * Every part of what is wanted is found: a member in the member of its name, an item in some item. Below objects that
 * takes no recursion; an item may be in one of several, which a stack of depth MAX_ITEM_DEPTH is kept for.
 */
function holdsAll(value: Json | undefined, wanted: Json, depth = 0): boolean {
  const left: Pair[] = [{ value, wanted }]
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const { value: found, wanted: sought } = next
    if (isList(sought)) {
      if (!isList(found) || depth === MAX_ITEM_DEPTH) return false
      if (!sought.every((item) => found.some((one) => holdsAll(one, item, depth + 1)))) return false
    } else if (isObject(sought)) {
      if (!isObject(found)) return false
      for (const [key, member] of Object.entries(sought)) left.push({ value: found[key], wanted: member })
    } else if (found !== sought) return false
  }
  return true
}

/** No stored value nests deeper: a dataset may not. */
const MAX_ITEM_DEPTH = 1_000
