/**
 * A target that is the HTTP server at a URL. The check sends requests only to this server. It takes a redirect as the
 * answer and does not follow it.
 */
import http, { type ClientRequest, type IncomingMessage } from 'node:http'
import https, { type AgentOptions } from 'node:https'
import { rootCertificates } from 'node:tls'
import { asDecoded } from '../../util/url/percent.ts'
import { MAX_BODY_BYTES } from '../bodies/excess.ts'
import { decodeBody } from './decode.ts'
import { createKeepAlive, type KeepAlive } from './keep-alive.ts'
import { secretHeaders } from './secrets/secrets.ts'
import { failed, type Outcome, received, type Target, type WireRequest } from './target.ts'
import { isReading } from './wire.ts'

interface HttpTargetOptions {
  /** The time in milliseconds after which the check counts a request as unanswered. */
  readonly timeout: number
  /** The maximum number of connections that are open at the same time. */
  readonly concurrency: number
  /**
   * The headers that the check sends with every request, by lower-case name. A header of a single request replaces the
   * header with the same name.
   */
  readonly headers?: Readonly<Record<string, string>>
  /** Whether the check accepts any TLS certificate of the server, also an invalid one. */
  readonly insecure?: boolean
  /** The PEM text of an additional certificate authority that the check trusts. */
  readonly ca?: string
}

/**
 * Creates the target of a URL. The path of the URL becomes a prefix of every request path. The user and password in
 * the URL become the default credentials of requests, and do not appear in the target's name.
 * @throws TypeError for a text that is not an http or https URL. The message omits the text, which may contain a
 * password.
 */
export function httpTarget(base: string, options: HttpTargetOptions): Target {
  const { timeout, concurrency } = options
  const url = urlOf(base)
  const keepAlive = createKeepAlive()
  const agentWith = (keepAlive: boolean): http.Agent =>
    url.protocol === 'https:'
      ? new https.Agent({ keepAlive, maxSockets: concurrency, ...certificates(options) })
      : new http.Agent({ keepAlive, maxSockets: concurrency })
  const agents = { keepAlive: agentWith(true), fresh: agentWith(false) }
  const own = { ...passwordOf(url), ...options.headers }
  const start = url.protocol === 'https:' ? https.request : http.request
  const open = ({ method, url: path, headers, body }: WireRequest, agent: http.Agent): ClientRequest =>
    start({
      protocol: url.protocol,
      hostname: url.hostname.replace(/^\[|\]$/g, ''),
      port: url.port,
      path: `${url.pathname.replace(/\/$/, '')}${path}`,
      method,
      headers: { ...own, ...headers, ...lengthOf(body) },
      agent,
    })
  // A server may close a reused connection at any time, and the check never repeats a write. It therefore sends each
  // write on a new connection.
  const agentFor = (request: WireRequest): http.Agent =>
    keepAlive.isOn() && isReading(request) ? agents.keepAlive : agents.fresh
  const send = (request: WireRequest, agent = agentFor(request)): Sending => ({
    sent: open(request, agent),
    body: request.body,
  })
  let isClosed = false
  return {
    name: nameOf(url),
    secrets: secretHeaders(own),
    extra: Object.keys(own),
    ask: async (request) => {
      const first = await exchange(send(request), timeout, keepAlive)
      // If the server closed the reused connection without an answer, the check repeats the read on a new connection.
      if (first === 'stale' && !isClosed)
        return settled(await exchange(send(request, agents.fresh), timeout, keepAlive))
      return settled(first)
    },
    close: async () => {
      isClosed = true
      agents.keepAlive.destroy()
      agents.fresh.destroy()
    },
  }
}

/** An HTTP request that Node has created but not yet sent, with its body. */
interface Sending {
  readonly sent: ClientRequest
  readonly body: string | undefined
}

const lengthOf = (body: string | undefined): Readonly<Record<string, number>> =>
  body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }

