/**
 * Faults of servers, each a function around a correct server. Each fault breaks one sentence of the documentation, and
 * was written without regard to the laws.
 */
import { each, entries, type ServerFault, shows, values, without } from './kit.ts'
import { QUERY_FAULTS } from './queries.ts'

const TRACE =
  'TypeError: x is undefined\n    at handler (/srv/app/node_modules/@strapi/core/dist/index.js:12:3)'
const FORM: readonly ServerFault[] = [
  shows('Entries have their values in `attributes`.', (body) => ({
    ...body,
    data: each(body.data ?? null, ({ id = null, ...attributes }) => ({ id, attributes })),
  })),
  shows('There is no `meta`.', (body) => without(body, 'meta')),
  shows('An entry is answered as a list.', (body) => ({ ...body, data: [body.data ?? null].flat() })),
  values('Booleans are 1 and 0.', (value) => (typeof value === 'boolean' ? Number(value) : value)),
  values('Ids are texts.', (value, name) => (name === 'id' ? String(value) : value)),
  values('Instants are seconds.', (value, name) =>
    /^(createdAt|updatedAt)$/.test(name) ? Math.floor(Date.parse(String(value)) / 1000) : value,
  ),
  entries('Values that are missing are left out.', (entry) =>
    Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== null)),
  ),
  entries('Components have the id 1.', (entry) =>
    entry.documentId === undefined ? { ...entry, id: 1 } : entry,
  ),
  shows(
    'An error has a stack trace.',
    (body) => ({ ...body, error: { ...Object(body.error), details: { stack: TRACE } } }),
    (status) => status >= 400,
  ),
  shows(
    'An error is a text.',
    () => ({ error: 'failed' }),
    (status) => status >= 400,
  ),
  {
    says: 'What may not be found is 404.',
    around: (answer) => (request) => {
      const sound = answer(request)
      return sound.status === 403 ? { ...sound, status: 404 } : sound
    },
  },
  {
    says: 'An unknown token is nobody.',
    around: (answer) => (request) => {
      const sound = answer(request)
      return sound.status === 401 ? answer({ ...request, headers: {} }) : sound
    },
  },
  {
    says: 'What is wrong in a query is ignored.',
    around: (answer) => (request) => {
      const sound = answer(request)
      return sound.status === 400 ? answer({ ...request, url: request.url.split('?')[0] ?? '' }) : sound
    },
  },
]

/** All faults. */
export const SERVER_FAULTS: readonly ServerFault[] = [...QUERY_FAULTS, ...FORM]
