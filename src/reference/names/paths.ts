/** Dotted populate paths: which of them count, and to what their names lead. */
import type { PopulateClause, PopulateSyntax } from '../parse/syntax.ts'
import type { Attribute, Model, Schema } from '../schema/schema.ts'
import { targetOf } from '../schema/target.ts'
import type { Departure } from '../strapi/changes.ts'

type PathsSyntax = Extract<PopulateSyntax, { kind: 'paths' }>

/** The clauses that are followed: all, but of `a` and `a.b` in a list the real server keeps the later one alone. */
export function followedClauses(
  { clauses, form }: PathsSyntax,
  has: (departure: Departure) => boolean,
): readonly PopulateClause[] {
  if (form !== 'list' || !has('dotted-order')) return clauses
  const leadsThrough = (long: PopulateClause, short: PopulateClause) => long.text.startsWith(`${short.text}.`)
  return clauses.filter((clause, at) => {
    const later = clauses.slice(at + 1)
    return !later.some((other) => leadsThrough(clause, other) || leadsThrough(other, clause))
  })
}

/** The attributes a path names, up to the first that is none or that a zone stands in front of. */
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
