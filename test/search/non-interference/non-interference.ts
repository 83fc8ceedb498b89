/**
 * Generates pairs of datasets that differ only in data that a role may not see, and requests that try to reveal the
 * difference. Both datasets must give byte-identical answers, because even a total, an order or a message could
 * reveal the private data.
 */
import * as fc from 'fast-check'
import { broken } from '../../../properties/arbitraries/broken.ts'
import { type Dice, dice, roll } from '../../../properties/arbitraries/dice.ts'
import { type Ask, type AskSeed, requestOf, seeds } from '../../../properties/arbitraries/request.ts'
import { load, type World, worlds } from '../../../properties/arbitraries/world.ts'
import { withOtherValues, withoutRows } from '../../../properties/laws/alter.ts'
import { allAround, isOnlyHere } from '../../../properties/laws/secrets.ts'
import type { ApiRequest } from '../../../src/reference/api.ts'
import type { Graph, Role } from '../../../src/reference/graph/graph.ts'
import type { DatasetFiles } from '../../../src/reference/load/files/files.ts'
import type { Attribute, ContentType, Model, Uid } from '../../../src/reference/schema/schema.ts'
import type { Secret } from '../../../src/reference/strapi/quirks.ts'
import { mayFind } from '../../../src/semantics/access.ts'
import { isSecret } from '../../../src/semantics/model.ts'
import { aimed } from './aimed.ts'

/** Two datasets, the kind of data in which they differ, and requests that must get equal answers. */
export interface DatasetPair {
  readonly differIn: Secret
  readonly files: DatasetFiles
  readonly changed: DatasetFiles
  readonly first: Graph
  readonly second: Graph
  readonly requests: readonly ApiRequest[]
}

/** A generated world, and random numbers for the pairs of datasets that are made from the world. */
export interface Trial {
  readonly world: World
  readonly lucks: readonly { readonly seed: AskSeed; readonly throws: Dice }[]
  readonly choice: Dice
}

/** The number of request seeds in a trial; each seed gives five requests. */
const SEEDS = 6

/** The settings of worlds with many links and many entries. */
const RICH = { types: 4, documents: 40, relations: 5 }

export const trials: fc.Arbitrary<Trial> = fc.record({
  world: worlds(RICH),
  lucks: fc.array(fc.record({ seed: seeds, throws: dice(48) }), { maxLength: SEEDS, minLength: SEEDS }),
  choice: dice(8),
})

/** Returns a pair of datasets for each kind of private data in the world. */
export function pairsOf({ world, lucks, choice }: Trial): readonly DatasetPair[] {
  const { graph, files } = world
  const ask = (differIn: Secret, role: Role | null): readonly Ask[] => {
    const view = role === null ? graph : seenBy(role, graph)
    return lucks.flatMap(({ seed, throws }) => [
      seed(view),
      broken(seed, throws, view),
      aimed(seed(view), throws, differIn, graph),
      aimed(seed(view), throws.toReversed(), differIn, graph),
      allAround(seed(view)),
    ])
  }
  const pair = (differIn: Secret, changed: DatasetFiles, asks: readonly Ask[]): DatasetPair[] => {
    if (JSON.stringify(changed) === JSON.stringify(files)) return []
    const requests = asks.map((one) => requestOf(one))
    return [{ differIn, files, changed, first: graph, second: load(changed), requests }]
  }
  const closed = closedTo(graph, choice)
  return [
    ...pair('private values', withOther(world, holdsValues), ask('private values', null)),
    ...pair('private links', withOther(world, holdsLinks), ask('private links', null)),
    ...(closed === undefined
      ? []
      : pair(
          'closed entries',
          withoutClosed(world, closed.types, choice),
          ask('closed entries', closed.role)
            .map((one) => ({ ...one, role: closed.role, token: closed.token }))
            .filter(({ type, target }) => target !== 'document' || !closed.types.has(type.uid)),
        )),
  ]
}

const holdsValues = ({ kind }: Attribute): boolean =>
  kind === 'scalar' || kind === 'component' || kind === 'zone'
const holdsLinks = ({ kind }: Attribute): boolean =>
  kind === 'relation' || kind === 'media' || kind === 'morphTo'

/** Returns the dataset with other values, links and components in its private attributes. */
function withOther({ files, graph }: World, isMeant: (attribute: Attribute) => boolean): DatasetFiles {
  return withOtherValues(
    files,
    graph.schema,
    (attribute: Attribute, model: Model) =>
      isSecret(attribute) && isMeant(attribute) && isOnlyHere(attribute, model, graph),
  )
}

interface Closed {
  readonly role: Role
  readonly token: string | undefined
  readonly types: ReadonlySet<Uid>
}

/** Returns a role that may read some types, and the types that it may not read. */
function closedTo(graph: Graph, choice: Dice): Closed | undefined {
  const { access, schema } = graph
  const tokens = [...access.tokens].map(([token, name]): [string | undefined, string] => [token, name])
  const known = [[undefined, access.publicRole] as const, ...tokens].flatMap(([token, name]): Closed[] => {
    const role = access.roles.get(name)
    if (role === undefined || role.permissions.size === 0) return []
    const types = new Set(
      [...schema.contentTypes.values()].filter(isClosedTo(role, graph)).map(({ uid }) => uid),
    )
    return types.size === 0 ? [] : [{ role, token, types }]
  })
  // Prefers roles that may read some types of the project and may not read other types of the project.
  const useful = known.filter(({ role, types }) => {
    const own = [...schema.contentTypes.keys()].filter((uid) => uid.startsWith('api::'))
    return own.some((uid) => types.has(uid)) && own.some((uid) => mayFind(role, uid))
  })
  if (known.length === 0) return undefined
  return roll(choice).pick(useful.length > 0 ? useful : known)
}

/**
 * Returns whether a role may not read a type. Uploaded files always count as readable, and so do administrators if an
 * entry shows its creators.
 */
function isClosedTo(role: Role, { schema }: Graph): (type: ContentType) => boolean {
  const showsCreators = [...schema.contentTypes.values()].some((type) => type.populateCreatorFields)
  return ({ uid }) =>
    !mayFind(role, uid) && uid !== 'plugin::upload.file' && !(uid === 'admin::user' && showsCreators)
}

/** Returns the dataset with other values in the rows of some types, and with most or all of these rows removed. */
function withoutClosed({ files, graph }: World, types: ReadonlySet<Uid>, choice: Dice): DatasetFiles {
  const values = withOtherValues(
    files,
    graph.schema,
    ({ kind, name }, { uid }) =>
      kind === 'scalar' && types.has(uid) && name !== 'locale' && name !== 'publishedAt',
  )
  // Often all rows are removed, because an empty type is the easiest difference to detect.
  const kept = roll(choice.toReversed()).upTo(2)
  return withoutRows(
    values,
    graph.schema,
    ({ id }, uid) => types.has(uid) && (kept === 0 || Number(id) % 3 !== kept),
  )
}

/** Returns the graph with only the given role, so that generated requests suit its permissions. */
function seenBy(role: Role, graph: Graph): Graph {
  const access = { ...graph.access, publicRole: role.name, tokens: new Map<string, string>() }
  return { ...graph, access }
}
