/**
 * Servers that each have one fault in how they write. The stored state shows the fault: the server forgets an effect of
 * a write, or adds one. For each fault, the list names the rules that count as the right cause.
 */
import type { ApiResponse } from '../../../src/reference/api.ts'
import type { Json } from '../../../src/util/json.ts'
import { isObject, type JsonObject, without } from '../faulty.ts'
import type { Blunder } from '../proxy/blunders.ts'
import { between, bodyOf, documentOf, jsonOf, listOf, withData, withError } from './blunders.ts'

interface Taken {
  readonly method: string
  readonly path: string
  readonly query: string
  readonly data: JsonObject | undefined
}

/** The conforming server behind the faulty server, which gives the right answers. */
interface Inner {
  /** Sends the received request to the conforming server, with other `data` in the body if the argument is given. */
  readonly pass: (data?: JsonObject) => ApiResponse
  readonly ask: (method: string, url: string, data?: JsonObject) => ApiResponse
}

const ADMIN = { authorization: 'Bearer admin-token', 'content-type': 'application/json' }

export const oversight = (
  id: string,
  says: string,
  wrong: (taken: Taken, inner: Inner) => ApiResponse,
  ...accepted: readonly string[]
): Blunder =>
  between(
    id,
    says,
    (ask) => (request) => {
      const { method = 'GET', url, body } = request
      const [path = '', query = ''] = url.split('?', 2)
      const json = jsonOf(body)
      const data = isObject(json) && isObject(json.data) ? json.data : undefined
      return wrong(
        { method, path, query, data },
        {
          pass: (other) =>
            ask(other === undefined ? request : { ...request, body: JSON.stringify({ data: other }) }),
          ask: (asked, target, given) =>
            ask({
              ...{ method: asked, url: target, headers: ADMIN },
              ...(given === undefined ? {} : { body: JSON.stringify({ data: given }) }),
            }),
        },
      )
    },
    ...accepted,
  )

export const refusal = (
  status: number,
  name: string,
  message: string,
  details: JsonObject = {},
): ApiResponse => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: JSON.stringify({ data: null, error: { status, name, message, details } }),
})

const dataOf = (answer: ApiResponse): Json => bodyOf(answer)?.data ?? null
/** Returns the stored value of an attribute before the write. */
const storedAt = ({ path }: Taken, name: string, { ask }: Inner): Json => {
  const row = dataOf(ask('GET', `${path}?status=draft&populate[${name}]=true`))
  return isObject(row) ? (row[name] ?? null) : null
}
const isKept = (taken: Taken, method: string, place: string): boolean =>
  taken.method === method && taken.path.startsWith(`/api/${place}`)

