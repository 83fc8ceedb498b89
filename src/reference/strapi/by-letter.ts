/** What taking the guide at its letter makes of the types, before a query is looked at. */

import { onceFor } from '../../util/cache/once.ts'
import type { Graph } from '../graph/graph.ts'
import { type Attribute, type ContentType, FILE_UID, type Schema } from '../schema/schema.ts'
import type { Departure } from './changes.ts'

/** The same rows; which attributes are private, and which are answered unasked, may change. */
export function readByLetter(graph: Graph, has: (departure: Departure) => boolean): Graph {
  if (!has('creators-closed') && !has('file-members')) return graph
  const read = (type: ContentType): ContentType => {
    const closed = has('creators-closed') ? closeCreators(type) : type
    return has('file-members') && type.uid === FILE_UID ? withGuideMembers(closed) : closed
  }
  const schema = readOnce(graph.schema, `${has('creators-closed')} ${has('file-members')}`, () => ({
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

/** The guide has a table of what a file has. */
const BEYOND_THE_TABLE: readonly string[] = ['focalPoint', 'publishedAt']

const withGuideMembers = (file: ContentType): ContentType =>
  mapAttributes(file, (attribute) =>
    attribute.kind === 'scalar' && BEYOND_THE_TABLE.includes(attribute.name)
      ? { ...attribute, onlyAsked: true }
      : attribute,
  )

const mapAttributes = (type: ContentType, change: (attribute: Attribute) => Attribute): ContentType => ({
  ...type,
  attributes: new Map([...type.attributes].map(([name, attribute]) => [name, change(attribute)])),
})
