/** Creates a context in the form that Astro passes to a loader of its content layer. */
import { createHash } from 'node:crypto'

type Data = Record<string, unknown>

export interface Kept {
  readonly id: string
  readonly data: Data
  readonly digest: string
}

export interface Context {
  /** The entries that the loader stored. */
  readonly kept: Map<string, Kept>
  /** The argument that `load` receives. */
  readonly given: {
    readonly store: { readonly set: (entry: Kept) => void; readonly clear: () => void }
    readonly meta: {
      readonly get: (key: string) => string | undefined
      readonly set: (key: string, value: string) => void
    }
    readonly logger: Readonly<Record<'info' | 'debug' | 'warn' | 'error', (text: string) => void>>
    readonly parseData: (entry: { readonly id: string; readonly data: Data }) => Promise<Data>
    readonly generateDigest: (data: Data) => string
  }
}

/**
 * Creates the context. The parameter `parse` acts as the schema of the collection, and throws if the data does not
 * match.
 */
export function loaderContext(parse: (data: Data) => Data = (data) => data): Context {
  const kept = new Map<string, Kept>()
  const meta = new Map<string, string>()
  const silent = (): void => undefined
  return {
    kept,
    given: {
      store: { set: (entry) => void kept.set(entry.id, entry), clear: () => kept.clear() },
      meta: { get: (key) => meta.get(key), set: (key, value) => void meta.set(key, value) },
      logger: { info: silent, debug: silent, warn: silent, error: silent },
      parseData: async ({ data }) => parse(data),
      generateDigest: (data) => createHash('sha256').update(JSON.stringify(data)).digest('hex'),
    },
  }
}

/** Calls the function `load` of a loader with the members of the context that the loader declares. */
export async function load(
  loader: { readonly load: (...given: never) => unknown },
  { given }: Context,
): Promise<void> {
  await Reflect.apply(loader.load, loader, [given])
}
