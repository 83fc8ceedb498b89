/** Edits the tree of a query. Each edit returns a new query tree, and leaves the old tree unchanged. */
import {
  type Branch,
  EMPTY_LEVEL,
  type Kind,
  type PageInput,
  type PageName,
  type Populate,
  type Query,
  type QueryLevel,
} from './query.ts'

/**
 * A step from one level of a query to the next level. The step names an attribute, and also a component or type if
 * the attribute allows several.
 */
export interface LevelStep {
  readonly attribute: string
  readonly kind: string | null
}
export type Address = readonly LevelStep[]

export const ROOT: Address = []

/** Writes the address of a query level as a text that is unique within the query: `author.blocks@blocks.quote`. */
export const addressText = (address: Address): string =>
  address.map(({ attribute, kind }) => (kind === null ? attribute : `${attribute}@${kind}`)).join('.')

/** Returns the attributes in an address, without the components and types of its steps. */
export const addressNames = (address: Address): readonly string[] => address.map(({ attribute }) => attribute)

export const branchesOf = ({ populate }: QueryLevel): readonly Branch[] =>
  populate.kind === 'some' ? populate.branches : []

export const branchOf = (level: QueryLevel, attribute: string): Branch | undefined =>
  branchesOf(level).find((branch) => branch.attribute === attribute)

/**
 * Returns the level of the query at an address; an empty level if the query does not populate the attributes of this
 * address.
 */
export function levelAt({ level }: Query, address: Address): QueryLevel {
  let found = level
  for (const step of address) found = below(found, step)
  return found
}

function below(level: QueryLevel, { attribute, kind }: LevelStep): QueryLevel {
  const branch = branchOf(level, attribute)
  if (kind === null) return branch?.level ?? EMPTY_LEVEL
  return branch?.on?.find(({ uid }) => uid === kind)?.level ?? EMPTY_LEVEL
}

/** Replaces the level of a query at an address. If levels above this level are missing, adds them. */
export function withLevel(query: Query, address: Address, change: (level: QueryLevel) => QueryLevel): Query {
  const above: QueryLevel[] = [query.level]
  for (const step of address) above.push(below(above.at(-1) ?? EMPTY_LEVEL, step))
  let level = change(above.at(-1) ?? EMPTY_LEVEL)
  for (const [at, step] of [...address.entries()].reverse())
    level = withStep(above[at] ?? EMPTY_LEVEL, step, level)
  return { ...query, level }
}

function withStep(level: QueryLevel, { attribute, kind }: LevelStep, inner: QueryLevel): QueryLevel {
  return withBranch(level, attribute, (branch) => {
    if (kind === null) return { ...branch, level: inner }
    const on = branch.on ?? []
    const isThere = on.some(({ uid }) => uid === kind)
    const next: Kind = { uid: kind, level: inner }
    return { ...branch, on: isThere ? on.map((one) => (one.uid === kind ? next : one)) : [...on, next] }
  })
}

const NEW_BRANCH = { level: EMPTY_LEVEL, on: null, count: false } as const

/** Applies a change to the branch of an attribute in `populate`, and adds the branch if it is missing. */
export function withBranch(
  level: QueryLevel,
  attribute: string,
  change: (branch: Branch) => Branch,
): QueryLevel {
  const branches = branchesOf(level)
  const known = branchOf(level, attribute)
  const next = change(known ?? { attribute, ...NEW_BRANCH })
  const changed =
    known === undefined ? [...branches, next] : branches.map((one) => (one === known ? next : one))
  return { ...level, populate: { kind: 'some', branches: changed } }
}

/**
 * Adds an attribute to `populate`, or removes it from `populate`. The list `all` contains the attributes that
 * `populate=*` populates.
 */
