/**
 * Changes the content types of a graph for a profile: the attributes that exist, and the attributes that are private.
 * The rows of the graph do not change.
 */
import { onceFor } from '../../util/cache/once.ts'
import type { Graph } from '../graph/graph.ts'
import {
  type Attribute,
  type ContentType,
  FILE_UID,
  type ScalarAttribute,
  type Schema,
} from '../schema/schema.ts'
import type { Departure, HasDepartures } from './changes.ts'

/** A change to content types that applies to profiles with the departure. */
interface TypeChange {
  readonly departure: Departure
  readonly change: (type: ContentType) => ContentType
}

/** The members of an uploaded file that the guide does not list. */
const BEYOND_THE_TABLE: readonly string[] = ['focalPoint', 'publishedAt']
const OF_TRANSLATIONS: readonly string[] = ['locale', 'localizations']

const CHANGES_OF_TYPES: readonly TypeChange[] = [
  // In a literal reading of the guide, creators are private on every type (cases quirks.creators-closed).
  { departure: 'creators-closed', change: (type) => closeCreators(type) },
  // In a literal reading of the guide, an uploaded file has only the members that the guide lists (cases
  // quirks.file-members).
  { departure: 'file-members', change: (type) => (type.uid === FILE_UID ? withGuideMembers(type) : type) },
  // In releases before 5.1.0, every content type has locales (recordings fields-060, findone-001, components-047).
  {
    departure: 'locale-only-on-localized-types',
    change: (type) => (type.localized ? type : withLocale(type)),
  },
  // In releases before 5.35.0, an uploaded file has no focal point (recordings media-001, media-002, populate-001).
  {
    departure: 'file-focalPoint',
    change: (type) => (type.uid === FILE_UID ? withoutAttribute(type, 'focalPoint') : type),
  },
]

/** Returns the graph with the content types changed as the profile demands. */
export function withTypesOf({ has }: HasDepartures, graph: Graph): Graph {
  const changes = CHANGES_OF_TYPES.filter(({ departure }) => has(departure))
  if (changes.length === 0) return graph
  const read = (type: ContentType): ContentType => changes.reduce((read, { change }) => change(read), type)
  const key = changes.map(({ departure }) => departure).join(' ')
  const schema = readOnce(graph.schema, key, () => ({
    ...graph.schema,
    contentTypes: new Map([...graph.schema.contentTypes].map(([uid, type]) => [uid, read(type)])),
  }))
  return { ...graph, schema }
}

const readOnce = onceFor<Schema>()

const closeCreators = (type: ContentType): ContentType => ({
  ...mapAttributes(type, (attribute) =>
    attribute.kind === 'relation' && attribute.via === 'creator'
      ? { ...attribute, private: true }
      : attribute,
  ),
  populateCreatorFields: false,
})

const withGuideMembers = (file: ContentType): ContentType =>
  mapAttributes(file, (attribute) =>
    attribute.kind === 'scalar' && BEYOND_THE_TABLE.includes(attribute.name)
      ? ({ ...attribute, onlyOnRequest: true } satisfies ScalarAttribute)
      : attribute,
  )

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
