/** `count`: its value, and what can stand beside it where a database counts alone. */
import { isOpen, openAttributes } from '../access.ts'
import { canCount } from '../names/count.ts'
import type { PopulateOption, PopulateSyntax } from '../parse/syntax.ts'
import { booleanText } from '../parse/url.ts'
import { crash } from '../refusal.ts'
import type { Model, PopulatableAttribute } from '../schema/schema.ts'
import { isPopulatable } from '../schema/target.ts'
import { type CheckContext, report } from './context.ts'
import type { PopulateLevel } from './level.ts'
import { refuseName } from './populate-faults.ts'

/** What an option asks for, where another cannot stand beside it. */
export type OptionKind = 'count' | 'more' | 'else'

export function checkCount(
  { value }: Extract<PopulateOption, { key: 'count' }>,
  place: PopulateLevel,
  context: CheckContext,
): void {
  if (booleanText(value) === undefined) refuseName('count', 'populate.count', place.path, context)
}

/** What is asked for of an attribute besides being counted. */
export function checkWithCount(
  attribute: PopulatableAttribute,
  asked: ReadonlySet<OptionKind>,
  place: PopulateLevel,
  context: CheckContext,
): void {
  const isFull = asked.has('count') && asked.has('more') && context.database.counts === 'alone'
  if (!isFull || !canCount(attribute, context.has)) return
  const message = `Invalid count at ${place.path}: what is counted cannot be sorted or populated`
  report('query.run', crash('database', 'populate.count', message), context)
}

/** Whether a populate shows anything to the role at all. */
export function populatesAny(syntax: PopulateSyntax, model: Model, context: CheckContext): boolean {
  const isShown = (name: string | undefined): boolean => {
    const attribute = name === undefined ? undefined : model.attributes.get(name)
    return (
      attribute !== undefined && isPopulatable(attribute) && !attribute.private && isOpen(attribute, context)
    )
  }
  switch (syntax.kind) {
    case 'all':
      return openAttributes(model, context).length > 0
    case 'paths':
      return syntax.clauses.some(({ paths }) => paths.some(([name]) => isShown(name)))
    case 'attributes':
      return syntax.entries.some(({ key, value }) => (value.kind !== 'flag' || value.on) && isShown(key))
    case 'none':
    case 'malformed':
    case 'overflow':
      return false
  }
}
