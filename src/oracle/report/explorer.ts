/** Makes links that open the example request of a cause in the explorer, a web page of `populace serve`. */

import { bearerToken } from '../../reference/access.ts'
import type { Access } from '../../reference/graph/graph.ts'
import { quoted } from '../../util/url/curl.ts'
import { hashOf, PUBLIC } from '../../util/url/explorer-url.ts'
import type { Cause, ExplorerLink } from '../causes/cause.ts'
import type { Example } from '../causes/example.ts'

const DEFAULT_PORT = '1337'

/** The facts that all explorer links of a report share. */
export interface Linking {
  /** The normalized address of the explorer, as `explorerPage` returns it. */
  readonly page: string
  readonly profile: string
  readonly access: Access
}

/**
 * Validates and normalizes the address of an explorer's page.
 * @throws RangeError for a text that is not an http or https URL, and for a URL with a fragment, a user or a password.
 */
export function explorerPage(text: string): string {
  const expected = `Expected the address of an explorer such as http://127.0.0.1:1337/_populace`
  if (!URL.canParse(text)) throw new RangeError(`${expected}, found "${text}"`)
  const url = new URL(text)
  if (!['http:', 'https:'].includes(url.protocol))
    throw new RangeError(`${expected}, found "${url.protocol}" instead of http: or https:`)
  if (url.username !== '' || url.password !== '')
    throw new RangeError(`${expected}, without a user or password`)
  if (text.includes('#')) throw new RangeError(`${expected}, without a fragment ("#…")`)
  return url.href
}

/** Adds an explorer link to a cause, if the explorer can send the request of the cause's example. */
export function linked(cause: Cause, linking: Linking): Cause {
  const explorer = linkOf(cause.example, linking)
  return explorer === undefined ? cause : { ...cause, explorer }
}

/**
 * Returns the link that opens an example in the explorer. A link can contain only a single GET request, over the
 * dataset that the server serves. The result is undefined for any other example, except that HEAD becomes GET.
 */
function linkOf(
  { request, files, requests }: Example,
  { page, profile, access }: Linking,
): ExplorerLink | undefined {
  const { method, url, headers } = request
  if (files !== undefined || requests !== undefined || !['GET', 'HEAD'].includes(method)) return undefined
  const role = access.tokens.get(bearerToken(headers.authorization) ?? '')
  const caller = role === undefined ? PUBLIC : ({ kind: 'role', role } as const)
  const asking = { url, caller, world: null, profile }
  const isCaller = (name: string): boolean => name === 'authorization' && role !== undefined
  return {
    address: `${page}${hashOf({ asking, against: null })}`,
    without: [
      ...(method === 'GET' ? [] : [`method ${method}`]),
      ...Object.keys(headers).filter((name) => !isCaller(name)),
    ],
  }
}

/**
 * Returns the POSIX shell command that serves the explorer. `served` are the arguments for `populace serve`: the source
 * of the dataset and options.
 */
export function serveLine(served: readonly string[], { page, profile }: Linking): string {
  const { hostname, port, protocol } = new URL(page)
  const isHere = ['127.0.0.1', 'localhost', '[::1]'].includes(hostname) && protocol === 'http:'
  const at = isHere && port !== DEFAULT_PORT ? ['--port', port === '' ? '80' : port] : []
  return ['npx', 'populace', 'serve', ...served, '--profile', profile, '--developer', ...at]
    .map((word) => (/^[\w./:,=+@-]+$/.test(word) ? word : quoted(word)))
    .join(' ')
}
