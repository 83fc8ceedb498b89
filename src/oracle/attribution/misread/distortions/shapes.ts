/** Defines distortions of values of one form in the whole answer, such as null in place of each empty list. */
import type { Attribute, ContentType, Model, Schema } from '../../../../reference/schema/schema.ts'
import { targetOf } from '../../../../reference/schema/target.ts'
import { isList, isObject, type Json, type JsonObject, memberOf, parseJson } from '../../../../util/json.ts'
import { splitTarget } from '../../../../util/url/target.ts'
import { mapJson } from '../../../bodies/map-json.ts'
import type { Difference } from '../../../compare/difference.ts'
import type { Reference } from '../../../exchange/reference.ts'
import type { CheckedRule } from '../../../exchange/rules.ts'
import type { WireRequest } from '../../../target/target.ts'
import type { Distortion } from '../parts.ts'

/** A change of each value of one form in a part of an answer. */
interface ChangedForm {
  readonly rule: CheckedRule
  readonly kind: string
  readonly says: string
  /** The member of the answer in which the target changes values. */
  readonly part: 'data' | 'meta' | 'error'
  readonly change: (json: Json, request: WireRequest, reference: Reference) => Json
  /** Returns whether a difference between two values may come from the change. */
  readonly isOf: (expected: Json | undefined, found: Json | undefined) => boolean
}

/** Returns a JSON value in which `leaf` changes each text, number, boolean and null. */
const withLeaves = (json: Json, leaf: (json: Json) => Json): Json =>
  mapJson(json, undefined, { item: () => undefined, member: () => undefined, leaf })

/** Returns the members of an object that are not null. */
const present = (owner: JsonObject): readonly string[] =>
  Object.keys(owner).filter((key) => owner[key] !== null)

const withoutNulls = (json: Json): Json =>
  mapJson(json, undefined, {
    ...{ item: () => undefined, member: () => undefined, leaf: (value: Json) => value },
    keys: present,
  })

/** The attribute or model at a place in `data`; undefined inside the value of a JSON attribute. */
type AnsweredPlace = Attribute | Model | undefined

/** Returns `data` with other members and values of each entry, component and file. JSON values stay as they are. */
function withAttributes(
  json: Json,
  type: ContentType,
  schema: Schema,
  { keys = Object.keys, leaf = (value) => value }: ChangedAttributes,
): Json {
  const modelAt = (place: AnsweredPlace, owner: JsonObject): Model | undefined => {
    if (place === undefined || 'attributes' in place) return place
    const named = String(owner['__component'] ?? owner['__type'])
    return targetOf(schema, place) ?? schema.components.get(named) ?? schema.contentTypes.get(named)
  }
  return mapJson<AnsweredPlace>(json, type, {
    item: (list) => list,
    member: (place, key, owner) => modelAt(place, owner)?.attributes.get(key),
    leaf: (value, place) => (place === undefined ? value : leaf(value)),
    keys: (owner, place) => (modelAt(place, owner) === undefined ? Object.keys(owner) : keys(owner)),
  })
}

interface ChangedAttributes {
  readonly keys?: (owner: JsonObject) => readonly string[]
  readonly leaf?: (value: Json) => Json
}

/** Returns a function that changes the attributes in `data` of the answer to a request. */
const ofAttributes =
  (change: ChangedAttributes): ChangedForm['change'] =>
  (json, request, { routeOf, graph }) => {
    const routed = routeOf(request)
    return 'type' in routed ? withAttributes(json, routed.type, graph.schema, change) : json
  }

/** Returns whether a value is a list of one component. Only a component has an id but no documentId. */
function isOneComponent(json: Json | undefined): json is readonly [JsonObject] {
  const [first, ...rest] = isList(json) ? json : []
  return (
    rest.length === 0 &&
    isObject(first) &&
    'id' in first &&
    !('documentId' in first || '__component' in first)
  )
}

/** The values that are false in JavaScript, apart from null. */
const isFalsy = (json: Json | undefined): boolean => json === '' || json === 0 || json === false

