/** `count`: its value, and what can stand beside it where a database counts alone. */
import { isOpen, openAttributes } from '../access.ts'
import { canCount } from '../names/count.ts'
import type { PopulateOption, PopulateSyntax } from '../parse/syntax.ts'
import { booleanText } from '../parse/url.ts'
import { crash } from '../refusal.ts'
import type { Model, PopulatableAttribute } from '../schema/schema.ts'
import { isPopulatable } from '../schema/target.ts'
import { type Judge, notice } from './judge.ts'
import type { PopulateLevel } from './level.ts'
import { refuseName } from './populate-faults.ts'

/** What an option asks for, where another cannot stand beside it. */
export type OptionKind = 'count' | 'more' | 'else'

export function checkCount(
  { value }: Extract<PopulateOption, { key: 'count' }>,
  place: PopulateLevel,
  judge: Judge,
): void {
  if (booleanText(value) === undefined) refuseName('count', 'populate.count', place.path, judge)
}

/** What is asked for of an attribute besides being counted. */
export function checkBesideCount(
  attribute: PopulatableAttribute,
  asked: ReadonlySet<OptionKind>,
  place: PopulateLevel,
  judge: Judge,
): void {
  const isFull = asked.has('count') && asked.has('more') && judge.database.counts === 'alone'
  if (!isFull || !canCount(attribute, judge.has)) return
  const message = `Invalid count at ${place.path}: what is counted cannot be sorted or populated`
  notice('query.run', crash('database', 'populate.count', message), judge)
}

/** Whether a populate shows anything to the role at all. */
export function bringsIn(syntax: PopulateSyntax, model: Model, judge: Judge): boolean {
  const isShown = (name: string | undefined): boolean => {
    const attribute = name === undefined ? undefined : model.attributes.get(name)
    return (
      attribute !== undefined && isPopulatable(attribute) && !attribute.private && isOpen(attribute, judge)
    )
  }
  switch (syntax.kind) {
    case 'all':
      return openAttributes(model, judge).length > 0
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
