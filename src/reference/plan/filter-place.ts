/** Where a condition stands while `filters` is walked, and what can be wrong with what stands there. */
import { isOperator } from '../operators.ts'
import type { FilterEntry, FilterSyntax } from '../parse/syntax.ts'
import { crash, invalidKey, type Report, type Stage, validation } from '../refusal.ts'
import type { Model } from '../schema/schema.ts'
import type { Column } from './column.ts'
import type { PlaceContext } from './context.ts'
import { ALWAYS, type Condition } from './plan.ts'

/** A place in the tree: whose attributes may be named, and the attribute names that lead to it. */
export interface Place {
  readonly model: Model
  readonly path: string | null
}

/** The place of a walk in time: members of an object come one after the other, items of a list side by side. */
export interface FilterContext extends PlaceContext {
  readonly clock: { now: number }
  /** Behind a morph relation, where the real server does not look at names. */
  readonly unchecked: boolean
  /** The members of an object, whichever way the walk came to it. */
  readonly level: (entries: readonly FilterEntry[], place: Place, context: FilterContext) => Condition
}

export const at = (path: string | null): string => (path === null ? '' : ` at ${path}`)

export function unknownKey(key: string, { path }: Place, { report, param }: FilterContext): void {
  report('filters.unknown', invalidKey(key, { rule: 'filters.unknown', path, param }))
}

/** An operand object in which nothing is known: no operator and no attribute of the place it stands at. */
export function isOpaque(key: string, value: FilterSyntax, { model }: Place): boolean {
  if (!isOperator(key) || key === '$not' || key === '$null' || key === '$notNull') return false
  return namesNothing(value, model)
}

/** An object without an operator, an id or, where it is known what it speaks of, an attribute. */
export const namesNothing = (value: FilterSyntax, model?: Model): boolean =>
  value.kind === 'map' &&
  value.entries.every(({ key }) => !isOperator(key) && !isIdKey(key) && model?.attributes.has(key) !== true)

export const isIdKey = (key: string): boolean => key === 'id' || key === 'documentId'

/** Such an operand is never looked at by the real server: its condition is as if never written. */
export function dropped(key: string, { path }: Place, context: FilterContext): Condition {
  if (!context.has('opaque-operand')) {
    const message = `Invalid ${key}${at(path)}: expected a value or a list of at most 100 values, not an object`
    context.report('filters.unknown', validation('filters.opaque', message))
  }
  return ALWAYS
}

/** Names inside an operand that cannot be honoured are still names: an unknown one is told first. */
export function checkNames(value: FilterSyntax, place: Place, context: FilterContext): void {
  const report: Report = (stage, refusal) => {
    if (stage.startsWith('filters.')) context.report(stage, refusal)
  }
  const items = value.kind === 'list' ? value.items : [value]
  sideBySide(items, context, (item) => {
    if (item.kind === 'map') context.level(item.entries, place, { ...context, report })
  })
}

/** Walks the items of a list as if at once: each begins when the first did, and the list ends with the last. */
export function sideBySide<T>(
  items: readonly FilterSyntax[],
  { clock }: FilterContext,
  walk: (item: FilterSyntax) => T,
): T[] {
  const start = clock.now
  let end = start
  const walked = items.map((item) => {
    clock.now = start
    const result = walk(item)
    end = Math.max(end, clock.now)
    return result
  })
  clock.now = end
  return walked
}

export function notAValue(
  key: string,
  { path }: Column,
  found: 'list' | 'object',
  stage: Stage,
  { report }: FilterContext,
): void {
  const message = `Invalid value at ${path} ${key}: expected a value, not ${found === 'list' ? 'a list' : 'an object'}`
  report(stage, crash('sibling-key-500', 'filters.shape', message))
}
