/** Walks over entries that the document service returned, and over the `data` of a request body. */
import { type Attribute, FILE_UID, type Model, type Schema } from '../../../reference/schema/schema.ts'
import { modelOf } from '../../../reference/schema/target.ts'
import { isList, isObject, type Json, member } from '../../../util/json.ts'
import { isTree, membersOf, objectOf, type Part, type Place, valueAfter, visitOf, type Walk } from './walk.ts'

/**
 * Calls the visitor for each member of an entry. A member that is not an attribute stays, unless the visitor removes
 * the member.
 */
export function walkEntity(walk: Walk, place: Place, entity: Json): Json {
  if (!isTree(entity) || place.model === undefined) return entity
  // As in Strapi, the variable `parent` keeps its value after a relation, so that a later key of the entry counts as a
  // key below the relation.
  let parent = place.parent
  const members = membersOf(entity).map(([key, value]): readonly [string, Part] => {
    const visit = visitOf(key, value, { ...place, parent })
    const after = valueAfter(walk.visit(visit), value)
    const { attribute, path } = visit
    if (after === undefined || after === null || attribute === undefined || attribute.kind === 'scalar')
      return [key, after]
    if (attribute.kind === 'zone' && !isList(after)) return [key, after]
    parent = attribute
    const below = (item: Json): Json => {
      const model = modelBelow(attribute, item, walk.schema)
      return item === null ? item : walkEntity(walk, { model, path, parent: attribute }, item)
    }
    return [key, isList(after) ? after.map(below) : below(after)]
  })
  const isSame = members.every(([key, value]) => value === Reflect.get(entity, key))
  if (isSame) return entity
  return isList(entity) ? members.map(([, value]) => value ?? null) : objectOf(members)
}

/** Returns the model of one item in the value of an attribute; undefined if the item names no type. */
function modelBelow(attribute: Attribute, item: Json, schema: Schema): Model | undefined {
  switch (attribute.kind) {
    case 'relation':
    case 'morphBy':
      return modelOf(schema, attribute.target)
    case 'media':
      return modelOf(schema, FILE_UID)
    case 'component':
      return modelOf(schema, attribute.component)
    case 'zone':
      return modelNamed('__component', item, schema)
    case 'morphTo':
      return modelNamed('__type', item, schema)
    case 'scalar':
      return undefined
  }
}

function modelNamed(key: string, item: Json, schema: Schema): Model | undefined {
  const uid = isObject(item) ? member(item, key) : undefined
  return typeof uid === 'string' ? modelOf(schema, uid) : undefined
}
