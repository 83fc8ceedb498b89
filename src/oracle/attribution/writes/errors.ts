/**
 * Finds the suspects if both servers refuse a write because of the same values, but their errors describe these values
 * in different ways.
 */
import { isList, isObject, type Json, type JsonObject, member } from '../../../util/json.ts'
import { isWritingRule, sentenceOf } from '../../exchange/rules.ts'
import type { Exchange } from '../../exchange/session.ts'
import { detailsIn, listedIn, messageOf, refusalRules } from '../refused.ts'
import type { Suspect } from '../suspect.ts'
import { SOME_LISTED } from './refusals.ts'
import type { WriteMismatch } from './written.ts'

/**
 * Returns the suspects if the target's error has additional details, lists the invalid values in another order or form,
 * or lists fewer of them.
 */
export function listedErrors({ exchange, isReadBack }: WriteMismatch): readonly Suspect[] {
  const { outcome, referenced } = exchange
  if (isReadBack || outcome.kind === 'failed' || outcome.answer.status !== referenced.answer.status) return []
  const superfluous = addedDetails(exchange, outcome.answer.body)
  if (superfluous.length > 0) return superfluous
  const [ours = [], theirs = []] = [referenced.answer.body, outcome.answer.body].map(listedIn)
  if (ours.length === 0 || theirs.length === 0) return []
  const [wanted, found] = [ours.map(pathOf), theirs.map(pathOf)]
  if (found.length < wanted.length) return found.every((path) => wanted.includes(path)) ? [SOME_LISTED] : []
  if (found.length > wanted.length) return []
  if (wanted.join() !== found.join()) return isReordered(wanted, found) ? [ORDER] : []
  return ofMembers(ours, theirs)
}

/**
 * Returns the suspect if the target's error describes the same mistake, but with details that the reference's error
 * lacks.
 */
function addedDetails({ referenced }: Exchange, found: Json): readonly Suspect[] {
  const { rules, answer } = referenced
  const [rule] = refusalRules(rules.filter(isWritingRule), answer.body)
  const [own, other] = [answer.body, found].map(detailsIn)
  const added = Object.keys(other ?? {}).filter((name) => own !== undefined && !Object.hasOwn(own, name))
  if (rule === undefined || added.length === 0 || messageOf(answer.body) !== messageOf(found)) return []
  const names = added.map((name) => `\`${name}\``).join(' and ')
  const says = `${sentenceOf(rule)} The error has no ${names} in its \`details\`. The server adds ${names}.`
  return [{ rule, kind: `details with ${names}`, says }]
}

const ORDER: Suspect = {
  rule: 'write.values',
  kind: 'order of errors',
  says: 'An error lists the invalid values in the order of the schema. The server lists the invalid values in another order.',
}

const isReordered = (wanted: readonly string[], found: readonly string[]): boolean =>
  [...wanted].sort().join() === [...found].sort().join()

const pathOf = (item: JsonObject): string => {
  const path = member(item, 'path')
  return isList(path) ? path.map(String).join('/') : String(path)
}

/**
 * Returns the suspects for different members in two lists of errors. Both lists have errors about the same values in
 * the same order.
 */
function ofMembers(ours: readonly JsonObject[], theirs: readonly JsonObject[]): readonly Suspect[] {
  for (const [at, wanted] of ours.entries()) {
    const found = theirs[at] ?? {}
    const absent = Object.keys(wanted).find((name) => !Object.hasOwn(found, name))
    if (absent !== undefined) return [lacking(absent)]
    if (isOfNumbers(found) && !isOfNumbers(wanted)) return [NUMBERS]
    const [text, other] = [member(wanted, 'message'), member(found, 'message')]
    if (typeof text === 'string' && typeof other === 'string' && text !== other)
      return [otherText(text, other, wanted)]
  }
  return []
}

const lacking = (name: string): Suspect => ({
  rule: 'write.values',
  kind: `errors without ${name}`,
  says: `Each item of \`details.errors\` has \`${name}\`. The server omits it.`,
})

const isOfNumbers = (item: JsonObject): boolean => {
  const path = member(item, 'path')
  return isList(path) && path.some((step) => typeof step === 'number')
}

const NUMBERS: Suspect = {
  rule: 'write.values',
  kind: 'numbers in paths of errors',
  says: 'In `details.errors`, the steps of `path` are texts. The server gives the index of an item as a number.',
}

/**
 * Returns the suspect for another error message about the same value. A placeholder replaces the name of the attribute
 * in both messages.
 */
function otherText(text: string, other: string, item: JsonObject): Suspect {
  const [wanted, found] = [text, other].map((one) => one.replaceAll(pathOf(item), 'NAME'))
  return {
    rule: 'write.values',
    kind: `text: ${wanted} → ${found}`,
    says: `The error about an invalid value is “${wanted}”. The server says “${found}”.`,
  }
}

/** Returns a sentence about an error of the target that has the right status and another name. */
export function sentenceOfError(expected: Json, found: Json): string | undefined {
  const [ours, theirs] = [expected, found].map((body) => {
    const error = isObject(body) ? member(body, 'error') : undefined
    return isObject(error) ? member(error, 'name') : undefined
  })
  return typeof ours === 'string' && typeof theirs === 'string' && ours !== theirs
    ? `The name of this error is ${ours}. The server answers another error.`
    : undefined
}
