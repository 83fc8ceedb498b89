/** Shows rows as entries of an answer, with ids, scalars and populated attributes. */

import type { Model, PopulatableAttribute, Uid } from '../reference/schema/schema.ts'
import type { Json } from '../util/json.ts'
import { isOpenTo, mayFind } from './access.ts'
import { shownScalars } from './fields.ts'
import { matches } from './filters.ts'
import { firstIfOne, type Linked, linked } from './links.ts'
import { isMany, leadsTo, modelOf, populatable } from './model.ts'
import { PLAIN, type Wanted } from './populate.ts'
import { sorted } from './sort.ts'
import { documentIdOf } from './values.ts'
import type { View } from './visibility.ts'

type Shown = { [key: string]: Json }

export function show(node: Linked, model: Model, { fields, populate }: Wanted, view: View): Shown {
  const shown: Shown = { id: node.id } // entry.id media.* component.id fields.keeps-ids
  const documentId = documentIdOf(node)
  if (documentId !== null) shown.documentId = documentId // entry.document-id media.documentId component.document-id
  for (const name of shownScalars(fields, model)) {
    // entry.created-at entry.updated-at entry.published-at entry.locale
    shown[name] = node.values[name] ?? null // entry.flat version.flat entry.answers-null entry.types.*
  }
  const wanted = populate(model)
  for (const attribute of populatable(model)) {
    const below = wanted.get(attribute.name) // populate.without populate.explicit fields.not-populate
    const value = below === undefined ? undefined : populatedOf(attribute, node, below, view)
    if (value !== undefined) shown[attribute.name] = value // populate.adds entry.unwrapped version.flattened-only
  }
  return shown
}

/** Returns the shown value of a populated attribute; undefined if the answer omits the attribute for the role. */
function populatedOf(
  attribute: PopulatableAttribute,
  node: Linked,
  wanted: Wanted,
  view: View,
): Json | undefined {
  if (!isOpenTo(attribute, view.role)) return undefined // populate.permission access.unpopulated
  // No answer shows the users of a role.
  if (node.uid === 'plugin::users-permissions.role' && attribute.name === 'users') return undefined
  const kinds = attribute.kind === 'morphTo' ? findable(wanted, view) : wanted.kinds
  if (attribute.kind === 'morphTo' && kinds?.size === 0) return undefined
  const wantedOf = (uid: Uid): Wanted | undefined => (kinds === undefined ? wanted : kinds.get(uid)) // populate.on
  const found = linked(node, attribute, view).filter((one) => {
    const [model, own] = [modelOf(one.uid, view.graph.schema), wantedOf(one.uid)]
    return model !== undefined && own !== undefined && matches(own.filters, one, model, view) // populate.filters.*
  })
  const target = leadsTo(attribute, view.graph.schema)
  const isSorted = wanted.sort !== undefined && wanted.sort.keys.length > 0 && target !== undefined
  const inOrder = isSorted ? sorted(found, wanted.sort, target, view) : firstIfOne(found, attribute) // populate.sort.list
  const kept = isMany(attribute) ? inOrder : inOrder.slice(0, 1)
  if (wanted.count === true) return { count: kept.length } // populate.count
  const shown = kept.map((one) => element(one, attribute, wantedOf(one.uid) ?? PLAIN, view))
  return isMany(attribute) ? shown : (shown[0] ?? null) // populate.to-one populate.kind.* populate.no-id-lists
}

function element(node: Linked, attribute: PopulatableAttribute, wanted: Wanted, view: View): Shown {
  const model = modelOf(node.uid, view.graph.schema)
  const shown = model === undefined ? {} : show(node, model, wanted, view) // populate.depth limit.depth fields.nested
  if (attribute.kind === 'zone') shown.__component = node.uid // component.discriminator
  if (attribute.kind === 'morphTo') shown.__type = node.uid // populate.morph
  return shown
}

/** Returns the requested types of a `morphTo` relation that the role may find, each with its options. */
function findable({ kinds, ...rest }: Wanted, { graph, role }: View): ReadonlyMap<Uid, Wanted> {
  const all = [...graph.schema.contentTypes.keys()].map((uid): [Uid, Wanted] => [uid, rest])
  return new Map([...(kinds ?? all)].filter(([uid]) => mayFind(role, uid))) // populate.built-in
}
