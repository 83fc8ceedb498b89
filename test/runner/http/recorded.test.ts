/** Tests that the probe handlers give the same answers as in a real Strapi. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { RunAnswer, ServiceCall, ServiceResult } from '../../../src/sources/runner/protocol.ts'
import { isObject, type Json, parseJson } from '../../../src/util/json.ts'
import { answered, bytes, FOLDER, NOT_FOUND, open, refused } from './loaded.ts'
import { type Probe, probesOf } from './probes.ts'

/** Replacements for the error classes of `@strapi/utils`, by name. */
const CLASSES = Object.fromEntries(
  Object.entries({
    ApplicationError: 'An application error occurred',
    ValidationError: '',
    ForbiddenError: 'Forbidden access',
    UnauthorizedError: 'Unauthorized',
    PolicyError: 'Policy Failed',
    NotFoundError: 'Entity not found',
    PayloadTooLargeError: 'Entity too large',
    RateLimitError: 'Too many requests, please try again later.',
    NotImplementedError: 'This feature is not implemented yet',
    PaginationError: 'Invalid pagination',
  }).map(([name, standard]) => [
    name,
    class extends Error {
      readonly details: unknown
      constructor(message = standard, details: unknown = {}) {
        super(message)
        this.name = name
        this.details = details
      }
    },
  ]),
)

const probes = probesOf(CLASSES)
const recorded: Json = parseJson(readFileSync(join(FOLDER, 'recorded.json'), 'utf8')) ?? {}

const SCOPE = { scope: ['api::article.article.find'] }

function authOf(name: string, probe: Probe): unknown {
  if ('auth' in probe) return probe.auth
  return typeof probe.handler === 'string' || name.endsWith('-scope') ? SCOPE : false
}

const PAGINATION = { page: 1, pageSize: 1, pageCount: 50, total: 50 }
const listed = (fields: object): ServiceResult =>
  answered(200, {
    data: [{ id: 4, documentId: 'ypz011asqu7fxf7m1u7sbm9m', ...fields }],
    meta: { pagination: PAGINATION },
  })

/** Creates a function that answers calls as the content API does. */
const coreOf =
  (probe: Probe) =>
  (call: ServiceCall): ServiceResult => {
    if (call.service !== 'core') throw new Error('Expected a core call')
    if (call.action?.name === 'findOne') return NOT_FOUND
    const details = { key: 'nope', path: null, source: 'query', param: 'filters' }
    if (probe.search?.includes('nope') === true)
      return answered(400, {
        data: null,
        error: { status: 400, name: 'ValidationError', message: 'Invalid key nope', details },
      })
    if (call.action === undefined) return refused(404, 'NotFoundError', 'Not Found')
    return listed(call.query?.['fields'] === 'title' ? { title: 'alpha' } : { slug: 'art-01-en' })
  }

async function answerOf(name: string, probe: Probe): Promise<RunAnswer> {
  const { method = 'GET', search = '', handler, middlewares = [], policies = [], body } = probe
  const { send } = open({
    routes: [{ method, path: `/probe/${name}`, handler, auth: authOf(name, probe), policies, middlewares }],
    core: coreOf(probe),
  })
  const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body)
  const target = `/api/probe/${name}${search}`
  return send(target, {
    method,
    headers: {
      host: 'localhost',
      ...(text !== undefined && {
        'content-type': 'application/json',
        'content-length': String(text.length),
      }),
    },
    body: text === undefined ? undefined : bytes(text),
  })
}

describe('answers of a real Strapi', () => {
  test.each(Object.entries(probes))('%s', async (name, probe) => {
    const { status, headers, body } = await answerOf(name, probe)
    const text = typeof body === 'string' ? body : new TextDecoder().decode(body)
    const wanted = isObject(recorded) ? recorded[name] : undefined
    // The recorded routes belong to the API `probe`.
    const own = text.replace('"apiName":"article"', '"apiName":"probe"')
    const lines = Object.entries(headers).map(([header, value]) => [header, value.replaceAll('\n', ', ')])
    const length = headers['content-length'] === undefined ? {} : { 'content-length': String(own.length) }
    expect({ status, headers: { ...Object.fromEntries(lines), ...length }, body: own }).toEqual(wanted)
  })
})
