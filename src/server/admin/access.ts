/**
 * Decides which requests may use the pages and endpoints below `/_populace`. A page of another origin gets no access,
 * because the browser would send its requests with the rights of the user. A request from another machine, or to a host
 * name of another machine, needs the secret.
 */
import { timingSafeEqual } from 'node:crypto'
import type { ApiResponse } from '../../reference/api.ts'
import { digest } from '../../util/digest.ts'
import { splitTarget } from '../../util/url/target.ts'
import { cookieNamed } from '../cookie.ts'
import { hostName, isLoopback } from '../http/visitors.ts'
import type { MockRequest } from '../layer.ts'

export interface AdminAccess {
  /** Whether the server listens on a loopback address, so that other machines cannot reach the server. */
  readonly isLocal: boolean
  /**
   * The secret that admits requests from other machines to the server's own pages. Without a secret, the server refuses
   * these requests. If `isLocal` is false, requests from this machine need the secret, too. Paths below
   * `/_populace/in/` never need the secret.
   */
  readonly secret?: string
}

/** The default: only this machine has access. */
export const LOCAL: AdminAccess = { isLocal: true }

/** The name of the header and of the cookie that carry the secret. */
export const SECRET = 'populace-secret'
/** The URL parameter that carries the secret; the server then stores the secret in a cookie. */
const PARAMETER = 'secret'

/**
 * Returns the reason why the server refuses a request to a page or endpoint below `/_populace`; undefined if the
 * server allows the request.
 */
export function whyRefused(request: MockRequest, access: AdminAccess): string | undefined {
  if (isFromElsewhere(request) && !isNavigation(request))
    return 'A page of another origin may not request this: open it in its own tab, or send the request from a program'
  if (isThisMachine(request, access) || isSecret(sentBy(request), access)) return undefined
  return (
    `Expected the secret that the start of the server printed, in the header ${SECRET}; ` +
    `a browser can send it once with /_populace?${PARAMETER}=SECRET`
  )
}

/** Answers `/_populace?secret=…`: stores a correct secret in a cookie and redirects to the URL without the secret. */
export function loginAnswer(request: MockRequest, access: AdminAccess): ApiResponse | undefined {
  const sent = parameterOf(request)
  if (sent === undefined || !isSecret(sent, access)) return undefined
  const { prefix = '' } = request
  const cookie = `${SECRET}=${encodeURIComponent(sent)}; Path=${prefix}/_populace; HttpOnly; SameSite=Strict`
  const headers = { location: `${prefix}/_populace`, 'set-cookie': cookie, 'cache-control': 'no-store' }
  return { status: 303, headers, body: '' }
}

/**
 * Returns whether a page of another origin sent the request. Browsers set `Sec-Fetch-Site`; older browsers set `Origin`
 * or `Referer`.
 */
function isFromElsewhere({ headers = {} }: MockRequest): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  const page = headers['origin'] ?? headers['referer']
  return page !== undefined && authorityOf(page) !== headers['host']?.toLowerCase()
}

const authorityOf = (url: string): string | undefined =>
  /^https?:\/\/([^/?#]+)/i.exec(url)?.[1]?.toLowerCase()

/**
 * Returns whether a request opens the explorer in a browser tab. A link from another site to the explorer is harmless,
 * because that site cannot read the tab.
 */
const isNavigation = ({ headers = {}, method = 'GET', url }: MockRequest): boolean =>
  method === 'GET' &&
  /^\/_populace\/?$/.test(splitTarget(url).path) &&
  headers['sec-fetch-mode'] === 'navigate' &&
  headers['sec-fetch-dest'] === 'document'

/**
 * Returns whether the server listens on a loopback address, and the `Host` header is missing or names such an address.
 * A browser never omits the `Host` header.
 */
const isThisMachine = ({ headers = {} }: MockRequest, { isLocal }: AdminAccess): boolean =>
  isLocal && (headers['host'] === undefined || isLoopback(hostName(headers['host']) ?? ''))

const sentBy = (request: MockRequest): string | undefined =>
  request.headers?.[SECRET] ?? cookieNamed(request.headers?.['cookie'], SECRET) ?? parameterOf(request)

function parameterOf({ url }: MockRequest): string | undefined {
  const { path, search } = splitTarget(url)
  return /^\/_populace\/?$/.test(path) ? (new URLSearchParams(search).get(PARAMETER) ?? undefined) : undefined
}

/** Compares digests of the two secrets. Digests have equal lengths, so that the comparison takes constant time. */
const isSecret = (sent: string | undefined, { secret }: AdminAccess): boolean =>
  sent !== undefined &&
  secret !== undefined &&
  timingSafeEqual(Buffer.from(digest(sent)), Buffer.from(digest(secret)))
