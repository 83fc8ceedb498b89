/** The content API over node:http. Nothing that is sent to it ends it, and nobody who asks holds up the others. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { Duplex } from 'node:stream'
import type { ContentApi } from '../../reference/api.ts'
import { type Failure, tellFailure } from '../../reference/failure.ts'
import type { Trouble } from '../faults/faults.ts'
import type { Layer, MockRequest } from '../layer.ts'
import type { FindFile } from '../stored.ts'
import { BodyRoom } from './bodies.ts'
import { Connection, type ConnectionOptions } from './connection.ts'
import { type Limits, withDefaults } from './limits.ts'
import { type Heard, type RequestLog, replier, told } from './reply.ts'
import { type Allowed, hostsOf, type Visitors } from './visitors.ts'

export interface ServeOptions {
  /** 1337 where it is left out; 0 takes any free port. */
  readonly port?: number
  /** 127.0.0.1 where it is left out: nobody but this machine is answered. */
  readonly host?: string
  /** Told every request that was answered. */
  readonly log?: (line: RequestLog) => void
  /** Told every request that could not be answered, and got a 500; the standard error stream where it is left out. */
  readonly fail?: (failure: Failure) => void
  readonly limits?: Partial<Limits>
  /** Which trouble a request meets on purpose. */
  readonly meet?: (request: MockRequest) => Trouble | undefined
  /** Told every request that was answered, with its answer, but for files. */
  readonly heard?: (heard: Heard) => void
  /** What stands before the API, such as the layers of a mock. */
  readonly layers?: readonly Layer[]
  /** What `/uploads/…` serves; the content API answers for what is not among it. */
  readonly uploads?: FindFile
  /**
   * The names in `Host` that are answered to, besides localhost, loopback addresses and `host`. Where it is left out,
   * a server that listens to a loopback address answers to no other, and any other server to all.
   */
  readonly allowedHosts?: Allowed
  /**
   * The origins whose pages may send credentials, besides those of this machine: `https://preview.example`, or with a
   * `*` for any text. Pages of every origin may read what is answered without credentials.
   */
  readonly allowedOrigins?: Allowed
  /** Headers that a page of another origin may send, besides those that the real server takes; `*` for every one. */
  readonly corsHeaders?: readonly string[]
}

/** The methods whose bodies a layer may want. */
const KEPT: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH'])

export interface Running {
  /** `http://127.0.0.1:1337` */
  readonly url: string
  /** Ends every connection at once, whatever is on it, and resolves when the last is gone. */
  readonly stop: () => Promise<void>
}

/**
 * Starts a server and resolves when it listens.
 * @throws The error of node:http, for instance EADDRINUSE when the port is taken; RangeError for a limit that is none.
 */
export async function serve(api: ContentApi, options: ServeOptions = {}): Promise<Running> {
  const {
    port = 1337,
    host = '127.0.0.1',
    log,
    fail = tellFailure,
    allowedOrigins = [],
    corsHeaders = [],
  } = options
  const limits = withDefaults(options.limits ?? {})
  const server = httpServer(limits)
  server.listen(port, host)
  await once(server, 'listening')
  const { address, url } = placeOf(server, host)
  const visitors: Visitors = {
    hosts: hostsOf({ host, address }, options.allowedHosts),
    origins: allowedOrigins,
    sendable: corsHeaders,
  }
  const { layers = [], uploads, meet, heard } = options
  const reply = replier({ api, layers, limits, visitors, uploads, meet, heard, log, fail })
  const room = new BodyRoom(limits.maxPendingBytes)
  const keepsBody = ({ method }: IncomingMessage): boolean => layers.length > 0 && KEPT.has(method ?? '')
  const connections = connect(server, { ...limits, room, keepsBody, reply })
  // A connection that could not be taken is no reason to take no other.
  server.on('error', (error) => told(fail, { method: 'connection', url, error }))
  return { url, stop: () => stop(server, connections) }
}

function httpServer(limits: Limits): Server {
  const server = createServer({
    maxHeaderSize: limits.maxHeaderSize,
    headersTimeout: Math.min(limits.headersTimeout, limits.requestTimeout),
    requestTimeout: limits.requestTimeout,
    keepAliveTimeout: limits.keepAliveTimeout,
    connectionsCheckingInterval: Math.min(limits.headersTimeout, limits.requestTimeout, 1_000),
  })
  server.maxConnections = limits.maxConnections
  // Who has said all there is to say still gets the whole of a long answer.
  return Object.assign(server, { httpAllowHalfOpen: true })
}

type Connections = ReadonlyMap<Duplex, Connection>

/** Every request goes to the connection it came on, and what is no request ends its connection. */
function connect(server: Server, options: ConnectionOptions): Connections {
  const connections = new Map<Duplex, Connection>()
  server.on('connection', (socket) => {
    connections.set(socket, new Connection(socket, options))
    socket.once('close', () => connections.delete(socket))
  })
  server.on('request', (request, response) => connections.get(request.socket)?.ask({ request, response }))
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const lastWord = lastWordOn(error.code ?? '')
    if (lastWord === undefined) socket.destroy()
    else connections.get(socket)?.part(lastWord)
  })
  return connections
}

/** What is said to who sent no HTTP, or took too long; undefined where nobody is there to be told. */
function lastWordOn(code: string): string | undefined {
  const status = STATUS_OF_ERROR[code] ?? (code.startsWith('HPE_') ? '400 Bad Request' : undefined)
  return status && `HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`
}

const STATUS_OF_ERROR: Readonly<Record<string, string>> = {
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Payload Too Large',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
}

function placeOf(server: Server, host: string): { readonly address: string; readonly url: string } {
  const found = server.address()
  const { address, port } = typeof found === 'object' && found !== null ? found : { address: host, port: 0 }
  return { address, url: `http://${host.includes(':') ? `[${host}]` : host}:${port}` }
}

function stop(server: Server, connections: Connections): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    for (const socket of connections.keys()) socket.destroy()
  })
}
