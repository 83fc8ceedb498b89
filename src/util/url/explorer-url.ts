/**
 * The state of the explorer page, and the URL of the page. The URL contains the whole state of the explorer page
 * except API tokens.
 */

export type Caller =
  | { readonly kind: 'public' }
  /**
   * The caller acts as a role, without an API token. The explorer page offers roles only if the page runs the
   * reference itself, or if its server explains answers to a developer.
   */
  | { readonly kind: 'role'; readonly role: string }
  | { readonly kind: 'token'; readonly token: string }

export interface Asking {
  /** The path and query of the request: `/api/articles?populate=author`. */
  readonly url: string
  readonly caller: Caller
  /** The name of a world, which is a separate copy of the data on the mock server; null for the default world. */
  readonly world: string | null
  /** The profile name; null for the default profile of the server. */
  readonly profile: string | null
}

/** The values in which the second request of a comparison on the explorer page differs from the first request. */
export interface Against {
  readonly caller?: Caller
  readonly world?: string
  readonly profile?: string
  readonly status?: 'draft' | 'published'
}

export interface ExplorerView {
  readonly asking: Asking
  readonly against: Against | null
}

export const PUBLIC: Caller = { kind: 'public' }

export const publicRequest = (url: string): Asking => ({ url, caller: PUBLIC, world: null, profile: null })

/** Makes the second request of a comparison from the first request and the different values. */
export function againstOf(asking: Asking, { caller, world, profile, status }: Against): Asking {
  return {
    url: status === undefined ? asking.url : withStatus(asking.url, status),
    caller: caller ?? asking.caller,
    world: world ?? asking.world,
    profile: profile ?? asking.profile,
  }
}

/** Replaces the parameter `status` of a URL, and keeps the rest of the query unchanged. */
function withStatus(url: string, status: string): string {
  const [path = '', ...rest] = url.split('?')
  const parts = rest
    .join('?')
    .split('&')
    .filter((part) => part !== '' && part !== 'status' && !part.startsWith('status='))
  return `${path}?${[...parts, `status=${status}`].join('&')}`
}

/**
 * Returns the hash of the page URL for a view: `#role=editor&url=/api/articles`. The request URL comes last in the
 * hash, because the request URL may contain `&` and `=`. No hash of a page URL contains a token.
 */
export function hashOf({ asking, against }: ExplorerView): string {
  const words = [
    ...wordsOf('', asking),
    ...(against === null ? [] : ['against=', ...wordsOf('against.', against)]),
    ...(against?.status === undefined ? [] : [`against.status=${against.status}`]),
  ]
  return `#${[...words, `url=${asking.url}`].join('&')}`
}

function wordsOf(prefix: string, { caller, world, profile }: Partial<Asking> | Against): readonly string[] {
  const all: readonly (readonly [string, string | null | undefined])[] = [
    ['role', caller?.kind === 'role' ? caller.role : null],
    ['world', world],
    ['profile', profile],
  ]
  return all.flatMap(([name, value]) =>
    value === null || value === undefined ? [] : [`${prefix}${name}=${encodeURIComponent(value)}`],
  )
}

/** Parses the hash of the explorer page's URL; null if the hash contains no request. */
export function viewIn(hash: string): ExplorerView | null {
  const text = hash.startsWith('#') ? hash.slice(1) : hash
  const at = text.startsWith('url=') ? 0 : text.indexOf('&url=') + 1
  if (at === 0 && !text.startsWith('url=')) return null
  const words = new URLSearchParams(text.slice(0, at))
  const url = decodedBrackets(text.slice(at + 'url='.length))
  if (!url.startsWith('/')) return null
  const side = (prefix: string) => ({
    role: words.get(`${prefix}role`),
    world: words.get(`${prefix}world`),
    profile: words.get(`${prefix}profile`),
  })
  const { role, world, profile } = side('')
  const caller: Caller = role === null ? PUBLIC : { kind: 'role', role }
  return {
    asking: { url, caller, world, profile },
    against: words.has('against') ? otherSide(side('against.'), words.get('against.status')) : null,
  }
}

/** Decodes brackets, because some browsers encode the brackets in the hash of a page URL. */
const decodedBrackets = (url: string): string => url.replaceAll(/%5[bB]/g, '[').replaceAll(/%5[dD]/g, ']')

function otherSide(
  { role, world, profile }: Readonly<Record<'role' | 'world' | 'profile', string | null>>,
  status: string | null,
): Against {
  return {
    ...(role === null ? {} : { caller: { kind: 'role', role } as const }),
    ...(world === null ? {} : { world }),
    ...(profile === null ? {} : { profile }),
    ...(status === 'draft' || status === 'published' ? { status } : {}),
  }
}
