/**
 * Removes secrets from requests and answers before a person reads them in the journal, in HAR files, in the log and
 * in reports.
 */

import { asDecoded } from './url/percent.ts'

const HIDDEN = '…'

/**
 * The pattern of a JSON Web Token: three parts in base64url, separated by dots. The look-behind keeps the time of the
 * search linear.
 */
const JWT = /(?<![\w-])eyJ[\w-]{5,}\.[\w-]{5,}\.[\w-]{5,}/g

/** Replaces each JSON Web Token in a text by `eyJ…`. */
export const withoutJwts = (text: string): string =>
  text.includes('eyJ') ? text.replaceAll(JWT, `eyJ${HIDDEN}`) : text

/** The pattern of the names of headers and parameters whose values are secret. */
const SECRET_NAME = /^(?:[\w-]*(?:secret|password|api[_-]?key|token|authorization|cookie)|jwt|code)$/i

export const isSecretName = (name: string): boolean => SECRET_NAME.test(name)

/** Removes the secrets from the value of a header, but keeps the scheme of credentials and the names of cookies. */
export function headerWithoutSecrets(name: string, value: string): string {
  if (/^(?:proxy-)?authorization$/i.test(name)) return `${schemeOf(value)}${HIDDEN}`
  if (/^(?:set-)?cookie$/i.test(name)) return withoutCookies(value)
  return isSecretName(name) ? HIDDEN : withoutJwts(value)
}

/**
 * Returns the scheme of the credentials in a header with a blank after it, such as `Bearer `. The result is empty if
 * there is no scheme; the whole value may then be a token.
 */
function schemeOf(value: string): string {
  const [, scheme] = /^([A-Za-z]{1,20})\s+\S/.exec(value.trim()) ?? []
  return scheme === undefined ? '' : `${scheme} `
}

const withoutCookies = (value: string): string =>
  value
    .split(';')
    .map((part) => {
      const at = part.indexOf('=')
      const isPublic = PUBLIC_COOKIES.has(part.slice(0, Math.max(0, at)).trim().toLowerCase())
      return at < 0 || isPublic ? part : `${part.slice(0, at)}=${HIDDEN}`
    })
    .join(';')

/** The names whose values are not secret: the cookie that names a world, and the attributes of `set-cookie`. */
const PUBLIC_COOKIES: ReadonlySet<string> = new Set([
  ...['populace-world', 'path', 'domain', 'expires', 'max-age', 'samesite'],
])

/** Removes from a URL the values of parameters with secret names, and JSON Web Tokens. */
export function urlWithoutSecrets(url: string): string {
  const at = url.indexOf('?')
  if (at < 0) return withoutJwts(url)
  const parts = url
    .slice(at + 1)
    .split('&')
    .map((part) => {
      const equals = part.indexOf('=')
      return equals > 0 && isSecretName(asDecoded(part.slice(0, equals)))
        ? `${part.slice(0, equals + 1)}${HIDDEN}`
        : part
    })
  return withoutJwts(`${url.slice(0, at)}?${parts.join('&')}`)
}

/**
 * Returns the words of an authorization header that may be secret: the words after the scheme, or the only word. The
 * list is empty for an empty or missing header.
 */
export function credentialsIn(authorization: string | undefined): readonly string[] {
  if (authorization === undefined) return []
  const [first = '', ...rest] = authorization.trim().split(/\s+/)
  return rest.length === 0 ? [first].filter((one) => one !== '') : rest
}

/** Replaces each occurrence of the texts in `secrets` by `…`. */
export const withoutKnown = (text: string, secrets: readonly string[]): string =>
  secrets.reduce((rest, secret) => rest.replaceAll(secret, HIDDEN), text)
