/** Finds types, components and attributes in the description of a world. */
import type {
  AttributeDescribed,
  Described,
  LinkDescribed,
  ModelDescribed,
  TypeDescribed,
} from '../described.ts'
import type { Leads } from './read/read.ts'

export type ModelOf = (uid: string) => ModelDescribed | undefined

/** Indexes the types and components of a world by uid. */
export function modelsOf({ types, components }: Described): ModelOf {
  const byUid = new Map<string, ModelDescribed>()
  for (const model of [...components, ...types]) byUid.set(model.uid, model)
  return (uid) => byUid.get(uid)
}

/** Returns the type that a path requests: `/api/articles`, `/api/articles/abc`; undefined for any other path. */
export function typeAt({ types, prefix }: Described, path: string): TypeDescribed | undefined {
  if (!path.startsWith(`${prefix}/`)) return undefined
  const [name = ''] = path.slice(prefix.length + 1).split('/')
  return types.find((type) => type.path === name.toLowerCase())
}

export const pathTo = ({ prefix }: Described, { path }: TypeDescribed): string => `${prefix}/${path ?? ''}`

/** Returns the documentId in a path that requests one document; null for other paths. */
export const documentIn = ({ prefix }: Described, path: string): string | null =>
  path.slice(prefix.length + 1).split('/')[1] ?? null

export const attributeOf = (
  model: ModelDescribed | undefined,
  name: string,
): AttributeDescribed | undefined => model?.attributes.find((attribute) => attribute.name === name)

export const linksOf = ({ attributes }: ModelDescribed): readonly LinkDescribed[] =>
  attributes.filter((attribute) => attribute.kind !== 'scalar')

/**
 * Returns the model of the entries that an attribute links to; undefined if the attribute can link to several
 * models.
 */
export function targetOf(
  models: ModelOf,
  attribute: AttributeDescribed | undefined,
): ModelDescribed | undefined {
  if (attribute === undefined || attribute.kind === 'scalar' || hasKinds(attribute)) return undefined
  const [only] = attribute.to ?? []
  return only === undefined ? undefined : models(only)
}

/** Returns whether the attribute is a zone or a morph relation, so that `on` selects components or types. */
export const hasKinds = ({ kind }: AttributeDescribed): boolean => kind === 'zone' || kind === 'morph'

/** Creates the function that `readUrl` calls to decide whether a dotted name is a path. */
export function leadsIn(world: Described): Leads {
  const models = modelsOf(world)
  return (path, names) => {
    let model: ModelDescribed | undefined = typeAt(world, path)
    for (const name of names) {
      const attribute = attributeOf(model, name)
      if (attribute?.kind !== 'relation' && attribute?.kind !== 'component') return false
      model = targetOf(models, attribute)
    }
    return true
  }
}
