/** Decides which dotted populate paths take effect, and finds the attributes that these paths name. */
import type { PopulateClause, PopulateSyntax } from '../parse/syntax.ts'
import type { Attribute, Model, Schema } from '../schema/schema.ts'
import { targetOf } from '../schema/target.ts'
import type { HasDepartures } from '../strapi/changes.ts'
import { keepsLaterPath } from '../strapi/names.ts'

type PathsSyntax = Extract<PopulateSyntax, { kind: 'paths' }>

/**
 * The clauses of `populate` that take effect: by default all clauses. If a list contains `a` and `a.b`, the real server
 * keeps only the later path.
 */
export function followedClauses(
  { clauses, form }: PathsSyntax,
  has: HasDepartures['has'],
): readonly PopulateClause[] {
  if (form !== 'list' || !keepsLaterPath({ has })) return clauses
  const leadsThrough = (long: PopulateClause, short: PopulateClause) => long.text.startsWith(`${short.text}.`)
  return clauses.filter((clause, at) => {
    const later = clauses.slice(at + 1)
    return !later.some((other) => leadsThrough(clause, other) || leadsThrough(other, clause))
  })
}

/** The attributes that a path names, up to the first unknown name or the first zone. */
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
