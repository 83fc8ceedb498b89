/** Decides which dotted populate paths take effect, and finds the attributes that these paths name. */
import type { PopulateClause, PopulateSyntax } from '../parse/syntax.ts'
import type { Attribute, Model, Schema } from '../schema/schema.ts'
import { targetOf } from '../schema/target.ts'
import type { HasDepartures } from '../strapi/changes.ts'
import { keepsLaterPath } from '../strapi/names.ts'

type PathsSyntax = Extract<PopulateSyntax, { kind: 'paths' }>

/**
 * Returns the items of a `populate` list that take effect. According to the documentation, all items of a `populate`
 * list take effect. If a `populate` list contains `a` and `a.b`, the real server applies only the later item.
 */
export function followedClauses(
  { clauses, form }: PathsSyntax,
  has: HasDepartures['has'],
): readonly PopulateClause[] {
  if (form !== 'list' || !keepsLaterPath({ has })) return clauses
  const texts = clauses.map(({ text }) => namesOf(text).join('.'))
  const leadsThrough = (long: string, short: string): boolean => long.startsWith(`${short}.`)
  return clauses.filter((_, at) => {
    const own = texts[at] ?? ''
    const later = texts.slice(at + 1)
    return !later.some((other) => leadsThrough(own, other) || leadsThrough(other, own))
  })
}

/**
 * Returns the names in a populate text that is one path, without empty names at the start. The real server ignores
 * dots at the start of a populate text (case populate.nested-name.dot).
 */
export function namesOf(text: string): readonly string[] {
  const names = text.split('.')
  const first = names.findIndex((name) => name !== '')
  return first < 0 ? [''] : names.slice(first)
}

/** Returns the attributes that a dotted path names, up to the first unknown name or the first dynamic zone. */
export function attributesOf(path: readonly string[], root: Model, schema: Schema): readonly Attribute[] {
  const found: Attribute[] = []
  let model: Model | undefined = root
  for (const name of path) {
    const attribute: Attribute | undefined = model?.attributes.get(name)
    if (attribute === undefined) return found
    found.push(attribute)
    model = targetOf(schema, attribute)
  }
  return found
}
