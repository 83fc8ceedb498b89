/**
 * Handles the values that all locales of a document share: copies such values to a new locale, and updates them in the
 * existing locales.
 */

import { freezeTree } from '../../reference/graph/freeze.ts'
import { compareText } from '../../reference/values.ts'
import type { Json, JsonObject } from '../../util/json.ts'
import type { WriteModel } from '../model.ts'
import { type EntryContext, updateRow } from './entries.ts'
import type { Piece, RowOrDraft } from './transaction.ts'

/**
 * Returns the values of a row that all locales share, as the body of a write. In the returned body, components have
 * no ids, and links are ids of rows.
 */
export function commonValues({ model, models }: EntryContext, row: RowOrDraft): JsonObject {
  const values: { [key: string]: Json } = {}
  for (const [name, { attribute, localized, writable }] of model.attributes) {
    if (localized || !writable || NOT_COMMON.includes(name)) continue
    const value = bodyOf(row, name, attribute, models)
    if (value !== undefined) values[name] = value
  }
  return freezeTree(values)
}

const NOT_COMMON = ['publishedAt', 'locale']

type Models = EntryContext['models']

function bodyOf(part: Piece, name: string, attribute: WritableKind, models: Models): Json | undefined {
  switch (attribute.kind) {
    case 'scalar':
      return part.values[name]
    case 'component':
    case 'zone': {
      const list = (part.components[name] ?? []).map((inner) =>
        partBody(inner, models.get(inner.uid), models, attribute.kind),
      )
      return attribute.kind === 'component' && !attribute.many ? (list[0] ?? null) : list
    }
    case 'relation':
    case 'media':
      return { set: (part.links[name] ?? []).map(({ id }) => id) }
    case 'morphTo':
    case 'morphBy':
      return undefined
  }
}

type WritableKind =
  WriteModel['attributes'] extends ReadonlyMap<string, { readonly attribute: infer A }> ? A : never

function partBody(
  part: Piece,
  model: WriteModel | undefined,
  models: Models,
  kind: 'component' | 'zone',
): Json {
  const body: { [key: string]: Json } = kind === 'zone' ? { __component: part.uid } : {}
  for (const [name, { attribute }] of model?.attributes ?? []) {
    const value = bodyOf(part, name, attribute, models)
    if (value !== undefined) body[name] = value
  }
  return body
}

/**
 * Copies the shared values of a row to the other locales of the document in the same status, if the values changed.
 * The real server gets these rows in the order of an index over documents, which sorts them by locale. The order of
 * the rows determines the ids of copied components.
 */
export function syncLocales(writing: EntryContext, row: RowOrDraft, before: JsonObject | undefined): void {
  const { transaction, type } = writing
  if (!type.localized) return
  const values = commonValues(writing, row)
  if (Object.keys(values).length === 0) return
  if (before !== undefined && JSON.stringify(before) === JSON.stringify(values)) return
  const others = transaction
    .document(type.uid, row.documentId)
    .filter(({ status, locale }) => status === row.status && locale !== row.locale)
    .toSorted((a, b) => compareText(a.locale ?? '', b.locale ?? ''))
  for (const other of others) {
    transaction.cite('write.locale.shared')
    updateRow(writing, transaction.edit(other.uid, other.id), values)
  }
}