export function toggleBranch(level: QueryLevel, attribute: string, all: readonly string[]): QueryLevel {
  const { populate } = level
  if (populate.kind === 'all')
    return { ...level, populate: populateOf(all.filter((name) => name !== attribute).map(newBranch)) }
  const branches = branchesOf(level)
  const isThere = branches.some((branch) => branch.attribute === attribute)
  const changed = isThere
    ? branches.filter((branch) => branch.attribute !== attribute)
    : [...branches, newBranch(attribute)]
  return { ...level, populate: populateOf(changed) }
}

const newBranch = (attribute: string): Branch => ({ attribute, ...NEW_BRANCH })

const populateOf = (branches: readonly Branch[]): Populate =>
  branches.length === 0 ? { kind: 'none' } : { kind: 'some', branches }

/** Switches a level between `populate=*` and no `populate`. */
export const togglePopulateAll = (level: QueryLevel): QueryLevel => ({
  ...level,
  populate: level.populate.kind === 'all' ? { kind: 'none' } : { kind: 'all' },
})

/** Selects or deselects a field. The parameter `all` lists the fields of an answer to a query without `fields`. */
export function toggleField(level: QueryLevel, name: string, all: readonly string[]): QueryLevel {
  const shown = level.fields === null || level.fields.includes('*') ? all : level.fields
  const next = shown.includes(name) ? shown.filter((one) => one !== name) : [...shown, name]
  // A query must select at least one field, so an empty selection becomes `id`. Every answer contains the id anyway.
  const fields = next.length === 0 ? ['id'] : next.filter((one) => one !== 'id' || next.length === 1)
  const isAll = all.every((one) => fields.includes(one)) && fields.every((one) => all.includes(one))
  return { ...level, fields: isAll ? null : fields }
}

export const isFieldSelected = ({ fields }: QueryLevel, name: string): boolean =>
  fields === null || fields.includes('*') || fields.includes(name)

/**
 * Selects or deselects a component of a zone, or a target type of a morph relation. The parameter `all` lists the
 * possible components or types; an answer shows them all if the query has no `on`. If no component or type stays
 * selected, the edit removes the attribute from `populate`.
 */
export function toggleKind(
  level: QueryLevel,
  attribute: string,
  uid: string,
  all: readonly string[],
): QueryLevel {
  const branch = branchOf(level, attribute)
  const shown = branch?.on ?? all.map((kind): Kind => ({ uid: kind, level: branch?.level ?? EMPTY_LEVEL }))
  const isThere = shown.some((kind) => kind.uid === uid)
  const on = isThere ? shown.filter((kind) => kind.uid !== uid) : [...shown, { uid, level: EMPTY_LEVEL }]
  if (on.length === 0) return toggleBranch(level, attribute, [])
  return withBranch(level, attribute, (one) => ({ ...one, level: EMPTY_LEVEL, on }))
}

/** Replaces the item at an index of a list; if the new item is null, removes the item. */
export const replaced = <T>(list: readonly T[], at: number, item: T | null): readonly T[] =>
  item === null
    ? list.filter((_, index) => index !== at)
    : list.map((one, index) => (index === at ? item : one))

/**
 * Sets a parameter of `pagination`, and removes the parameters of the other style (page and pageSize, or start and
 * limit).
 */
export function withPage(query: Query, name: PageName, text: string): Query {
  const rivals: readonly string[] =
    name === 'page' || name === 'pageSize'
      ? ['start', 'limit']
      : name === 'withCount'
        ? []
        : ['page', 'pageSize']
  const kept = Object.entries({ ...query.page, [name]: text.trim() }).filter(
    ([key, value]) => value !== '' && !rivals.includes(key),
  )
  const page: PageInput = Object.fromEntries(kept)
  return { ...query, page }
}

/**
 * Sets a parameter at the root of the query whose value is a single text. If the text is empty, removes the
 * parameter from the query.
 */
export const withText = (query: Query, name: 'status' | 'locale' | 'search', text: string): Query => ({
  ...query,
  [name]: text === '' ? null : text,
})
