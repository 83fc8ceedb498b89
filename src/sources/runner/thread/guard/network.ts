/** Blocks the network connections of this thread, except connections to allowed hosts. */
import dgram from 'node:dgram'
import dns from 'node:dns'
import http from 'node:http'
import net from 'node:net'
import { type AllowedHosts, type Target, targetOf, targetText } from './hosts.ts'
import { type Refuse, type RefusedCall, replaceMethod } from './refuse.ts'

const remedy = ({ host }: Target): string =>
  `Populace gives the code of a project no network. To allow this host, add --allow-network ${host}.`

export function guardNetwork(refuse: Refuse, isAllowed: AllowedHosts): void {
  const refused = (target: Target): RefusedCall => refuse(`connects to ${targetText(target)}`, remedy(target))
  guardSockets(refused, isAllowed)
  guardListening(refuse, isAllowed)
  guardNames(refuse, isAllowed)
  guardWeb(refused, isAllowed)
  for (const name of ['send', 'connect', 'bind'])
    replaceMethod(dgram.Socket.prototype, name, () => () => {
      throw refuse(`uses UDP (${name})`, 'Populace gives the code of a project no UDP.')
    })
}

/**
 * Refuses connections of TCP sockets to hosts that are not allowed. The TCP clients `http`, `https`, `tls`, `http2`
 * and `fetch` of Node all use the class `net.Socket`.
 */
function guardSockets(refused: (target: Target) => Error, isAllowed: AllowedHosts): void {
  replaceMethod(
    net.Socket.prototype,
    'connect',
    (usual) =>
      function (...args) {
        const target = targetOf(args)
        if (isAllowed(target)) return Reflect.apply(usual, this, args)
        const error = refused(target)
        if (this instanceof net.Socket)
          process.nextTick(() => this instanceof net.Socket && this.destroy(error))
        return this
      },
  )
}

function guardListening(refuse: Refuse, isAllowed: AllowedHosts): void {
  replaceMethod(
    net.Server.prototype,
    'listen',
    (usual) =>
      function (...args) {
        const target = targetOf(args)
        if (isAllowed(target)) return Reflect.apply(usual, this, args)
        throw refuse(`listens on ${targetText(target)}`, remedy(target))
      },
  )
}

/** The functions of `dns` that send requests to the network. */
const LOOKUPS = [
  'lookup',
  'lookupService',
  'resolve',
  'resolve4',
  'resolve6',
  'resolveAny',
  'resolveCaa',
  'resolveCname',
  'resolveMx',
  'resolveNaptr',
  'resolveNs',
  'resolvePtr',
  'resolveSoa',
  'resolveSrv',
  'resolveTlsa',
  'resolveTxt',
  'reverse',
]

function guardNames(refuse: Refuse, isAllowed: AllowedHosts): void {
  const holders = [dns, dns.promises, dns.Resolver.prototype, dns.promises.Resolver.prototype]
  for (const holder of holders) {
    for (const name of LOOKUPS)
      replaceMethod(
        holder,
        name,
        (usual) =>
          function (...args) {
            const host = String(args[0])
            if (host === 'localhost' || net.isIP(host) !== 0 || isAllowed({ host }))
              return Reflect.apply(usual, this, args)
            const error = refuse(`looks up ${host}`, remedy({ host }))
            const callback = args.at(-1)
            if (typeof callback !== 'function') return Promise.reject(error)
            process.nextTick(callback, error)
            return undefined
          },
      )
  }
}

/**
 * Refuses calls of `fetch`, `WebSocket` and `EventSource` to hosts that are not allowed. For `fetch`, the check of
 * TCP sockets alone is not enough. When `fetch` opens its socket, the stack trace no longer names the project's
 * code.
 */
function guardWeb(refused: (target: Target) => Error, isAllowed: AllowedHosts): void {
  replaceMethod(
    globalThis,
    'fetch',
    (usual) =>
      function (...args) {
        const target = webTarget(args[0])
        if (target !== undefined && !isAllowed(target)) return Promise.reject(refused(target))
        return Reflect.apply(usual, this, args)
      },
  )
  const guarded = (usual: unknown): unknown =>
    typeof usual === 'function'
      ? new Proxy(usual, {
          construct(made, args, asked) {
            const target = webTarget(args[0])
            if (target !== undefined && !isAllowed(target)) throw refused(target)
            return Reflect.construct(made, args, asked)
          },
        })
      : usual
  // Takes the class `WebSocket` from `node:http`. A read of the global `WebSocket` would load Node's client at once.
  if ('WebSocket' in globalThis) replaceLazily('WebSocket', () => guarded(Reflect.get(http, 'WebSocket')))
  if ('EventSource' in globalThis)
    Reflect.set(globalThis, 'EventSource', guarded(Reflect.get(globalThis, 'EventSource')))
}

/** Replaces a global value with a value that is computed when code first reads it. */
function replaceLazily(name: string, make: () => unknown): void {
  const settle = (value: unknown): unknown => {
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
    return value
  }
  // Deletes the property first, because redefining the existing property would read its value.
  Reflect.deleteProperty(globalThis, name)
  Object.defineProperty(globalThis, name, { configurable: true, get: () => settle(make()), set: settle })
}

const PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443', 'ws:': '80', 'wss:': '443' }

/** Returns the host and port of a URL; undefined for a URL without a host, such as `data:`, and for any other value. */
function webTarget(resource: unknown): Target | undefined {
  const text = resource instanceof Request ? resource.url : String(resource)
  if (!URL.canParse(text)) return undefined
  const { protocol, hostname, port } = new URL(text)
  if (hostname === '') return undefined
  return { host: hostname, port: port === '' ? (PORTS[protocol] ?? '') : port }
}
