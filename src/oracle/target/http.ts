/** A URL as a target. Nothing but that URL is ever contacted: redirects are answers like any other. */
import {
  type ClientRequest,
  type IncomingMessage,
  Agent as PlainAgent,
  request as plainRequest,
} from 'node:http'
import { Agent as SecureAgent, request as secureRequest } from 'node:https'
import { MAX_BODY_BYTES } from '../bodies/excess.ts'
import { failed, type Outcome, received, type Target, type WireRequest } from './target.ts'

interface HttpTargetOptions {
  /** Milliseconds until a request counts as unanswered. */
  readonly timeout: number
  /** How many connections are open at once. */
  readonly concurrency: number
}

/**
 * The server at a URL; a path in the URL goes in front of every request's own.
 * @throws TypeError for a text that is no http or https URL.
 */
export function httpTarget(base: string, { timeout, concurrency }: HttpTargetOptions): Target {
  const url = new URL(base)
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new TypeError(`Expected an http or https URL, found "${base}"`)
  const settings = { keepAlive: true, maxSockets: concurrency }
  const agent = url.protocol === 'https:' ? new SecureAgent(settings) : new PlainAgent(settings)
  const start = url.protocol === 'https:' ? secureRequest : plainRequest
  const send = ({ method, url: path, headers }: WireRequest): ClientRequest =>
    start({
      protocol: url.protocol,
      hostname: url.hostname.replace(/^\[|\]$/g, ''),
      port: url.port,
      path: `${url.pathname.replace(/\/$/, '')}${path}`,
      method,
      headers,
      agent,
    })
  return {
    name: base.replace(/\/$/, ''),
    ask: async (request) => {
      const first = await exchange(send(request), timeout)
      // A kept connection may just have been closed from the other side: nothing was answered, so ask again.
      return first === 'stale' ? settled(await exchange(send(request), timeout)) : first
    },
    close: async () => agent.destroy(),
  }
}

const settled = (outcome: Outcome | 'stale'): Outcome =>
  outcome === 'stale' ? failed('crash', 'the connection was closed') : outcome

function exchange(sent: ClientRequest, timeout: number): Promise<Outcome | 'stale'> {
  return new Promise((resolve) => {
    let isLate = false
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
    sent.on('response', (response) => receive(response, settle))
    sent.on('upgrade', (_response, socket) => {
      socket.destroy()
      settle(failed('garbage', 'the server changed to another protocol'))
    })
    sent.end()
  })
}

/** Node says nothing in the message of an error that holds several. */
const messageOf = (error: NodeJS.ErrnoException): string => error.message || (error.code ?? 'no connection')

function receive(response: IncomingMessage, settle: (outcome: Outcome) => void): void {
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
  response.on('end', () => {
    const text = Buffer.concat(chunks).toString('utf8')
    const headers = Object.fromEntries(
      Object.entries(response.headers).map(([name, value]) => [name, String(value ?? '')]),
    )
    settle(received(response.statusCode ?? 0, text, headers))
  })
}
