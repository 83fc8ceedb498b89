/**
 * Implements `traverseEntity` of `@strapi/utils`, which visits every member of an entry and of the entries nested in
 * it.
 */
import { at, type Bag, bagOf, type Call, isCall, isNil } from '../reach.ts'

interface Path {
  readonly raw: string | null
  readonly attribute: string | null
  readonly rawWithIndices: string | null
}

const ROOT: Path = { raw: null, attribute: null, rawWithIndices: null }

const joined = (above: string | null, name: string | number): string =>
  above === null ? String(name) : `${above}.${name}`

interface Level {
  readonly visitor: Call
  readonly schema: unknown
  readonly getModel: Call
  readonly path: Path
  readonly parent: unknown
  readonly more: Bag
}

/**
 * Visits the members of an entry and of the entries nested in it. As in Strapi, a call with fewer arguments returns
 * a function that takes the remaining arguments.
 */
export function traverseEntity(...given: readonly unknown[]): unknown {
  if (given.length < 3) return (...later: readonly unknown[]) => traverseEntity(...given, ...later)
  const [visitor, options, entity] = given
  const { schema, getModel, path, parent, ...more } = bagOf(options)
  if (!isCall(visitor) || !isCall(getModel))
    throw new TypeError('traverseEntity expects a visitor and getModel')
  return traverse({ visitor, schema, getModel, path: pathOf(path), parent, more }, entity)
}

const pathOf = (path: unknown): Path => ({ ...ROOT, ...bagOf(path) })

async function traverse(level: Level, entity: unknown): Promise<unknown> {
  if (typeof entity !== 'object' || entity === null || isNil(level.schema)) return entity
  const copy: Bag = Object.assign(Array.isArray(entity) ? Object([]) : {}, entity)
  let { parent } = level
  for (const key of Object.keys(copy)) {
    const attribute = at(level.schema, 'attributes', key)
    const path = pathBelow(level.path, key, attribute)
    const visit = {
      data: copy,
      schema: level.schema,
      key,
      value: copy[key],
      attribute,
      path,
      ...seen(level, parent),
    }
    await level.visitor(visit, visitorUtils(copy))
    const value = copy[key]
    if (isNil(value) || isNil(attribute)) continue
    if (at(attribute, 'type') === 'dynamiczone' && !Array.isArray(value)) continue
    const schemaOf = targets(attribute, level.getModel)
    if (schemaOf === undefined) continue
    parent = { schema: level.schema, key, attribute, path }
    copy[key] = await inside({ ...level, path, parent }, value, schemaOf)
  }
  return copy
}

const seen = ({ getModel, more }: Level, parent: unknown): Bag => ({ getModel, parent, ...more })

function pathBelow(path: Path, key: string, attribute: unknown): Path {
  return {
    raw: joined(path.raw, key),
    rawWithIndices: joined(path.rawWithIndices, key),
    attribute: isNil(attribute) ? path.attribute : joined(path.attribute, key),
  }
}

const visitorUtils = (data: Bag): object => ({
  remove: (key: string) => {
    delete data[key]
  },
  set: (key: string, value: unknown) => {
    data[key] = value
  },
})

/**
 * Returns a function that finds the model of an item in an attribute's value. The result is undefined if the
 * attribute does not contain entries.
 */
function targets(attribute: unknown, getModel: Call): ((item: unknown) => unknown) | undefined {
  switch (at(attribute, 'type')) {
    case 'relation': {
      const isMorph = String(at(attribute, 'relation')).toLowerCase().startsWith('morph')
      return (item) => getModel(isMorph ? at(item, '__type') : at(attribute, 'target'))
    }
    case 'media':
      return () => getModel('plugin::upload.file')
    case 'component':
      return () => getModel(at(attribute, 'component'))
    case 'dynamiczone':
      return (item) => getModel(at(item, '__component'))
    default:
      return undefined
  }
}

async function inside(level: Level, value: unknown, schemaOf: (item: unknown) => unknown): Promise<unknown> {
  const enter = (item: unknown, path: Path): Promise<unknown> | unknown =>
    isNil(item) ? item : traverse({ ...level, path, schema: schemaOf(item) }, item)
  if (!Array.isArray(value)) return enter(value, level.path)
  const { path } = level
  return Promise.all(
    value.map((item: unknown, index) =>
      enter(item, { ...path, rawWithIndices: joined(path.rawWithIndices, index) }),
    ),
  )
}
