/** Follows dotted populate paths through dynamic zones, whose components have several types. */

import type { Attribute, Model, Schema, ZoneAttribute } from '../schema/schema.ts'
import { modelOf, targetOf } from '../schema/target.ts'
import { endsPath } from '../strapi/check/paths.ts'
import type { CheckContext } from './context.ts'

/**
 * Returns the single model that an attribute leads to; undefined for a scalar, a file, and an attribute with entries of
 * several types.
 */
export const nextModel = (attribute: Attribute, schema: Schema): Model | undefined =>
  attribute.kind === 'media' ? undefined : targetOf(schema, attribute)

/**
 * Returns whether a path is valid for at least one combination of components, one from each dynamic zone on the path.
 * The walk along the path goes name by name, and follows all combinations of components in parallel. The walk stores
 * only the models that each name can lead to, and the schema bounds their number.
 */
export function leadsThroughZone(
  zone: ZoneAttribute,
  path: readonly string[],
  context: CheckContext,
): boolean {
  const { schema } = context
  let inZone = new Set(modelsOf(zone, schema))
  let elsewhere = new Set<Model>()
  for (const [at, name] of path.entries()) {
    const isLast = at === path.length - 1
    const nextInZone = new Set<Model>()
    const next = new Set<Model>()
    for (const model of inZone) {
      const attribute = model.attributes.get(name)
      if (attribute === undefined) continue
      if (isLast) return true
      const target = nextModel(attribute, schema)
      if (target !== undefined && !endsPath(attribute, context)) next.add(target)
    }
    for (const model of elsewhere) {
      const attribute = model.attributes.get(name)
      if (attribute === undefined || attribute.kind === 'scalar') continue
      if (isLast) return true
      if (attribute.kind === 'zone') for (const kind of modelsOf(attribute, schema)) nextInZone.add(kind)
      const target = nextModel(attribute, schema)
      if (target !== undefined && !endsPath(attribute, context)) next.add(target)
    }
    inZone = nextInZone
    elsewhere = next
  }
  return false
}

const modelsOf = ({ components }: ZoneAttribute, schema: Schema): readonly Model[] =>
  components.flatMap((uid) => modelOf(schema, uid) ?? [])