/** Returns `meta` in which the numbers of the page that the query names are texts. */
const withTextsOfQuery = (json: Json, { url }: WireRequest): Json => {
  const query = new URLSearchParams(splitTarget(url).search)
  const pagination = memberOf(json, 'pagination')
  if (!isObject(json) || !isObject(pagination)) return json
  const members = Object.entries(pagination).map(([name, value]): [string, Json] => [
    name,
    query.get(`pagination[${name}]`) === String(value) ? String(value) : value,
  ])
  return { ...json, pagination: Object.fromEntries(members) }
}

/** Matches an empty list as a member of an object in JSON. */
const EMPTY_MEMBER = /(?<!\\)":\[\]/g

const isEmptyList = (json: Json | undefined): boolean => isList(json) && json.length === 0

/** Returns the names of all attributes of some kinds, such as `cover` for media. */
function namesOfKind(
  kinds: readonly Attribute['kind'][],
  { contentTypes, components }: Schema,
): ReadonlySet<string> {
  const all = [...contentTypes.values(), ...components.values()].flatMap(({ attributes }) => [
    ...attributes.values(),
  ])
  return new Set(all.filter(({ kind }) => kinds.includes(kind)).map(({ name }) => name))
}

/** Returns an entry of the format of Strapi 4 without the wrapper `attributes`. */
const withoutAttributes = (entry: Json): Json => {
  const { attributes, ...rest } = isObject(entry) ? entry : {}
  return isObject(attributes) ? { ...rest, ...attributes } : entry
}

/** Returns a function that changes the values of attributes of some kinds in the format of Strapi 4. */
const inFormat4 =
  (kinds: readonly Attribute['kind'][], change: (value: Json) => Json): ChangedForm['change'] =>
  (json, { headers }, { graph: { schema } }) => {
    if (headers['strapi-response-format'] !== 'v4') return json
    const names = namesOfKind(kinds, schema)
    const text = JSON.stringify(json, (key, value: Json) => (names.has(key) ? change(value) : value))
    return parseJson(text) ?? json
  }

/** Returns a changed form: linked entries or files lack the wrapper `data` of Strapi 4, or also `attributes`. */
const unwrapped = (kind: 'media' | 'relation', what: string, unwrap: (entry: Json) => Json): ChangedForm => ({
  rule: 'format.v4',
  kind: `${what} without data`,
  says: `In the format of Strapi 4, ${what} are in a member \`data\`. The server omits this member.`,
  part: 'data',
  change: inFormat4([kind], (value) => {
    const data = memberOf(value, 'data')
    if (data === undefined) return value
    return isList(data) ? data.map(unwrap) : unwrap(data)
  }),
  isOf: (expected) => isObject(expected),
})

/** Returns a changed form: the wrapper `attributes` of Strapi 4 is also around the attributes of components. */
function wrappedComponents(wrap: (component: JsonObject) => JsonObject): ChangedForm {
  const wrapped = (value: Json): Json => (isObject(value) && 'id' in value ? wrap(value) : value)
  return {
    rule: 'format.v4',
    kind: 'components with attributes',
    says: 'In the format of Strapi 4, components have no wrapper `attributes`. The server wraps components too.',
    part: 'data',
    change: inFormat4(['component', 'zone'], (value) =>
      isList(value) ? value.map(wrapped) : wrapped(value),
    ),
    isOf: (expected) => expected !== undefined,
  }
}

