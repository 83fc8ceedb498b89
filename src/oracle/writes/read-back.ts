/**
 * Builds the reads that verify the documents of a session after each write. The verifying reads return all values of
 * the documents, in all statuses and locales. Of a single type, they read only the default locale and the locale of the
 * last write.
 */

import { may } from '../../reference/access.ts'
import type { Graph, Role } from '../../reference/graph/graph.ts'
import type { Attribute, ContentType, Model, Schema } from '../../reference/schema/schema.ts'
import { pushAll } from '../../util/push.ts'
import type { SessionStep } from '../suite/session.ts'

/**
 * A document of a session that reads verify. The member `name` is the documentId of the document, or the marker for
 * this documentId; null for the document of a single type.
 */
export interface Watched {
  readonly type: ContentType
  readonly name: string | null
}

export interface ReadBackContext {
  readonly graph: Graph
  /** The API token with which the documents are read; null if they are read without a token. */
  readonly token: string | null
  readonly role: Role
  /** The locale of the last write; undefined if no write named a locale. */
  readonly locale: string | undefined
  /** Whether the last write changes only drafts. */
  readonly isDraft: boolean
}

/** The maximum nesting of components that verifying reads populate. */
const MOST_LEVELS = 3

/** Returns the reads that verify documents of a session. The first read has the step number `last + 1`. */
export function readBacks(
  documents: readonly Watched[],
  watching: ReadBackContext,
  last: number,
): readonly SessionStep[] {
  const types = [...new Set(documents.map(({ type }) => type))]
  const urls = types.flatMap((type) => {
    const names = documents.flatMap((one) => (one.type === type && one.name !== null ? [one.name] : []))
    const isSingle = type.kind === 'singleType'
    return (isSingle ? singleUrls : listUrls)(type, [...new Set(names)], watching)
  })
  const { token } = watching
  return urls.map((url, at) => ({
    ...{ number: last + 1 + at, method: 'GET', url, headers: {} },
    ...(token === null ? {} : { token }),
  }))
}

/**
 * Returns the statuses to read, usually drafts first. After a write of a draft, the published rows are read first,
 * because a server that publishes the draft later also changes the instant of the draft.
 */
function statusesOf({ draftAndPublish }: ContentType, isDraft: boolean): readonly string[] {
  if (!draftAndPublish) return ['']
  return isDraft ? ['status=published', 'status=draft'] : ['status=draft', 'status=published']
}

function listUrls(
  type: ContentType,
  names: readonly string[],
  { graph, role, isDraft }: ReadBackContext,
): readonly string[] {
  const chosen = names.map((name, at) => `filters[documentId][$in][${at}]=${name}`)
  const locale = type.localized ? ['locale=*'] : []
  const path = `${graph.settings.prefix}/${type.pluralName}`
  const rest = [...locale, 'sort=id', ...populateOf(type, graph.schema, role)]
  return statusesOf(type, isDraft).map(
    (status) => `${path}?${[...chosen, status, ...rest].filter(Boolean).join('&')}`,
  )
}

function singleUrls(
  type: ContentType,
  _names: readonly string[],
  watching: ReadBackContext,
): readonly string[] {
  const { graph, role, locale, isDraft } = watching
  const codes = [...new Set([graph.locales.default, locale ?? graph.locales.default])]
  const locales = type.localized ? codes.map((code) => `locale=${encodeURIComponent(code)}`) : ['']
  const path = `${graph.settings.prefix}/${type.singularName}`
  const populate = populateOf(type, graph.schema, role)
  return statusesOf(type, isDraft).flatMap((status) =>
    locales.map((one) => `${path}?${[status, one, ...populate].filter(Boolean).join('&')}`),
  )
}

/** A model whose attributes a verifying read populates, with the prefix `at` of the populate parameters. */
interface ModelToRead {
  readonly model: Model
  readonly at: string
  readonly level: number
}

/**
 * Returns the query parameters that populate the documentIds of linked entries, the names of media files, and whole
 * components.
 */
export function populateOf(type: ContentType, schema: Schema, role: Role): readonly string[] {
  const parameters: string[] = []
  const open: ModelToRead[] = [{ model: type, at: '', level: 0 }]
  for (let place = open.shift(); place !== undefined; place = open.shift()) {
    const { model, at, level } = place
    for (const attribute of model.attributes.values()) {
      if (attribute.private || attribute.kind === 'scalar') continue
      const key = `populate${at}[${attribute.name}]`
      const inner = innerOf(attribute, schema)
      pushAll(parameters, shownBy(attribute, key, role))
      if (level >= MOST_LEVELS) continue
      for (const { model: next, step } of inner) {
        const below = `${at}[${attribute.name}]${step}[populate]`
        open.push({ model: next, at: below, level: level + 1 })
      }
    }
  }
  return parameters
}

function shownBy(attribute: Attribute, key: string, role: Role): readonly string[] {
  switch (attribute.kind) {
    case 'relation':
    case 'morphBy': {
      const isShown = may(role, attribute.target, 'find') && attribute.target.startsWith('api::')
      return isShown ? [`${key}[fields][0]=documentId`] : []
    }
    case 'media':
      return [`${key}[fields][0]=name`]
    case 'morphTo':
      return [`${key}=true`]
    case 'component':
      return [`${key}[fields][0]=*`]
    case 'zone':
      return attribute.components.map((uid) => `${key}[on][${uid}][fields][0]=*`)
    case 'scalar':
      return []
  }
}

function innerOf(
  attribute: Attribute,
  { components }: Schema,
): readonly { readonly model: Model; readonly step: string }[] {
  if (attribute.kind === 'component') {
    const model = components.get(attribute.component)
    return model === undefined ? [] : [{ model, step: '' }]
  }
  if (attribute.kind !== 'zone') return []
  return attribute.components.flatMap((uid) => {
    const model = components.get(uid)
    return model === undefined ? [] : [{ model, step: `[on][${uid}]` }]
  })
}
