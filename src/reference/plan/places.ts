/** Where a populate stands in the query, and what is said of a value that cannot stand there. */
import { booleanText } from '../parse/populate.ts'
import type { PopulateValue } from '../parse/syntax.ts'
import { crash, invalidKey, type Refusal, type Stage, validation } from '../refusal.ts'
import type { Model } from '../schema/schema.ts'
import { join, type Level, type PlaceContext } from './context.ts'
import { openAttributes } from './linked.ts'

export function tooMany(count: number, param: string | null): Refusal {
  const message =
    `Too many populate entries (${count}). The maximum number of populate entries when using array notation is 100. ` +
    'Consider using object notation (populate[field]=true), nested population, or reducing the number of fields.'
  return validation('populate.too-many', message, param === null ? {} : { source: 'query', param })
}

export function noValue({ path }: Level): Refusal {
  return crash('populate-null-500', 'populate.forms', `Invalid populate at ${path}: expected a value`)
}

/** What stands for an attribute, or for one kind of a zone, and is no option object. True: it is as good as `true`. */
export function checkNoOptions(
  value: Extract<PopulateValue, { kind: 'star' | 'names' | 'list' }>,
  target: Model,
  place: Level,
  context: PlaceContext,
): boolean {
  const { report, param } = context
  const path = place.path
  if (value.kind === 'star') {
    const [first] = openAttributes(target, context)
    if (first === undefined) return true
    const at = join(path, first.name)
    report('names.again', invalidKey(first.name, { rule: 'populate.attribute-star', path: at, param: null }))
    return false
  }
  if (value.kind === 'list') {
    for (const at of value.raw.keys()) {
      if (at > 1) report('populate.names', invalidKey(String(at), { rule: 'populate.forms', path, param }))
    }
    report(
      'convert.populate',
      validation('populate.forms', "Invalid nested populate. Expected '*' or an object"),
    )
    return false
  }
  for (const { text } of value.clauses) {
    const [name = ''] = text.split('.')
    // In a list the words for true and false are not taken for names.
    if (booleanText(name) !== undefined) continue
    const at = target.attributes.has(name) ? join(path, name) : path
    report('populate.names', invalidKey(name, { rule: 'populate.unknown', path: at, param }))
  }
  report(
    'convert.populate',
    validation('populate.forms', "Invalid nested populate. Expected '*' or an object"),
  )
  return false
}

/** Of an attribute that the role may not see, only the names are checked: the rest never comes to pass. */
export function closed(context: PlaceContext): PlaceContext {
  const report = (stage: Stage, refusal: Refusal): void => {
    if (stage === 'populate.names') context.report(stage, refusal)
  }
  return { ...context, report }
}
