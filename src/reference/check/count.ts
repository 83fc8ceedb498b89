/**
 * Checks the option `count` of a populated attribute: its value, and the other options that some databases cannot
 * combine with `count`.
 */
import { isOpen, openAttributes } from '../access.ts'
import type { PopulateOption, PopulateSyntax } from '../parse/syntax.ts'
import { booleanText } from '../parse/url.ts'
import type { Model, PopulatableAttribute } from '../schema/schema.ts'
import { isPopulatable } from '../schema/target.ts'
import { countsAlone } from '../strapi/check/database.ts'
import * as failure from '../strapi/check/failures.ts'
import { type CheckContext, report } from './context.ts'
import type { PopulateLevel } from './level.ts'
import { refuseName } from './populate-faults.ts'

/**
 * The kind of a populate option, in relation to `count`. The kind `more` means a populate option that some databases
 * cannot combine with `count`.
 */
export type OptionKind = 'count' | 'more' | 'else'

export function checkCount(
  { value }: Extract<PopulateOption, { key: 'count' }>,
  place: PopulateLevel,
  context: CheckContext,
): void {
  if (booleanText(value) === undefined) refuseName('count', 'populate.count', place.path, context)
}

/** Refuses `count` together with a sort or a populate, if the database of the profile cannot combine them. */
export function checkWithCount(
  attribute: PopulatableAttribute,
  asked: ReadonlySet<OptionKind>,
  place: PopulateLevel,
  context: CheckContext,
): void {
  if (!asked.has('count') || !asked.has('more') || !countsAlone(attribute, context)) return
  const message = `Invalid count at ${place.path}: counted entries cannot be sorted or populated`
  report('query.run', failure.ofDatabase('populate.count', message), context)
}

/** Returns whether the role can see at least one attribute that a `populate` names. */
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
