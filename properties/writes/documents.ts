/** The model of the documents that the commands wrote: a map with the data that a read must return after each write. */
import type { ContentType } from '../../src/reference/schema/schema.ts'
import type { Json } from '../../src/util/json.ts'

/** The values that answers must show, by the name of the attribute. */
export type WrittenValues = Readonly<Record<string, Json>>

/** One version (draft or published) of a written document: its values, and its links as documentIds. */
export interface WrittenVersion {
  readonly values: WrittenValues
  readonly links: Readonly<Record<string, readonly string[]>>
}

export interface WrittenDocument {
  readonly type: ContentType
  /** The draft version of the document; for a type without draft & publish, the only version. */
  readonly draft: WrittenVersion
  readonly published: WrittenVersion | undefined
}

/** The documents that the commands wrote, by documentId. The map does not contain other documents of the server. */
export interface WrittenDocuments {
  readonly documents: Map<string, WrittenDocument>
}

/**
 * Returns an empty model for `fc.asyncModelRun`, before any command wrote a document.
 *
 * ```ts
 * await fc.asyncModelRun(() => ({ model: writtenDocuments(), real: { server } }), commands)
 * ```
 */
export const writtenDocuments = (): WrittenDocuments => ({ documents: new Map() })

/** Maps any number to one of the documents that satisfy `fits`; undefined if no document does. */
export function documentAt(
  { documents }: Readonly<WrittenDocuments>,
  at: number,
  fits: (document: WrittenDocument) => boolean = () => true,
): (WrittenDocument & { readonly documentId: string }) | undefined {
  const all = [...documents].filter(([, document]) => fits(document))
  const [documentId, document] = all[at % Math.max(all.length, 1)] ?? []
  return documentId === undefined || document === undefined ? undefined : { ...document, documentId }
}

/**
 * Replaces the draft version of a document in the model. If the status is `published`, the function also replaces the
 * published version.
 */
export function setVersion(
  { documents }: WrittenDocuments,
  documentId: string,
  type: ContentType,
  version: WrittenVersion,
  isPublished: boolean,
): void {
  const published = isPublished ? version : documents.get(documentId)?.published
  documents.set(documentId, { type, draft: version, published })
}

/** Removes a document from the model, and every link to the document. */
export function removeDocument({ documents }: WrittenDocuments, documentId: string): void {
  documents.delete(documentId)
  const without = ({ values, links }: WrittenVersion): WrittenVersion => ({
    values,
    links: mapped(links, (ids) => ids.filter((id) => id !== documentId)),
  })
  for (const [id, { type, draft, published }] of documents)
    documents.set(id, { type, draft: without(draft), published: published && without(published) })
}

/**
 * Sets the links of a relation attribute in the model. A target that allows only one linking document loses its
 * previous linking document.
 */
export function setLinks(
  model: WrittenDocuments,
  owner: WrittenDocument & { readonly documentId: string },
  name: string,
  targets: readonly string[],
  isOwned: boolean,
): void {
  if (isOwned) {
    for (const [id, { type, draft, published }] of model.documents) {
      if (type !== owner.type) continue
      const kept = (draft.links[name] ?? []).filter((target) => !targets.includes(target))
      model.documents.set(id, {
        type,
        draft: { ...draft, links: { ...draft.links, [name]: kept } },
        published,
      })
    }
  }
  const { type, published } = owner
  const draft = model.documents.get(owner.documentId)?.draft ?? owner.draft
  const links = { ...draft.links, [name]: targets }
  model.documents.set(owner.documentId, { type, draft: { ...draft, links }, published })
}

const mapped = <T>(
  object: Readonly<Record<string, T>>,
  change: (value: T) => T,
): Readonly<Record<string, T>> =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]))
