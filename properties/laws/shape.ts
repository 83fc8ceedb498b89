/** Laws about the shape of every answer: its members, envelope and status. */

import type { ApiRequest } from '../../src/reference/api.ts'
import type { ContentType, Model } from '../../src/reference/schema/schema.ts'
import { isSecret, openScalars, populatable } from '../../src/semantics/model.ts'
import { isList, isObject, type Json, type JsonObject } from '../../src/util/json.ts'
import { type Ask, requestOf } from '../arbitraries/request.ts'
import { expectSame, type Fault, type LiveLaw, live, type Reply, same } from './law.ts'
import { changing, entriesOf, listed, member, walk, without } from './replies.ts'

const identity = live({
  id: 'shape.identity',
  kind: 'shape',
  unedited: 'by the newest',
  rules: [
    'entry.id',
    'entry.document-id',
    'media.id',
    'media.documentId',
    'component.id',
    'component.discriminator',
    'populate.morph',
  ],
  says:
    'Every entry and file at any depth has an id and a documentId. Every component has an id. ' +
    'Every element of a dynamic zone has `__component`. ' +
    'Entries and components do not name their type if only one type is possible at their place.',
  experiment: (graph, { ask }) => {
    const requested = ask(graph)
    return {
      requests: [requestOf(requested), everythingOf(requested)],
      judge: eachEntry((entry) => walk(entry, requested.type, graph, identified)),
    }
  },
})

/** Returns a request for the published entries of the requested type that populates the first level. */
const everythingOf = (requested: Ask): ApiRequest =>
  requestOf({ ...listed(requested), query: { populate: '*' } })

/** Returns a function that calls `check` for each entry of the replies, and returns the first fault. */
const eachEntry =
  (check: (entry: JsonObject) => Fault) =>
  (replies: readonly Reply[]): Fault =>
    replies
      .flatMap((reply) => entriesOf(reply) ?? [])
      .map(check)
      .find((fault) => fault !== undefined)

function identified(entry: JsonObject, model: Model, path: string): Fault {
  const tagged = [...model.attributes.values()].find(
    ({ name, kind }) =>
      kind !== 'scalar' && kind !== 'zone' && kind !== 'morphTo' && isTagged(entry[name] ?? null),
  )
  if (tagged !== undefined)
    return `${path}.${tagged.name}: an element names its type, although only one type is possible here`
  if (!Number.isInteger(entry.id)) return `${path}: no id in ${JSON.stringify(entry)}`
  if (model.modelType === 'component' || typeof entry.documentId === 'string') return undefined
  return `${path}: no documentId in ${JSON.stringify(entry)}`
}

const isTagged = (value: Json): boolean =>
  [value].flat().some((one) => isObject(one) && (one.__type !== undefined || one.__component !== undefined))

const secrets = live({
  id: 'shape.no-secrets',
  kind: 'security',
  unedited: 'by the newest',
  rules: [
    'entry.attributes',
    'fields.private',
    'populate.private',
    'entry.types.string',
    'populate.creators',
  ],
  says:
    'No answer contains a private or password attribute. ' +
    'No answer contains a member that is not an attribute of its type. ' +
    'Entries at any depth contain only attributes of their type.',
  experiment: (graph, { ask }) => {
    const requested = ask(graph)
    return {
      requests: [requestOf(requested), everythingOf(requested)],
      judge: eachEntry((entry) => walk(entry, requested.type, graph, unsecret)),
    }
  },
})

const ALWAYS_ALLOWED = ['id', 'documentId', '__component', '__type']

function unsecret(entry: JsonObject, model: Model, path: string): Fault {
  const found = Object.keys(entry).find((name) => {
    const attribute = model.attributes.get(name)
    return attribute === undefined ? !ALWAYS_ALLOWED.includes(name) : isSecret(attribute)
  })
  return found === undefined ? undefined : `${path}: "${found}" must not be answered`
}

const scalarsOnly = live({
  id: 'shape.scalars-only',
  kind: 'shape',
  unedited: 'by the newest',
  rules: [
    'entry.default-scalars',
    'populate.without',
    'component.fields',
    'entry.answers-null',
    'entry.flat',
  ],
  says:
    'Without `populate` and `fields`, an entry has an id and a documentId. ' +
    'Without `populate` and `fields`, an entry has all its scalar attributes except private ones and passwords. ' +
    'Without `populate` and `fields`, an entry has no members other than its id, documentId and scalar attributes.',
  experiment: (graph, { ask }) => {
    const requested = ask(graph)
    return {
      requests: [changing(requested, { populate: undefined, fields: undefined })],
      judge: eachEntry((entry) => hasKeys(entry, namesOf(requested.type))),
    }
  },
})

const namesOf = (type: ContentType): readonly string[] => openScalars(type).map(({ name }) => name)

function hasKeys(entry: JsonObject, names: readonly string[]): Fault {
  const expected = [...new Set(['id', 'documentId', ...names])].toSorted()
  return expectSame('an entry has other members than expected', Object.keys(entry).toSorted(), expected)
}

