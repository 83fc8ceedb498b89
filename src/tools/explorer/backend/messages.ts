/** The messages between the explorer's page and its web worker. */
import type { DatasetFiles } from '../../../core.ts'
import type { Asking } from '../../../util/url/explorer-url.ts'

export type Wish =
  | { readonly kind: 'open'; readonly files: DatasetFiles }
  /** The request to open an archive; the worker answers it with the message `Opened`. */
  | { readonly kind: 'open-archive'; readonly file: File }
  | { readonly kind: 'describe' | 'ask' | 'explain' | 'otherwise'; readonly asking: Asking }

/** The description of an opened archive. */
export interface Opened {
  /** The name of the archive file. */
  readonly name: string
  /** The kind of the source, such as `Strapi export of 5.54.0`. */
  readonly kind: string
  /** The notes on parts of the archive that were not read, and on parts that every export lacks. */
  readonly notes: readonly string[]
}

export interface BackendMessage {
  /** The id of the request that this message answers. */
  readonly id: number
  readonly wish: Wish
}

export type Reply<Value = unknown> =
  | { readonly id: number; readonly ok: true; readonly value: Value }
  | { readonly id: number; readonly ok: false; readonly message: string }