export const WRITE_OVERSIGHTS: readonly Blunder[] = [
  oversight(
    'an owner is unique',
    'The server wrongly refuses a one-to-one link to an entry that another entry links.',
    (taken, inner) => {
      const owner = taken.data?.owner
      const row =
        typeof owner === 'string' ? dataOf(inner.ask('GET', `/api/authors/${owner}?populate=owns`)) : null
      const isTaken = isObject(row) && isObject(row.owns) && row.owns.documentId !== documentOf(taken.path)
      const message = 'This attribute must be unique'
      const errors = [{ path: ['owner'], message, name: 'ValidationError', value: owner ?? null }]
      return isTaken ? refusal(400, 'ValidationError', message, { errors }) : inner.pass()
    },
    'write.relation.taken',
  ),
  oversight(
    'hours are added',
    'The server wrongly adds the components of a PUT to a repeatable component.',
    (taken, inner) => {
      const hours = taken.data?.openingHours
      if (!isKept(taken, 'PUT', 'restaurants/') || !Array.isArray(hours)) return inner.pass()
      const named = new Set(hours.map((one) => (isObject(one) ? String(one.id) : '')))
      const before = listOf(storedAt(taken, 'openingHours', inner)).filter(isObject)
      const kept = before.filter(({ id }) => !named.has(String(id))).map(({ id = null }) => ({ id }))
      return inner.pass({ ...taken.data, openingHours: [...kept, ...hours] })
    },
    'write.component.new',
  ),
  oversight(
    'addresses are merged',
    'The server wrongly changes the existing component in a PUT, although the component in the body has no id.',
    (taken, inner) => {
      const address = taken.data?.address
      if (!isKept(taken, 'PUT', 'restaurants/') || !isObject(address) || 'id' in address) return inner.pass()
      const before = storedAt(taken, 'address', inner)
      const id = isObject(before) ? before.id : undefined
      return inner.pass(id === undefined ? taken.data : { ...taken.data, address: { ...address, id } })
    },
    'write.component.new',
  ),
  oversight(
    'the draft is answered',
    'The server wrongly answers the draft to a PUT that publishes.',
    (taken, inner) => {
      const answer = inner.pass()
      const isPublishing = isKept(taken, 'PUT', 'reviews/') && !taken.query.includes('status=')
      if (!isPublishing || answer.status !== 200) return answer
      const draft = dataOf(inner.ask('GET', `${taken.path}?status=draft&${taken.query}`))
      return withData(answer, (data) => (isObject(draft) ? draft : data))
    },
    'write.answer',
  ),
  oversight(
    'the body is answered',
    'The server wrongly repeats the values of the body in the answer to a POST.',
    (taken, inner) => {
      const answer = inner.pass()
      const { data = {} } = taken
      return isKept(taken, 'POST', 'samplers') && answer.status === 201
        ? withData(answer, (row) => ({ ...row, ...without(data, 'password') }))
        : answer
    },
    'write.answer',
  ),
  oversight(
    'names clash with themselves',
    'The server wrongly compares a unique name with the name of the changed entry itself.',
    (taken, inner) => {
      const name = taken.data?.name
      if (!isKept(taken, 'PUT', 'categories/') || typeof name !== 'string') return inner.pass()
      const row = dataOf(inner.ask('GET', taken.path))
      const message = 'This attribute must be unique'
      const errors = [{ path: ['name'], message, name: 'ValidationError', value: name }]
      return isObject(row) && row.name === name
        ? refusal(400, 'ValidationError', message, { errors })
        : inner.pass()
    },
    'write.values.unique',
  ),
  oversight(
    'rows without links stay',
    'The server wrongly stores the row of a POST before it refuses a wrong link.',
    (taken, inner) => {
      const answer = inner.pass()
      const { regulars, ...rest } = taken.data ?? {}
      if (isKept(taken, 'POST', 'restaurants') && answer.status === 400 && regulars !== undefined)
        inner.ask('POST', taken.path, rest)
      return answer
    },
    'write.whole',
  ),
  oversight(
    'links cascade',
    'The server wrongly deletes the ledgers that link an author in a DELETE of the author.',
    (taken, inner) => {
      if (!isKept(taken, 'DELETE', 'authors/')) return inner.pass()
      const ledgers = listOf(storedAt(taken, 'ledgers', inner)).filter(isObject)
      const answer = inner.pass()
      for (const { documentId } of ledgers) inner.ask('DELETE', `/api/ledgers/${String(documentId)}`)
      return answer
    },
    'write.relation.gone',
  ),
  oversight(
    'prices in any case',
    'The server wrongly ignores letter case in the value of an enumeration.',
    (taken, inner) => {
      const price = taken.data?.price
      return typeof price === 'string'
        ? inner.pass({ ...taken.data, price: price.toLowerCase() })
        : inner.pass()
    },
    'write.values',
  ),
  oversight(
    'ids are refused',
    'The server wrongly refuses a link by a row id.',
    (taken, inner) => {
      const links = Object.values(taken.data ?? {}).flatMap((value) =>
        isObject(value)
          ? [value, ...Object.values(value).flatMap((one) => (one === null ? [] : listOf(one)))]
          : listOf(value),
      )
      const isById = isKept(taken, 'POST', 'restaurants') || isKept(taken, 'PUT', 'restaurants')
      const isIn = (name: string): boolean => taken.data !== undefined && name in taken.data
      const hasId = isIn('regulars') && links.some((one) => typeof one === 'number')
      return isById && hasId
        ? refusal(400, 'ValidationError', 'Only a documentId names a document')
        : inner.pass()
    },
    'write.relation.forms',
  ),
  oversight(
    'bodies first',
    'The server wrongly checks the body before the permission.',
    (taken, inner) => {
      const answer = inner.pass()
      if (answer.status !== 403 || taken.method !== 'POST' || typeof taken.data?.name !== 'number')
        return answer
      const message = 'name must be a `string` type'
      return refusal(400, 'ValidationError', message)
    },
    'write.access.action',
  ),
  oversight(
    'documents first',
    'The server wrongly looks for the document before it checks the permission.',
    (taken, inner) => {
      const answer = inner.pass()
      const isChange = taken.method === 'PUT' || taken.method === 'DELETE'
      const isThere = isChange && inner.ask('GET', taken.path).status === 200
      return answer.status === 403 && isChange && !isThere
        ? refusal(404, 'NotFoundError', 'Not Found')
        : answer
    },
    ...['write.access.action', 'write.unknown'],
  ),
  oversight(
    'other names of errors',
    'The server wrongly answers a body that is not JSON with a BadRequestError.',
    (_taken, inner) =>
      withError(inner.pass(), (error) =>
        error.name === 'SyntaxError'
          ? { ...error, name: 'BadRequestError', message: 'Malformed body' }
          : error,
      ),
    'write.body.json',
  ),
]