const fields = live({
  id: 'shape.fields',
  kind: 'shape',
  rules: [
    'fields.restricts',
    'fields.keeps-ids',
    'fields.not-populate',
    'param.fields',
    'fields.several',
    'fields.one',
  ],
  says:
    'With `fields`, an entry has exactly the id, the documentId and the named scalars. ' +
    '`fields` does not change the values of the entry. `fields` does not change the populated attributes.',
  experiment: (graph, { ask, dice }) => {
    const requested = ask(graph)
    const all = namesOf(requested.type)
    const names = all.filter((_, at) => (dice[at] ?? 0) % 2 === 0)
    if (names.length === 0) return undefined
    const links = populatable(requested.type).map(({ name }) => name)
    const cut = (entry: JsonObject): JsonObject =>
      without(entry, ...all.filter((name) => !names.includes(name)))
    return {
      requests: [changing(requested, { fields: undefined }), changing(requested, { fields: names })],
      judge: ([full, chosen]) => {
        if (full === undefined || chosen === undefined) return undefined
        const [entries, cuts] = [entriesOf(full), entriesOf(chosen)]
        const keys = cuts?.map((entry) => hasKeys(without(entry, ...links), names)).find(Boolean)
        return (
          keys ??
          expectSame(
            'entries with `fields` differ from the same members of full entries',
            entries?.map(cut),
            cuts && [...cuts],
          )
        )
      },
    }
  },
})

const asText = live({
  id: 'shape.fields-text',
  kind: 'shape',
  rules: ['param.fields', 'fields.several', 'fields.one'],
  says:
    'A request whose `fields` is a comma list of names has the same answer as the request with a list of these names. ' +
    'A request whose `fields` lists `*` and names has the same answer as the request without `fields`.',
  experiment: (graph, { ask, dice }) => {
    const requested = ask(graph)
    const names = namesOf(requested.type).filter((_, at) => (dice[at] ?? 0) % 2 === 0)
    if (names.length < 2) return undefined
    const writings = [undefined, [...names, '*'], ['*', ...names], names, names.join(',')]
    return {
      requests: writings.map((written) => changing(requested, { fields: written })),
      judge: ([whole, ...replies]) => {
        const [last, first, list, text] = replies
        const differ = (what: string, one: Reply | undefined, other: Reply | undefined): Fault =>
          one !== undefined && other !== undefined && !same(one.json, other.json)
            ? `${what}: ${one.body}\n${other.body}`
            : undefined
        return (
          differ('the answer without `fields` differs from the answer with `*` after names', whole, last) ??
          differ('the answer without `fields` differs from the answer with `*` before names', whole, first) ??
          differ('a list of `fields`, and a text', list, text)
        )
      },
    }
  },
})

const envelope = live({
  id: 'shape.envelope',
  kind: 'shape',
  unedited: 'by every server',
  looksAt: 'answers',
  rules: [
    'list.data',
    'endpoint.envelope',
    'endpoint.document',
    'endpoint.single',
    'endpoint.not-found',
    'endpoint.path',
  ],
  says:
    'The member `data` of an answer to a list request is the list. ' +
    'The answer to a list request has the pagination in `meta.pagination`. ' +
    'The member `data` of an answer to a request for one entry is the entry. ' +
    'The answer to a request for one entry has an empty `meta`. An error answer has `data: null`. ' +
    'An error answer has an `error` with status, name and message.',
  experiment: (graph, { ask }) => {
    const requested = ask(graph)
    return {
      requests: [requestOf(requested)],
      judge: ([reply]) => (reply === undefined ? undefined : enveloped(reply, requested.target === 'list')),
    }
  },
})

function enveloped({ status, json, headers }: Reply, isListAsked: boolean): Fault {
  if (!isObject(json)) return `the body of the answer ${status} is not a JSON object`
  if (!(headers['content-type'] ?? '').startsWith('application/json'))
    return 'the content type of the answer is not JSON'
  const { data, meta, error } = json
  if (status !== 200) {
    const isError =
      member(error, 'status') === status &&
      ['name', 'message'].every((name) => typeof member(error, name) === 'string')
    return isError && data === null ? undefined : `not an error body: ${JSON.stringify(json)}`
  }
  if (isListAsked)
    return isList(data) && isObject(member(meta, 'pagination'))
      ? undefined
      : 'the body lacks a list in `data` or `meta.pagination`'
  return isObject(data) && same(meta, {}) ? undefined : 'the body lacks an entry in `data` or an empty `meta`'
}

const head = live({
  id: 'shape.head',
  kind: 'shape',
  unedited: 'by every server',
  looksAt: 'answers',
  rules: ['endpoint.method', 'endpoint.payload', 'endpoint.spelling'],
  says:
    'The answer to HEAD has the same status as the answer to GET. The answer to HEAD has no body. ' +
    'A GET of the path in upper case has the same answer, body included. ' +
    'A GET of the path with a slash at its end has the same answer, body included.',
  experiment: (graph, { ask }) => {
    const requested = ask(graph)
    const request = requestOf(requested)
    const [path = '', search] = request.url.split('?')
    const rest = search === undefined ? '' : `?${search}`
    const spelled = requested.target === 'document' ? `${path}/` : `${path.toUpperCase()}/`
    return {
      requests: [request, { ...request, method: 'HEAD' }, { ...request, url: `${spelled}${rest}` }],
      judge: ([get, headed, otherwise]) => {
        if (headed?.body !== '' || headed.status !== get?.status) return 'HEAD differs from GET'
        return get.body === otherwise?.body
          ? undefined
          : 'a request with another notation of the path has another answer'
      },
    }
  },
})

export const SHAPE_LAWS: readonly LiveLaw[] = [identity, secrets, scalarsOnly, fields, asText, envelope, head]
