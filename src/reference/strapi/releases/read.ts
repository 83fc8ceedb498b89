/** What older releases make of the types, and of a query string, before a query is looked at. */

import { onceFor } from '../../../util/cache/once.ts'
import type { Graph } from '../../graph/graph.ts'
import { parseFilters } from '../../parse/filters.ts'
import type { QuerySyntax } from '../../parse/syntax.ts'
import { DEEP_LIMIT, DEPTH_LIMIT, isMap, type Splitting } from '../../parse/url.ts'
import { type Attribute, type ContentType, FILE_UID, type Schema } from '../../schema/schema.ts'
import type { Departure } from '../changes.ts'

type HasDeparture = (departure: Departure) => boolean

/** The same rows; which attributes there are, and which are private, may change. */
export function typesBefore(graph: Graph, has: HasDeparture): Graph {
  const showsLocales = has('locale-only-on-localized-types')
  const hidesFocalPoint = has('file-focalPoint')
  if (!showsLocales && !hidesFocalPoint) return graph
  const read = (type: ContentType): ContentType => {
    const shown = showsLocales && !type.localized ? withLocale(type) : type
    return hidesFocalPoint && type.uid === FILE_UID ? withoutAttribute(shown, 'focalPoint') : shown
  }
  const schema = readOnce(graph.schema, `${showsLocales} ${hidesFocalPoint}`, () => ({
    ...graph.schema,
    contentTypes: new Map([...graph.schema.contentTypes].map(([uid, type]) => [uid, read(type)])),
  }))
  return { ...graph, schema }
}

const readOnce = onceFor<Schema>()

const OF_TRANSLATIONS: readonly string[] = ['locale', 'localizations']

const withLocale = (type: ContentType): ContentType =>
  mapAttributes(type, (attribute) =>
    OF_TRANSLATIONS.includes(attribute.name) ? { ...attribute, private: false } : attribute,
  )

const mapAttributes = (type: ContentType, change: (attribute: Attribute) => Attribute): ContentType => ({
  ...type,
  attributes: new Map([...type.attributes].map(([name, attribute]) => [name, change(attribute)])),
})

const withoutAttribute = (type: ContentType, without: string): ContentType => ({
  ...type,
  attributes: new Map([...type.attributes].filter(([name]) => name !== without)),
})

/** How deep a query string is split, and how the release's version of qs does it. */
export function splittingOf(has: HasDeparture): Splitting {
  const depth = has('deep-brackets') ? DEEP_LIMIT : DEPTH_LIMIT
  const before = {
    dropsOpenBrackets: has('qs-6.15.2-unbalanced-brackets'),
    mergesValues: has('qs-6.15.0'),
    listsWithoutLimit: has('qs-6.14.1-array-limit'),
  }
  return Object.values(before).includes(true) ? { depth, before } : { depth }
}

/** A parameter called `lookup` stood for conditions that the server had set itself. */
export function syntaxBefore(syntax: QuerySyntax, has: HasDeparture): QuerySyntax {
  const { lookup, filters } = syntax
  if (!isMap(lookup) || !has('lookup-param-refused')) return syntax
  const looked = parseFilters(lookup)
  if (looked.kind !== 'map' || (filters !== undefined && filters.kind !== 'map')) return syntax
  return { ...syntax, filters: { kind: 'map', entries: [...looked.entries, ...(filters?.entries ?? [])] } }
}
