/** Takes secrets out of requests and answers before a person reads them: in the journal, HAR, the log and reports. */

const HIDDEN = '…'

/** A JSON Web Token: three parts of base64url with dots between them. The look-behind keeps the search linear. */
const JWT = /(?<![\w-])eyJ[\w-]{5,}\.[\w-]{5,}\.[\w-]{5,}/g

/** A text without the JSON Web Tokens in it. */
export const withoutJwts = (text: string): string =>
  text.includes('eyJ') ? text.replaceAll(JWT, `eyJ${HIDDEN}`) : text

/** Headers and parameters whose values are secrets. */
const SECRET_NAME =
  /^(?:x-)?(?:proxy-)?(?:[\w-]*(?:secret|password|api-?key|auth-token|csrf-token)|authorization|cookie|access[_-]token|refresh[_-]?token|id_token|token|jwt|code)$/i

export const isSecretName = (name: string): boolean => SECRET_NAME.test(name)

/** The value of a header without its secrets: the scheme of credentials and the names of cookies remain. */
export function headerWithoutSecrets(name: string, value: string): string {
  if (/^(?:proxy-)?authorization$/i.test(name)) return `${schemeOf(value)}${HIDDEN}`
  if (/^(?:set-)?cookie$/i.test(name)) return withoutCookies(value)
  return isSecretName(name) ? HIDDEN : withoutJwts(value)
}

/** A value without a scheme may be a token as a whole. */
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

/** The cookie that names a world, and the attributes of `set-cookie`. */
const PUBLIC_COOKIES: ReadonlySet<string> = new Set([
  ...['populace-world', 'path', 'domain', 'expires', 'max-age', 'samesite'],
])

/** A URL without the values of parameters whose names say that they are secret, and without JSON Web Tokens. */
export function urlWithoutSecrets(url: string): string {
  const at = url.indexOf('?')
  if (at < 0) return withoutJwts(url)
  const parts = url
    .slice(at + 1)
    .split('&')
    .map((part) => {
      const equals = part.indexOf('=')
      return equals > 0 && isSecretName(part.slice(0, equals))
        ? `${part.slice(0, equals + 1)}${HIDDEN}`
        : part
    })
  return withoutJwts(`${url.slice(0, at)}?${parts.join('&')}`)
}

/** The credentials in an authorization header, in every form that a server could accept; empty if there are none. */
export function credentialsIn(authorization: string | undefined): readonly string[] {
  if (authorization === undefined) return []
  const [first = '', ...rest] = authorization.trim().split(/\s+/)
  return rest.length === 0 ? [first].filter((one) => one !== '') : rest
}

/** A text without some known secrets, of any length. */
export const withoutKnown = (text: string, secrets: readonly string[]): string =>
  secrets.reduce((rest, secret) => rest.replaceAll(secret, HIDDEN), text)
