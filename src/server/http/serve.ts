/**
 * Serves the content API over node:http. Malformed input does not crash the server, and a slow client does not block
 * other clients.
 */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { Server as NetServer, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { ContentApi } from '../../reference/api.ts'
import { type Failure, printFailure } from '../../reference/failure.ts'
import type { InjectedFault } from '../faults/faults.ts'
import type { Layer, MockRequest } from '../layer.ts'
import type { FindFile } from '../stored.ts'
import { BodyRoom } from './bodies.ts'
import { Connection, type ConnectionOptions } from './connection.ts'
import { type Limits, withDefaults } from './limits.ts'
import { readyLayer } from './ready.ts'
import { type Heard, notify, type RequestLog, replier } from './reply.ts'
import { type Allowed, hostsOf, type Visitors } from './visitors.ts'

export interface ServeOptions {
  /** The port to listen on; 1337 by default. 0 takes any free port. */
  readonly port?: number
  /** The host name or address to listen on; by default 127.0.0.1, which only this machine reaches. */
  readonly host?: string
  /** Called with a log record after each request with an answer or a cut connection, also after an invalid request. */
  readonly log?: (line: RequestLog) => void
  /**
   * Called for each request that failed with a 500, and for a failed connection. By default, prints the error to the
   * standard error stream.
   */
  readonly fail?: (failure: Failure) => void
  readonly limits?: Partial<Limits>
  /** Returns the fault to inject into a request; undefined for no fault. */
  readonly meet?: (request: MockRequest) => InjectedFault | undefined
  /** Called with each answered request and its answer, except requests for uploaded files. */
  readonly heard?: (heard: Heard) => void
  /** The layers that may answer a request before the content API does, such as the layers of a mock. */
  readonly layers?: readonly Layer[]
  /** Finds the uploaded files below `/uploads/`. If a file does not exist, the content API answers the request. */
  readonly uploads?: FindFile
  /**
   * The accepted names in the `Host` header, in addition to localhost, loopback addresses and `host`. By default, a
   * server on a loopback address accepts no other name, and any other server accepts all names.
   */
  readonly allowedHosts?: Allowed
  /**
   * The additional origins whose pages may send credentials, such as `https://preview.example`. A `*` stands for one or
   * more characters. Pages of every origin may read answers to requests without credentials.
   */
  readonly allowedOrigins?: Allowed
  /**
   * Returns whether the server accepts requests; `/_ready` answers with the result. Without `isReady`, the server has
   * no `/_ready`.
   */
  readonly isReady?: () => boolean
  /**
   * The path prefix of all URLs, such as `/cms`. The server also accepts requests without the prefix. Default: none.
   */
  readonly basePath?: string
  /** The names of additional headers that pages of other origins may send; `*` means any header. */
  readonly corsHeaders?: readonly string[]
}

/** The request methods whose bodies a layer may read. */
const KEPT: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH'])

export interface Running {
  /** The URL of the running server, such as `http://127.0.0.1:1337`. */
  readonly url: string
  /** Stops the server: destroys every connection, and resolves when the last connection is closed. */
  readonly stop: () => Promise<void>
  /**
   * Stops accepting connections, finishes the answers in progress with `Connection: close`, and resolves when the last
   * connection is closed. Destroys the remaining connections after `patience` milliseconds.
   */
  readonly drain: (patience: number) => Promise<void>
}

/**
 * Starts a server and resolves when the server listens. @throws the error of node:http, such as EADDRINUSE; RangeError
 * for an invalid limit.
 */
export async function serve(api: ContentApi, options: ServeOptions = {}): Promise<Running> {
  const {
    port = 1337,
    host = '127.0.0.1',
    log,
    fail = printFailure,
    allowedOrigins = [],
    corsHeaders = [],
    basePath = '',
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
  const { layers = [], uploads, meet, heard, isReady } = options
  let isDraining = false
  const first = isReady === undefined ? [] : [readyLayer(() => !isDraining && isReady())]
  const reply = replier({
    ...{ api, layers: [...first, ...layers], limits, visitors, uploads, meet, heard, log, fail },
    isLast: () => isDraining,
    basePath,
  })
  const room = new BodyRoom(limits.maxPendingBytes)
  const keepsBody = ({ method }: IncomingMessage): boolean => layers.length > 0 && KEPT.has(method ?? '')
  const refused = (socket: Duplex, status: number): void =>
    log === undefined ? undefined : notify(log, invalidRequest(socket, status))
  const connections = connect(server, { ...limits, room, keepsBody, reply }, refused)
  // If a connection fails, the server still accepts further connections.
  server.on('error', (error) => notify(fail, { method: 'connection', url, error }))
  return {
    url,
    stop: () => stop(server, connections),
    drain: (patience) => {
      isDraining = true
      return drain(server, connections, patience)
    },
  }
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
  // With `httpAllowHalfOpen`, a client that has closed its sending side still receives a long answer completely.
  return Object.assign(server, { httpAllowHalfOpen: true })
}

type Connections = ReadonlyMap<Duplex, Connection>

/** Passes each request to the object of its connection. Ends a connection whose input is invalid or too slow. */
function connect(
  server: Server,
  options: ConnectionOptions,
  refused: (socket: Duplex, status: number) => void,
): Connections {
  const connections = new Map<Duplex, Connection>()
  server.on('connection', (socket) => {
    connections.set(socket, new Connection(socket, options))
    socket.once('close', () => connections.delete(socket))
  })
  server.on('request', (request, response) => connections.get(request.socket)?.ask({ request, response }))
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const status = statusOn(error.code ?? '')
    if (status === undefined) {
      socket.destroy()
      return
    }
    const response = `HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`
    if (connections.get(socket)?.part(response) === true) refused(socket, Number.parseInt(status, 10))
  })
  return connections
}

/** Returns the log line for an invalid request, whose method and URL are unknown. */
function invalidRequest(socket: Duplex, status: number): RequestLog {
  const client = socket instanceof Socket ? socket.remoteAddress : undefined
  return { method: '-', url: '-', status, milliseconds: 0, headers: {}, client, bytes: () => 0 }
}

/**
 * Returns the status of the last response to a client that sent invalid HTTP or was too slow. Returns undefined for the
 * code of any other error.
 */
const statusOn = (code: string): string | undefined =>
  STATUS_OF_ERROR[code] ?? (code.startsWith('HPE_') ? '400 Bad Request' : undefined)

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

/**
 * The time in milliseconds that idle connections stay open while the server stops. A request that arrives within this
 * time still gets an answer.
 */
const GRACE = 500

function drain(server: Server, connections: Connections, patience: number): Promise<void> {
  return new Promise((resolve) => {
    const destroyAll = (): void => {
      for (const socket of connections.keys()) socket.destroy()
    }
    const late = setTimeout(destroyAll, patience)
    // Calls the method of `net.Server`, because `close` of an HTTP server closes idle connections at once.
    NetServer.prototype.close.call(server, () => {
      clearTimeout(late)
      resolve()
    })
    setTimeout(
      () => {
        for (const connection of connections.values()) connection.retire()
      },
      Math.min(GRACE, patience),
    )
  })
}
