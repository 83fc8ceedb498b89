/**
 * The faults of servers. Each fault is a function that changes a correct server, so that the server breaks one
 * sentence of the documentation. The faults were written without regard to the laws.
 */
import { each, entries, type ServerFault, shows, values, without } from './kit.ts'
import { QUERY_FAULTS } from './queries.ts'

const TRACE =
  'TypeError: x is undefined\n    at handler (/srv/app/node_modules/@strapi/core/dist/index.js:12:3)'
const FORM: readonly ServerFault[] = [
  shows('The server wrongly shows the values of entries in `attributes`.', (body) => ({
    ...body,
    data: each(body.data ?? null, ({ id = null, ...attributes }) => ({ id, attributes })),
  })),
  shows('The server wrongly omits `meta`.', (body) => without(body, 'meta')),
  shows('The server wrongly shows a single entry as a list.', (body) => ({
    ...body,
    data: [body.data ?? null].flat(),
  })),
  values('The server wrongly shows booleans as 1 and 0.', (value) =>
    typeof value === 'boolean' ? Number(value) : value,
  ),
  values('The server wrongly shows ids as texts.', (value, name) => (name === 'id' ? String(value) : value)),
  values('The server wrongly shows `createdAt` and `updatedAt` as seconds since 1970.', (value, name) =>
    /^(createdAt|updatedAt)$/.test(name) ? Math.floor(Date.parse(String(value)) / 1000) : value,
  ),
  entries('The server wrongly omits members that are null.', (entry) =>
    Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== null)),
  ),
  entries('The server wrongly shows the id 1 for each component.', (entry) =>
    entry.documentId === undefined ? { ...entry, id: 1 } : entry,
  ),
  shows(
    'The server wrongly adds a stack trace to an error.',
    (body) => ({ ...body, error: { ...Object(body.error), details: { stack: TRACE } } }),
    (status) => status >= 400,
  ),
  shows(
    'The server wrongly shows an error as a text.',
    () => ({ error: 'failed' }),
    (status) => status >= 400,
  ),
  {
    says: 'The server wrongly answers 404, not 403, to a request without the permission.',
    around: (answer) => (request) => {
      const sound = answer(request)
      return sound.status === 403 ? { ...sound, status: 404 } : sound
    },
  },
  {
    says: 'The server wrongly answers a request with an unknown token like one without a token.',
    around: (answer) => (request) => {
      const sound = answer(request)
      return sound.status === 401 ? answer({ ...request, headers: {} }) : sound
    },
  },
  {
    says: 'The server wrongly ignores a query that it should refuse.',
    around: (answer) => (request) => {
      const sound = answer(request)
      return sound.status === 400 ? answer({ ...request, url: request.url.split('?')[0] ?? '' }) : sound
    },
  },
]

export const SERVER_FAULTS: readonly ServerFault[] = [...QUERY_FAULTS, ...FORM]
