/** JSON as PostgreSQL compares it: by meaning, so that the order of keys and blanks between them do not count. */
import { isList, isObject, type Json, parseJson } from '../../ground/json.ts'
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

/** The same text for every way of writing the same JSON. */
function canonical(value: Json): string {
  if (isList(value)) return `[${value.map(canonical).join(',')}]`
  if (!isObject(value)) return JSON.stringify(value)
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${canonical(member)}`).join(',')}}`
}

function holdsAll(value: Json | undefined, wanted: Json): boolean {
  if (isList(wanted))
    return isList(value) && wanted.every((item) => value.some((found) => holdsAll(found, item)))
  if (isObject(wanted))
    return isObject(value) && Object.entries(wanted).every(([key, member]) => holdsAll(value[key], member))
  return value === wanted
}
