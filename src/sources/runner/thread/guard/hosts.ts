/** Decides to which network hosts the project's code may connect. */

/** The host and port to which the project's code tries to connect. */
export interface Target {
  readonly host: string
  /** The port; undefined if the code only looks up the address of the host name. */
  readonly port?: string
}

export type AllowedHosts = (target: Target) => boolean

const bare = (host: string): string =>
  host
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')

/**
 * Makes the function that decides whether project code may connect to a host.
 * @param allowed - The allowed hosts as `name` or `name:port`. An example of an IPv6 address with a port is
 * `[::1]:8080`.
 */
export function allowedHosts(allowed: readonly string[]): AllowedHosts {
  const rules = allowed.map((rule) => {
    const [, name = rule, port] = /^(\[[^\]]*\]|[^:]*):(\d+)$/.exec(rule) ?? []
    return { name: bare(name), port }
  })
  return ({ host, port }) =>
    rules.some(
      (rule) =>
        rule.name === bare(host) && (rule.port === undefined || port === undefined || rule.port === port),
    )
}

export const targetText = ({ host, port }: Target): string => {
  const name = host.includes(':') ? `[${bare(host)}]` : host
  return port === undefined ? name : `${name}:${port}`
}

/**
 * Returns the host and port in the arguments of `net.connect`. For a local socket, the path of the socket counts as
 * the host.
 */
export function targetOf(args: readonly unknown[]): Target {
  const first = Array.isArray(args[0]) ? args[0][0] : args[0]
  if (typeof first === 'object' && first !== null) {
    const path: unknown = Reflect.get(first, 'path')
    if (typeof path === 'string') return { host: path }
    return { host: textOf(Reflect.get(first, 'host')), port: String(Reflect.get(first, 'port')) }
  }
  if (typeof first === 'string' && !/^\d+$/.test(first)) return { host: first }
  return { host: textOf(args[1]), port: String(first) }
}

const textOf = (host: unknown): string => (typeof host === 'string' && host !== '' ? host : 'localhost')
