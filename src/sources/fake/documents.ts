/** Plans the generated documents of a content type: the draft and published rows of each document in its locales. */
import type { Graph } from '../../reference/graph/graph.ts'
import {
  ADMIN_USER_UID,
  type ContentType,
  FILE_UID,
  ROLE_UID,
  type Uid,
} from '../../reference/schema/schema.ts'
import type { Chance } from './chance.ts'
import { documentIdOf } from './media.ts'

export interface Variant {
  readonly id: number
  readonly locale: string | null
  readonly status: 'draft' | 'published'
}

export interface Document {
  readonly documentId: string
  /** The index of the document among the documents of its content type, counted from 0. */
  readonly index: number
  readonly variants: readonly Variant[]
  /** Whether the draft differs from the published row. */
  readonly isModified: boolean
}

/** The content types for which `--fake` generates no entries: files, administrators, roles and permissions. */
const NOT_MADE: readonly Uid[] = [FILE_UID, ADMIN_USER_UID, ROLE_UID, 'plugin::users-permissions.permission']

/**
 * Returns the content types for which `--fake` generates entries: types without rows that the project defines or
 * reaches by a relation. The result contains no type in `NOT_MADE`.
 */
export function emptyTypes({ tables, schema }: Graph): readonly ContentType[] {
  const linked = new Set<Uid>()
  const own = [...schema.contentTypes.values()].filter(({ uid }) => uid.startsWith('api::'))
  for (const { attributes } of [...own, ...schema.components.values()]) {
    for (const attribute of attributes.values()) {
      if (attribute.kind === 'relation' && attribute.via === 'stored') linked.add(attribute.target)
    }
  }
  for (const uid of NOT_MADE) linked.delete(uid)
  return [...tables.values()]
    .filter(({ type, rows }) => rows.length === 0 && (type.uid.startsWith('api::') || linked.has(type.uid)))
    .map(({ type }) => type)
}

/**
 * Plans the generated documents of a content type. In a localized content type, every second generated document has
 * rows in all locales.
 */
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
      // One in five documents has a draft that differs from its published row. A generated document without a
      // published row has no modified draft.
      isModified: type.draftAndPublish && index % 5 === 2,
    }
  })
}

/**
 * Returns whether a generated document has only a draft. One generated document in five has only a draft. The entry
 * of a single type is always published.
 */
const isDraftOnly = ({ kind }: ContentType, index: number): boolean =>
  kind === 'collectionType' && index % 5 === 4

/** Returns the documents of a content type that the source already has. */
export function oldDocuments({ tables }: Graph, uid: Uid): readonly Document[] {
  const documents = [...(tables.get(uid)?.byDocument ?? [])]
  return documents.map(([documentId, rows], index) => ({
    documentId,
    index,
    variants: rows.map(({ id, locale, status }) => ({ id, locale, status })),
    isModified: false,
  }))
}
