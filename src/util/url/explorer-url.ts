/** What the page asks, and whom it asks as; and the page's own address, in which all of it stands but for tokens. */

export type Caller =
  | { readonly kind: 'public' }
  /** Only where the page runs the core itself, or its server serves a developer. */
  | { readonly kind: 'role'; readonly role: string }
  | { readonly kind: 'token'; readonly token: string }

export interface Asking {
  /** Path and query: `/api/articles?populate=author`. */
  readonly url: string
  readonly caller: Caller
  /** A named world of the server; null for the one that is served. */
  readonly world: string | null
  /** null: the one that answers unasked. */
  readonly profile: string | null
}

/** What the other side of a comparison asks otherwise. */
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

export const asked = (url: string): Asking => ({ url, caller: PUBLIC, world: null, profile: null })

/** The request of the other side. */
export function againstOf(asking: Asking, { caller, world, profile, status }: Against): Asking {
  return {
    url: status === undefined ? asking.url : withStatus(asking.url, status),
    caller: caller ?? asking.caller,
    world: world ?? asking.world,
    profile: profile ?? asking.profile,
  }
}

/** Whatever else is said stays as it was written. */
function withStatus(url: string, status: string): string {
  const [path = '', ...rest] = url.split('?')
  const parts = rest
    .join('?')
    .split('&')
    .filter((part) => part !== '' && part !== 'status' && !part.startsWith('status='))
  return `${path}?${[...parts, `status=${status}`].join('&')}`
}

/** `#role=editor&url=/api/articles`: the URL stands last, as it has parameters of its own. A token is never in it. */
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

/** Reads any text; null where it names no request. */
export function shownIn(hash: string): ExplorerView | null {
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

/** Browsers may write what stands in a hash in another way. */
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
