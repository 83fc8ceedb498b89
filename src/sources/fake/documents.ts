/** Which documents a type has, and in which rows: by locale, draft and published. */
import type { Graph } from '../../reference/graph/graph.ts'
import { ADMIN_USER_UID, type ContentType, FILE_UID, type Uid } from '../../reference/schema/schema.ts'
import type { Chance } from './chance.ts'
import { documentIdOf } from './media.ts'

export interface Variant {
  readonly id: number
  readonly locale: string | null
  readonly status: 'draft' | 'published'
}

export interface Document {
  readonly documentId: string
  /** Of the document among those of its type, from 0. */
  readonly index: number
  readonly variants: readonly Variant[]
  /** Whether the draft says something else than what is published. */
  readonly isModified: boolean
}

/** Types that are filled are those that hold nothing yet and that somebody can ask for. */
export function emptyTypes({ tables, schema }: Graph): readonly ContentType[] {
  const linked = new Set<Uid>()
  const own = [...schema.contentTypes.values()].filter(({ uid }) => uid.startsWith('api::'))
  for (const { attributes } of [...own, ...schema.components.values()]) {
    for (const attribute of attributes.values()) {
      if (attribute.kind === 'relation' && attribute.via === 'stored') linked.add(attribute.target)
    }
  }
  for (const uid of [FILE_UID, ADMIN_USER_UID]) linked.delete(uid)
  return [...tables.values()]
    .filter(({ type, rows }) => rows.length === 0 && (type.uid.startsWith('api::') || linked.has(type.uid)))
    .map(({ type }) => type)
}

/** The documents of a type that is to be filled. Every second one is there in the other locales too. */
export function newDocuments(
  type: ContentType,
  count: number,
  locales: readonly string[],
  chance: Chance,
): readonly Document[] {
  let id = 0
  const statuses = (index: number): readonly Variant['status'][] =>
    !type.draftAndPublish ? ['published'] : isDraftOnly(type, index) ? ['draft'] : ['draft', 'published']
  return Array.from({ length: type.kind === 'singleType' ? Math.min(count, 1) : count }, (_, index) => {
    const spoken = !type.localized ? [null] : index % 2 === 0 ? locales : locales.slice(0, 1)
    return {
      documentId: documentIdOf(chance, type.uid, index),
      index,
      variants: spoken.flatMap((locale) =>
        statuses(index).map((status): Variant => {
          id += 1
          return { id, locale, status }
        }),
      ),
      isModified: type.draftAndPublish && index % 7 === 2,
    }
  })
}

/** One in five was never published; what there is only one of always is. */
const isDraftOnly = ({ kind }: ContentType, index: number): boolean =>
  kind === 'collectionType' && index % 5 === 4

/** The documents that a type has already. */
export function oldDocuments({ tables }: Graph, uid: Uid): readonly Document[] {
  const documents = [...(tables.get(uid)?.byDocument ?? [])]
  return documents.map(([documentId, rows], index) => ({
    documentId,
    index,
    variants: rows.map(({ id, locale, status }) => ({ id, locale, status })),
    isModified: false,
  }))
}
