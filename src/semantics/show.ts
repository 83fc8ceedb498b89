/** Entries: expanded as far as they are asked for, and cut down to what is asked for. */

import { isOpenTo, leadsTo, mayFind, openScalars, populatable } from '../../properties/arbitraries/places.ts'
import type {
  FieldsSyntax,
  FilterSyntax,
  PopulateSyntax,
  PopulateValue,
  SortSyntax,
} from '../reference/parse/syntax.ts'
import type { Model, PopulatableAttribute, Uid } from '../reference/schema/schema.ts'
import type { Json } from '../util/json.ts'
import { matches } from './conditions.ts'
import { sorted } from './order.ts'
import { documentIdOf, firstIfOne, isMany, type Linked, linked, type View } from './view.ts'

/** What is wanted of entries. */
export interface Wanted {
  readonly fields: FieldsSyntax
  readonly filters?: FilterSyntax
  readonly sort?: SortSyntax
  readonly count?: boolean
  /** By kind, where only some kinds are wanted. */
  readonly kinds?: ReadonlyMap<Uid, Wanted>
  readonly populate: (model: Model) => ReadonlyMap<string, Wanted>
}

type Shown = { [key: string]: Json }

const NOTHING: ReadonlyMap<string, Wanted> = new Map()
const PLAIN: Wanted = { fields: { kind: 'all' }, populate: () => NOTHING }

export function show(node: Linked, model: Model, { fields, populate }: Wanted, view: View): Shown {
  const shown: Shown = { id: node.id }
  const documentId = documentIdOf(node)
  if (documentId !== null) shown.documentId = documentId
  for (const name of namesOf(fields, model)) shown[name] = node.values[name] ?? null
  const wanted = populate(model)
  for (const attribute of populatable(model)) {
    const under = wanted.get(attribute.name)
    const value = under === undefined ? undefined : underOf(node, attribute, under, view)
    if (value !== undefined) shown[attribute.name] = value
  }
  return shown
}

function namesOf(fields: FieldsSyntax, model: Model): readonly string[] {
  const all = openScalars(model).map(({ name }) => name)
  if (fields.kind !== 'names' || fields.names.includes('*')) return all
  return all.filter((name) => fields.names.includes(name))
}

/** What an attribute shows; undefined where the role sees nothing of it. */
function underOf(
  node: Linked,
  attribute: PopulatableAttribute,
  wanted: Wanted,
  view: View,
): Json | undefined {
  if (!isOpenTo(attribute, view.role)) return undefined
  // Who has a role is told by no role.
  if (node.uid === 'plugin::users-permissions.role' && attribute.name === 'users') return undefined
  const kinds = attribute.kind === 'morphTo' ? openKinds(wanted, view) : wanted.kinds
  if (attribute.kind === 'morphTo' && kinds?.size === 0) return undefined
  const wantedOf = (uid: Uid): Wanted | undefined => (kinds === undefined ? wanted : kinds.get(uid))
  const found = linked(node, attribute, view).filter((one) => {
    const model = modelOf(one.uid, view)
    const own = wantedOf(one.uid)
    return model !== undefined && own !== undefined && matches(own.filters, one, model, view)
  })
  const all = ordered(found, attribute, wanted, view)
  if (wanted.count === true) return { count: all.length }
  const shown = all.map((one) => element(one, attribute, wantedOf(one.uid) ?? PLAIN, view))
  return isMany(attribute) ? shown : (shown[0] ?? null)
}

/** In the order asked for; of several rows of a to-one only the first. */
function ordered(
  nodes: readonly Linked[],
  attribute: PopulatableAttribute,
  { sort }: Wanted,
  view: View,
): readonly Linked[] {
  const target = leadsTo(attribute, view.graph.schema)
  if (sort === undefined || sort.keys.length === 0 || target === undefined)
    return firstIfOne(nodes, attribute)
  const all = sorted(nodes, sort, target, view)
  return isMany(attribute) ? all : all.slice(0, 1)
}

function element(node: Linked, attribute: PopulatableAttribute, wanted: Wanted, view: View): Shown {
  const model = modelOf(node.uid, view)
  const shown = model === undefined ? {} : show(node, model, wanted, view)
  if (attribute.kind === 'zone') shown.__component = node.uid
  if (attribute.kind === 'morphTo') shown.__type = node.uid
  return shown
}

const modelOf = (uid: Uid, { graph: { schema } }: View): Model | undefined =>
  schema.contentTypes.get(uid) ?? schema.components.get(uid)

/** The kinds of a morph relation that are wanted and that the role may find. */
function openKinds({ kinds, ...rest }: Wanted, { graph, role }: View): ReadonlyMap<Uid, Wanted> {
  const all = [...graph.schema.contentTypes.keys()].map((uid): [Uid, Wanted] => [uid, rest])
  return new Map([...(kinds ?? all)].filter(([uid]) => mayFind(role, uid)))
}

/** What a populate asks for of each attribute of a model. */
export function wantedBy(syntax: PopulateSyntax): Wanted['populate'] {
  switch (syntax.kind) {
    case 'all':
      return (model) => new Map(populatable(model).map(({ name }) => [name, PLAIN]))
    case 'paths':
      return alongPaths(syntax.clauses.flatMap(({ paths }) => paths))
    case 'attributes': {
      const wanted = new Map(syntax.entries.flatMap(({ key, value }) => one(key, value)))
      return () => wanted
    }
    case 'none':
    case 'malformed':
    case 'overflow':
      return () => NOTHING
  }
}

function alongPaths(paths: readonly (readonly string[])[]): Wanted['populate'] {
  const firsts = new Set(paths.flatMap(([first]) => first ?? []))
  const wanted = [...firsts].map((first): [string, Wanted] => {
    const rests = paths.flatMap(([name, ...rest]) => (name === first && rest.length > 0 ? [rest] : []))
    return [first, { fields: { kind: 'all' }, populate: alongPaths(rests) }]
  })
  return () => new Map(wanted)
}

/** One key of the object form, or one kind under `on`; nothing where it is switched off. */
function one(key: string, value: PopulateValue): [string, Wanted][] {
  if (value.kind === 'flag') return value.on ? [[key, PLAIN]] : []
  if (value.kind !== 'options') return []
  let wanted = PLAIN
  for (const option of value.options.entries) {
    switch (option.key) {
      case 'fields':
        wanted = { ...wanted, fields: option.fields }
        break
      case 'filters':
        wanted = { ...wanted, filters: option.filters }
        break
      case 'sort':
        wanted = { ...wanted, sort: option.sort }
        break
      case 'populate':
        wanted = { ...wanted, populate: wantedBy(option.populate) }
        break
      case 'count':
        wanted = { ...wanted, count: ['true', 't', '1'].includes(String(option.value)) }
        break
      case 'on':
        wanted = {
          ...wanted,
          kinds: new Map((option.kinds ?? []).flatMap((kind) => one(kind.key, kind.value))),
        }
        break
      case 'other':
        break
    }
  }
  return [[key, wanted]]
}
