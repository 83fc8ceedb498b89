/** The backend that sends requests to the server from which the page was loaded. */
import type { Explanation, Otherwise } from '../../../explain/explanation.ts'
import type { Asking } from '../../../util/url/explorer-url.ts'
import type { Described } from '../described.ts'
import { type Backend, type BackendAnswer, BackendError } from './backend.ts'

/**
 * Creates the backend for a server. Behind a proxy with a path prefix, `origin` ends with this prefix. The parameter
 * `root` is the path of the server's own endpoints, such as `/_populace`.
 */
export function serverBackend(origin: string, root: string): Backend {
  const get = (path: string, asking: Asking): Promise<Response> => fetched(`${origin}${path}`, asking)
  const fetchReport = async <T>(path: string, asking: Asking): Promise<T | null> => {
    const response = await get(path, asking)
    if (response.status === 403 || response.status === 404) return null
    if (!response.ok) throw new BackendError(`${path}: the server answered ${response.status}`)
    return response.json()
  }
  const about = (name: string, { url, profile }: Asking): string =>
    `${root}/${name}?${profile === null ? '' : `profile=${encodeURIComponent(profile)}&`}url=${encodeURIComponent(url)}`
  return {
    kind: 'server',
    origin,
    describe: async (asking) => {
      const world = await fetchReport<Described>(`${root}/schema`, asking)
      if (world === null)
        throw new BackendError(`${root}/schema is disabled: start the server with --explain`)
      return world
    },
    ask: async (asking) => {
      const start = performance.now()
      // A client cannot choose a role without a token. Therefore, the page sends a request as a role to
      // `/_populace/answer`, not to the content API.
      const isApi = asking.profile === null && asking.caller.kind !== 'role'
      const response = await get(isApi ? asking.url : about('answer', asking), asking)
      return answeredBy(response, start)
    },
    explain: (asking) => fetchReport<Explanation>(about('explain', asking), asking),
    explainWrite: async (asking, { method, body }) => {
      const path = about('explain', asking).replace('?', `?method=${method}&`)
      const headers = { 'content-type': 'application/json' }
      const response = await fetched(`${origin}${path}`, asking, { method: 'POST', body, headers })
      if (response.ok) return response.json()
      throw new BackendError((await response.json()).error)
    },
    otherwise: async (asking) =>
      (await fetchReport<readonly Otherwise[]>(about('otherwise', asking), asking)) ?? [],
  }
}

/** The parts of a fetch request that do not depend on the role or token of the caller. */
interface Sent {
  readonly method?: string
  readonly body?: string
  readonly headers?: Readonly<Record<string, string>>
}

async function fetched(url: string, { caller, world }: Asking, sent: Sent = {}): Promise<Response> {
  const headers = {
    ...sent.headers,
    accept: 'application/json',
    ...(caller.kind === 'token' ? { authorization: `Bearer ${caller.token}` } : {}),
    ...(caller.kind === 'role' ? { 'populace-role': encodeURIComponent(caller.role) } : {}),
    ...(world === null ? {} : { 'populace-world': world }),
  }
  try {
    return await fetch(url, { ...sent, headers, credentials: 'omit', cache: 'no-store' })
  } catch {
    throw new BackendError('The server does not answer. Check that it still runs.')
  }
}

async function answeredBy(response: Response, start: number): Promise<BackendAnswer> {
  const body = await response.text()
  return { status: response.status, body, milliseconds: performance.now() - start }
}