function urlOf(base: string): URL {
  const url = URL.canParse(base) ? new URL(base) : undefined
  if (url === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:'))
    throw new TypeError('Expected an http or https URL as the target, such as http://localhost:4000')
  return url
}

const certificates = ({ insecure, ca }: HttpTargetOptions): AgentOptions => ({
  ...(insecure === true ? { rejectUnauthorized: false } : {}),
  ...(ca === undefined ? {} : { ca: [...rootCertificates, ca] }),
})

function passwordOf({ username, password }: URL): Readonly<Record<string, string>> {
  if (username === '' && password === '') return {}
  const text = `${asDecoded(username)}:${asDecoded(password)}`
  return { authorization: `Basic ${Buffer.from(text).toString('base64')}` }
}

/** Returns the name of the target: its URL without user, password, query and fragment. */
const nameOf = ({ protocol, host, pathname }: URL): string =>
  `${protocol}//${host}${pathname}`.replace(/\/$/, '')

const CLOSED = 'the server closed the connection'

const settled = (outcome: Outcome | 'stale'): Outcome =>
  outcome === 'stale' ? failed('crash', CLOSED) : outcome

function exchange(
  { sent, body }: Sending,
  timeout: number,
  keepAlive: KeepAlive,
): Promise<Outcome | 'stale'> {
  return new Promise((resolve) => {
    let isLate = false
    const connected = connectingOf(sent)
    const timer = setTimeout(() => {
      isLate = true
      sent.destroy()
      resolve(failed('timeout', `no answer within ${timeout} ms`))
    }, timeout)
    const settle = (outcome: Outcome | 'stale'): void => {
      clearTimeout(timer)
      resolve(outcome)
    }
    sent.on('error', (error: NodeJS.ErrnoException) => {
      if (isLate) return
      const isStale = sent.reusedSocket && (error.code === 'ECONNRESET' || error.code === 'EPIPE')
      const isGarbage = error.code?.startsWith('HPE_') === true
      settle(isStale ? 'stale' : failed(isGarbage ? 'garbage' : 'crash', messageOf(error)))
    })
    sent.on('response', (response) => {
      const head = performance.now()
      receive(response, settle, (bytes) => {
        const betweenHeadAndEnd = performance.now() - head
        keepAlive.note({ isReused: sent.reusedSocket, connecting: connected(), betweenHeadAndEnd, bytes })
      })
    })
    sent.on('upgrade', (_response, socket) => {
      socket.destroy()
      settle(failed('garbage', 'the server changed to another protocol'))
    })
    sent.end(body)
  })
}

/**
 * Returns a function that returns the time that connecting took, in milliseconds. The function returns undefined for a
 * reused connection.
 */
function connectingOf(sent: ClientRequest): () => number | undefined {
  let took: number | undefined
  sent.on('socket', (socket) => {
    const start = performance.now()
    if (socket.connecting)
      socket.once('connect', () => {
        took = performance.now() - start
      })
  })
  return () => took
}

/**
 * Returns the message of a connection error. For an aggregate error, Node leaves the message empty, so the error code
 * replaces it.
 */
const messageOf = ({ code, message }: NodeJS.ErrnoException): string =>
  code === 'ECONNRESET' ? CLOSED : message || (code ?? 'no connection')

function receive(
  response: IncomingMessage,
  settle: (outcome: Outcome) => void,
  ended: (bytes: number) => void,
): void {
  const chunks: Buffer[] = []
  let length = 0
  response.on('data', (chunk: Buffer) => {
    length += chunk.length
    if (length > MAX_BODY_BYTES) {
      settle(failed('garbage', `the body has more than ${MAX_BODY_BYTES} bytes`))
      response.destroy()
    } else chunks.push(chunk)
  })
  response.on('error', (error) => settle(failed('crash', messageOf(error))))
  response.on('end', async () => {
    ended(length)
    const { 'content-encoding': encoding, ...others } = response.headers
    const body = await decodeBody(Buffer.concat(chunks), encoding)
    if (typeof body === 'string') return settle(failed('garbage', body))
    const headers = Object.fromEntries(
      Object.entries(others).map(([name, value]) => [name, String(value ?? '')]),
    )
    settle(received(response.statusCode ?? 0, body.toString('utf8'), headers))
  })
}
