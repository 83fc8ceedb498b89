/** Answers `/content-type-builder` with schemas in the format of Strapi's schema files. */

import type { Graph } from '../../../reference/graph/graph.ts'
import { schemasOf } from '../../../reference/load/build.ts'
import { parseQueryString } from '../../../reference/parse/url.ts'
import { ADDED_NAMES } from '../../../reference/schema/added.ts'
import { isObject, type Json, type JsonObject, member, objectAt, textAt } from '../../../util/json.ts'
import { success } from '../answer.ts'
import type { Endpoint } from '../context.ts'
import { USER_SCHEMA } from '../users/user-schema.ts'

const KINDS = ['singleType', 'collectionType']

/** Answers with the types that a frontend may request: the content types of the project, and the user type. */
export const getContentTypes: Endpoint = ({ context, search }) => {
  const { kind } = parseQueryString(search, () => undefined)
  if (kind !== undefined && kind !== '' && !KINDS.some((one) => one === kind)) {
    const message = `this must be one of the following values: ${KINDS.join(', ')}`
    const fault = {
      path: [],
      message,
      name: 'ValidationError',
      value: typeof kind === 'string' ? kind : null,
    }
    return {
      status: 400,
      body: { error: { name: 'ValidationError', message, details: { errors: [fault] } } },
    }
  }
  const all = contentTypesOf(context.world.graph)
  return success({ data: [...all.values()].filter((one) => !kind || kindOf(one) === kind) })
}

export const getContentType: Endpoint = ({ context, params }) => {
  const found = contentTypesOf(context.world.graph).get(params[0] ?? '')
  return found === undefined
    ? { status: 404, body: { error: 'contentType.notFound' } }
    : success({ data: found })
}

export const getComponents: Endpoint = ({ context }) =>
  success({ data: [...componentsOf(context.world.graph).values()] })

export const getComponent: Endpoint = ({ context, params }) => {
  const found = componentsOf(context.world.graph).get(params[0] ?? '')
  return found === undefined
    ? { status: 404, body: { error: 'component.notFound' } }
    : success({ data: found })
}

function kindOf(shown: JsonObject): Json | undefined {
  const schema = member(shown, 'schema')
  return isObject(schema) ? schema['kind'] : undefined
}

function contentTypesOf(graph: Graph): ReadonlyMap<string, JsonObject> {
  const own = Object.values(schemasOf(graph).contentTypes).flatMap((json): [string, JsonObject][] => {
    const info = objectAt(json, 'info')
    const name = textAt(info, 'singularName')
    const uid = textAt(json, 'uid') ?? `api::${name}.${name}`
    return isObject(json) && uid.startsWith('api::') ? [[uid, shownType(uid, json)]] : []
  })
  const users = USER_SCHEMA
  return new Map([
    ['plugin::users-permissions.user', users],
    ...own.sort(([one], [other]) => (one < other ? -1 : 1)),
  ])
}

function shownType(uid: string, json: JsonObject): JsonObject {
  const info = objectAt(json, 'info')
  return {
    uid,
    apiID: uid.slice(uid.lastIndexOf('.') + 1),
    schema: {
      draftAndPublish: false,
      ...objectAt(json, 'options'),
      ...given('displayName', info['displayName']),
      ...given('singularName', info['singularName']),
      ...given('pluralName', info['pluralName']),
      description: info['description'] ?? '',
      pluginOptions: objectAt(json, 'pluginOptions'),
      kind: json['kind'] ?? 'collectionType',
      ...given('collectionName', json['collectionName']),
      attributes: shownAttributes(json),
      visible: true,
      restrictRelationsTo: null,
    },
  }
}

function componentsOf(graph: Graph): ReadonlyMap<string, JsonObject> {
  const files = Object.entries(schemasOf(graph).components ?? {})
  return new Map(
    files.map(([path, json]) => {
      const [category = '', apiId = ''] = path.split('/')
      const info = objectAt(json, 'info')
      const uid = `${category}.${apiId}`
      const schema = {
        ...given('displayName', info['displayName']),
        description: info['description'] ?? '',
        ...given('icon', info['icon']),
        ...given('collectionName', isObject(json) ? json['collectionName'] : undefined),
        ...given('pluginOptions', isObject(json) ? json['pluginOptions'] : undefined),
        attributes: shownAttributes(json),
      }
      return [uid, { uid, category, apiId, schema }]
    }),
  )
}

function shownAttributes(json: Json): JsonObject {
  const attributes = Object.entries(objectAt(json, 'attributes')).filter(([name]) => !ADDED_NAMES.has(name))
  return Object.fromEntries(attributes.map(([name, attribute]) => [name, shownAttribute(attribute)]))
}

function shownAttribute(attribute: Json): Json {
  if (!isObject(attribute)) return attribute
  const { type, required, configurable, multiple, allowedTypes, pluginOptions } = attribute
  const closed = configurable === false ? { configurable } : {}
  if (type === 'media')
    return {
      type,
      multiple: multiple === true,
      required: required === true,
      ...closed,
      private: attribute['private'] === true,
      ...given('allowedTypes', allowedTypes),
      ...given('pluginOptions', pluginOptions),
    }
  if (type !== 'relation') return attribute
  const { configurable: _configurable, ...rest } = attribute
  return {
    ...rest,
    targetAttribute: attribute['inversedBy'] ?? attribute['mappedBy'] ?? null,
    ...closed,
    required: required === true,
    private: attribute['private'] === true,
  }
}

const given = (name: string, value: Json | undefined): JsonObject =>
  value === undefined ? {} : { [name]: value }