const SHAPES: readonly ChangedForm[] = [
  wrappedComponents(({ id = null, ...attributes }) => ({ id, attributes })),
  wrappedComponents(({ id = null, __component: component, ...attributes }) => ({
    id,
    ...(component === undefined ? {} : { __component: component }),
    attributes,
  })),
  unwrapped('media', 'files', (file) => file),
  unwrapped('media', 'files', withoutAttributes),
  unwrapped('relation', 'linked entries', (entry) => entry),
  unwrapped('relation', 'linked entries', withoutAttributes),
  {
    rule: 'populate.kind.relation',
    kind: 'empty lists as null',
    says: 'A populated attribute with several values is a list. The server answers null in place of each empty list.',
    part: 'data',
    change: (json) => parseJson(JSON.stringify(json).replaceAll(EMPTY_MEMBER, '":null')) ?? json,
    isOf: (expected, found) => isEmptyList(expected) && found === null,
  },
  {
    rule: 'entry.answers-null',
    kind: 'members that are null omitted',
    says: 'An attribute without a value is null in the answer. The server omits each attribute that is null.',
    part: 'data',
    change: withoutNulls,
    isOf: (expected, found) => expected === null && found === undefined,
  },
  {
    rule: 'entry.answers-null',
    kind: 'attributes that are null omitted',
    says: 'An attribute without a value is null in the answer. The server omits each attribute that is null.',
    part: 'data',
    change: ofAttributes({ keys: present }),
    isOf: (expected, found) => expected === null && found === undefined,
  },
  {
    rule: 'entry.answers-null',
    kind: 'empty texts, 0 and false as null',
    says: 'An attribute with an empty text, 0 or false has a value. The server answers null in its place.',
    part: 'data',
    change: ofAttributes({ leaf: (value) => (isFalsy(value) ? null : value) }),
    isOf: (expected, found) => isFalsy(expected) && found === null,
  },
  {
    rule: 'populate.kind.component',
    kind: 'one component in place of a list of one',
    says: 'A repeatable component is a list. The server answers an object in place of a list of one component.',
    part: 'data',
    change: (json) =>
      parseJson(JSON.stringify(json, (_key, value: Json) => (isOneComponent(value) ? value[0] : value))) ??
      json,
    isOf: (expected, found) => isOneComponent(expected) && isObject(found),
  },
  {
    rule: 'entry.types.generic',
    kind: 'booleans as numbers',
    says: 'Booleans are true or false. The server answers 1 or 0 in place of each boolean.',
    part: 'data',
    change: (json) => withLeaves(json, (value) => (typeof value === 'boolean' ? Number(value) : value)),
    isOf: (expected, found) => typeof expected === 'boolean' && typeof found === 'number',
  },
  {
    rule: 'list.page',
    kind: 'numbers of the page as texts',
    says: 'The members of `meta.pagination` are numbers. The server answers each of them as a text.',
    part: 'meta',
    change: (json) => withLeaves(json, (value) => (typeof value === 'number' ? String(value) : value)),
    isOf: (expected, found) => typeof expected === 'number' && found === String(expected),
  },
  {
    rule: 'list.page',
    kind: 'numbers of the query as texts',
    says: 'The members of `meta.pagination` are numbers. The server answers the numbers of the query as texts.',
    part: 'meta',
    change: withTextsOfQuery,
    isOf: (expected, found) => typeof expected === 'number' && found === String(expected),
  },
  {
    rule: 'endpoint.error',
    kind: 'empty details',
    says: 'An error has `details` about the mistake. The server answers each error with empty `details`.',
    part: 'error',
    change: (json) => (isObject(json) ? { ...json, details: {} } : json),
    isOf: (_expected, found) => found === undefined,
  },
]

const distortionWith = ({ rule, kind, says, part, change }: ChangedForm): Distortion => ({
  ...{ rule, kind, says },
  distort: (request, reference) => {
    const { answer } = reference.ask(request)
    const own = memberOf(answer.body, part)
    if (!isObject(answer.body) || typeof own !== 'object' || own === null) return undefined
    const changed = change(own, request, reference)
    return JSON.stringify(changed) === JSON.stringify(own)
      ? undefined
      : { ...answer, body: { ...answer.body, [part]: changed } }
  },
})

/** Returns the distortions of values of one form that may explain a difference. */
export const shapesOf = ({ path, expected, found }: Difference): readonly Distortion[] =>
  SHAPES.filter((one) => path.startsWith(`/${one.part}`) && one.isOf(expected, found)).map(distortionWith)

/** Returns the distortion of values of one form with the given `kind`; undefined if `kind` names another distortion. */
export function shapeOfKind(kind: string): Distortion | undefined {
  const shape = SHAPES.find((one) => one.kind === kind)
  return shape && distortionWith(shape)
}
