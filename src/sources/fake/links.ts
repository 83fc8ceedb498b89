/** Chooses the linked rows of generated relations, so that both sides of each relation agree. */

import type { Graph } from '../../reference/graph/graph.ts'
import {
  type MorphToAttribute,
  type RelationAttribute,
  ROLE_UID,
  type Uid,
  USER_UID,
} from '../../reference/schema/schema.ts'
import type { Json } from '../../util/json.ts'
import type { Words } from './chance.ts'
import type { Document, Variant } from './documents.ts'

export interface Links {
  /**
   * Returns the links for a relation of a generated row; undefined if the generator writes no links at this side of
   * the relation.
   */
  readonly relation: (
    uid: Uid,
    attribute: RelationAttribute,
    kind: Json | undefined,
    from: From,
    words: () => Words,
  ) => Json | undefined
  readonly morphTo: (uid: Uid, attribute: MorphToAttribute, from: From) => Json
}

/** The generated row whose relations get links. A component of the generated row may contain the relation. */
export interface From {
  readonly document: Document
  readonly variant: Variant
  readonly draftAndPublish: boolean
}

/** The maximum number of links in a generated to-many relation. */
const MANY = 3

export function linksIn(
  graph: Graph,
  documents: ReadonlyMap<Uid, readonly Document[]>,
  filled: ReadonlySet<Uid>,
): Links {
  const { schema, locales } = graph
  const morphs = morphTargets(graph, filled)
  const userRole = roleOfUsers(graph)
  const rowsOf = (uid: Uid, document: Document, { variant, draftAndPublish }: From): readonly number[] => {
    const type = schema.contentTypes.get(uid)
    const locale = type?.localized === true ? (variant.locale ?? locales.default) : null
    const isSame = type?.draftAndPublish === true && draftAndPublish
    return document.variants
      .filter((one) => one.locale === locale && (!isSame || one.status === variant.status))
      .map(({ id }) => id)
  }
  return {
    relation: (uid, attribute, kind, from, words) => {
      const { target, inverse, many } = attribute
      if (uid === USER_UID && target === ROLE_UID) return userRole
      if (!writes(graph, uid, attribute)) return undefined
      // Generates no links for a relation with an inverse side if the target type already has rows, because the
      // links would change these rows.
      if (inverse !== null && !filled.has(target)) return undefined
      const all = documents.get(target) ?? []
      const chosen = isShared(graph, attribute, kind)
        ? some(all, many, uid === target ? from.document.index : undefined, words())
        : share(all, many, from.document.index, uid === target)
      const ids = chosen.flatMap((document) => rowsOf(target, document, from))
      return many ? ids : ids.length === 0 ? null : ids
    },
    morphTo: (uid, attribute, from) => {
      const targets = morphs(uid, attribute.name)
      const { index } = from.document
      const count = attribute.many ? 2 : 1
      const references = Array.from({ length: count }, (_, at) => {
        const type = targets[(index * count + at) % Math.max(targets.length, 1)] ?? ''
        const document = documents.get(type)?.[Math.floor((index * count + at) / Math.max(targets.length, 1))]
        const ids = document === undefined ? [] : rowsOf(type, document, from)
        return ids.map((id): Json => ({ __type: type, id }))
      }).flat()
      return attribute.many || references.length > 0 ? references : null
    },
  }
}

/**
 * Returns whether the generator writes the links of a relation at this attribute, and not at the inverse attribute.
 * The generator writes the links at the to-one side. If both sides are to-one or both are to-many, it writes the
 * links at the side whose uid and name come first in alphabetical order.
 */
function writes({ schema }: Graph, uid: Uid, { name, many, target, inverse }: RelationAttribute): boolean {
  const other = schema.contentTypes.get(target)?.attributes.get(inverse ?? '')
  if (other?.kind !== 'relation') return true
  if (many !== other.many) return !many
  return `${uid} ${name}` <= `${target} ${other.name}`
}

/**
 * Returns whether several rows may link to the same target row. The result is true if the inverse side is to-many.
 * Without an inverse side, several rows may link to one target row unless the relation is one-to-one or one-to-many.
 */
function isShared(
  { schema }: Graph,
  { target, inverse, many }: RelationAttribute,
  kind: Json | undefined,
): boolean {
  const other = schema.contentTypes.get(target)?.attributes.get(inverse ?? '')
  if (other?.kind === 'relation') return other.many
  return many ? kind !== 'oneToMany' : kind !== 'oneToOne'
}

/**
 * Chooses target documents at random. A many-to-one or many-to-many relation from a content type to itself links only
 * to earlier documents, to avoid cycles.
 */
function some(
  all: readonly Document[],
  many: boolean,
  before: number | undefined,
  words: Words,
): readonly Document[] {
  const open = before === undefined ? all : all.slice(0, before)
  if (open.length === 0) return []
  if (!many) return [words.helpers.arrayElement(open)]
  return words.helpers.arrayElements(open, { min: 1, max: MANY })
}

/**
 * Chooses target documents to which no other document links. A one-to-one or one-to-many relation from a content
 * type to itself links only to later documents.
 */
function share(
  all: readonly Document[],
  many: boolean,
  index: number,
  isOwnKind: boolean,
): readonly Document[] {
  const size = many ? MANY : 1
  const start = index * size + (isOwnKind ? 1 : 0)
  return all.slice(start, start + size)
}

/**
 * Makes a function that returns the types to which a generated morph relation links, among the types with generated
 * rows. A generated morph relation links to types with the inverse relation. If no type has the inverse relation,
 * the morph relation links to all content types of the project with generated rows.
 */
function morphTargets(
  { schema }: Graph,
  filled: ReadonlySet<Uid>,
): (uid: Uid, name: string) => readonly Uid[] {
  const types = [...schema.contentTypes.values()].filter(({ uid }) => filled.has(uid))
  const open = types.filter(({ uid }) => uid.startsWith('api::')).map(({ uid }) => uid)
  return (uid, name) => {
    const showing = types.filter(({ attributes }) =>
      [...attributes.values()].some(
        (attribute) => attribute.kind === 'morphBy' && attribute.target === uid && attribute.by === name,
      ),
    )
    return showing.length === 0 ? open : showing.map((type) => type.uid)
  }
}

/** Returns a link to the role `authenticated` for generated users; undefined if the graph has no such role. */
function roleOfUsers({ tables }: Graph): Json | undefined {
  const row = tables.get(ROLE_UID)?.rows.find(({ values }) => values['type'] === 'authenticated')
  return row === undefined ? undefined : [row.id]
}
