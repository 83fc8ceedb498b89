/** Reads the schemas of a running server, from a folder or from the server's content type builder. */

import { readFolder } from '../../reference/load/files/folder.ts'
import { ADDED_NAMES } from '../../reference/schema/added.ts'
import { collectFaults, DatasetError } from '../../reference/schema/fault.ts'
import { isList, isObject, type Json, member } from '../../util/json.ts'
import { withStored } from '../assembly/stored.ts'
import { stemOf } from '../database/builtin.ts'
import { at, type SchemaFile, textAt } from '../database/model.ts'
import type { Schemas } from '../database/read.ts'
import type { Note } from '../note.ts'
import { withPluginTypes } from '../project/extensions.ts'
import { projectFiles } from '../project/files.ts'
import type { SchemasFound } from '../project/schemas.ts'
import { SourceError } from '../source.ts'
import { type Client, unauthorized } from './client.ts'

export interface ServerSchemas {
  readonly schemas: Schemas
  readonly notes: readonly Note[]
  /** Whether the schemas are complete. A server may leave out hidden content types and attributes. */
  readonly isWhole: boolean
}

const TYPES = '/content-type-builder/content-types'
const COMPONENTS = '/content-type-builder/components'
const FILE = 'content-type-builder/content-types'

/** The folder from which the schemas of a server are read. */
export interface SchemaFolder {
  readonly folder: string
  /** The schemas of a Strapi project; undefined for a folder in the dataset format. */
  readonly found: SchemasFound | undefined
}

/**
 * Reads the schemas of a server, from the given folder or from the server's content type builder.
 * @throws SourceError if no schemas are found; DatasetError for faults in the schema files of the folder.
 */
export async function schemasOf(
  client: Client,
  prefix: string,
  project: SchemaFolder | undefined,
): Promise<ServerSchemas> {
  const response = await schemasFrom(client, prefix)
  if (project !== undefined) return ofFolder(project, response)
  if (response !== undefined)
    return { schemas: withStored(response, { contentTypes: response.all }, FILE), notes: [], isWhole: false }
  const who = client.hasToken ? 'this token' : 'a caller without a token'
  throw new SourceError(
    `${client.base}: ${who} may not read the content types (GET ${prefix}${TYPES} and ${prefix}${COMPONENTS}); name the folder of the project with --project DIR, or use a token with full access`,
  )
}

function ofFolder({ folder, found }: SchemaFolder, response: SchemaResponse | undefined): ServerSchemas {
  const { contentTypes, components, collected } = found ?? ofDataset(folder)
  if (collected.faults.length > 0) throw new DatasetError(collected.faults, collected.more)
  if (contentTypes.length === 0) {
    throw new SourceError(`${folder}: expected a Strapi project with content types in src/api, found none`)
  }
  const own: Schemas = withPluginTypes({ contentTypes, components }, response?.all ?? new Map())
  const stored = response === undefined ? own : withStored(own, { contentTypes: response.all }, FILE)
  return { schemas: stored, notes: [], isWhole: true }
}

/** Reads the schemas of a folder in the dataset format. */
function ofDataset(folder: string): SchemasFound {
  const none = { contentTypes: [], components: [], collected: collectFaults() }
  if (projectFiles(folder).kindOf('content-types') !== 'folder') return none
  const { files, collected } = readFolder(folder)
  const contentTypes = Object.entries(files.contentTypes).map(([stem, json]): SchemaFile => {
    const name = textAt(json, ['info', 'singularName']) ?? stem
    const uid = textAt(json, ['uid']) ?? `api::${name}.${name}`
    return { uid, stem, name, file: `content-types/${stem}.json`, json }
  })
  const components = Object.entries(files.components ?? {}).map(([stem, json]): SchemaFile => {
    const uid = stem.replace('/', '.')
    return { uid, stem, name: stem.slice(stem.indexOf('/') + 1), file: `components/${stem}.json`, json }
  })
  return { contentTypes, components, collected }
}

interface SchemaResponse extends Schemas {
  /** All content types by uid, including the content types of plugins. */
  readonly all: ReadonlyMap<string, Json>
}

/**
 * Requests the schemas from the server's content type builder; undefined if the server does not answer both requests
 * with 200.
 */
async function schemasFrom(client: Client, prefix: string): Promise<SchemaResponse | undefined> {
  const [types, components] = [
    await client.get(`${prefix}${TYPES}`),
    await client.get(`${prefix}${COMPONENTS}`),
  ]
  if (types.status === 401) throw unauthorized(client)
  if (types.status !== 200 || components.status !== 200) return undefined
  const all = new Map(itemsOf(types.json).map((json) => [textAt(json, ['uid']) ?? '', typeJson(json)]))
  const own = [...all].filter(([uid]) => uid.startsWith('api::'))
  return {
    all,
    contentTypes: own.map(([uid, json]): SchemaFile => {
      const name = textAt(json, ['info', 'singularName']) ?? ''
      const stem = uid === `api::${name}.${name}` ? name : stemOf(uid)
      return { uid, stem, name, file: `${FILE}/${uid}`, json }
    }),
    components: itemsOf(components.json).flatMap((json): readonly SchemaFile[] => {
      const uid = textAt(json, ['uid']) ?? ''
      const [category, name] = uid.split('.')
      if (category === undefined || name === undefined) return []
      const schema = at(json, ['schema'])
      const written: Json = {
        collectionName: textAt(schema, ['collectionName']) ?? name,
        info: { displayName: textAt(schema, ['displayName']) ?? name },
        attributes: at(schema, ['attributes']) ?? {},
      }
      return [
        {
          uid,
          stem: `${category}/${name}`,
          name,
          file: `content-type-builder/components/${uid}`,
          json: written,
        },
      ]
    }),
  }
}

function itemsOf(json: Json | undefined): readonly Json[] {
  const data = isObject(json) ? member(json, 'data') : undefined
  return isList(data) ? data : []
}

/** Converts a content type from the server's answer to the format of a schema file. */
function typeJson(response: Json): Json {
  const schema = at(response, ['schema'])
  const text = (name: string): string => textAt(schema, [name]) ?? ''
  const attributes = at(schema, ['attributes'])
  return {
    uid: textAt(response, ['uid']) ?? '',
    kind: text('kind'),
    collectionName: text('collectionName'),
    info: {
      singularName: text('singularName'),
      pluralName: text('pluralName'),
      displayName: text('displayName'),
    },
    options: { draftAndPublish: at(schema, ['draftAndPublish']) === true },
    pluginOptions: at(schema, ['pluginOptions']) ?? {},
    attributes: isObject(attributes)
      ? Object.fromEntries(Object.entries(attributes).filter(([name]) => !ADDED_NAMES.has(name)))
      : {},
  }
}
