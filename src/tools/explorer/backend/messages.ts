/** What the page and its worker say to each other. */
import type { DatasetFiles } from '../../../core.ts'
import type { Asking } from '../../../util/url/explorer-url.ts'

export type Wish =
  | { readonly kind: 'open'; readonly files: DatasetFiles }
  /** Answered with `Opened`. */
  | { readonly kind: 'open-archive'; readonly file: File }
  | { readonly kind: 'describe' | 'ask' | 'explain' | 'otherwise'; readonly asking: Asking }

/** What is told of an archive that was opened. */
export interface Opened {
  /** Of the file. */
  readonly name: string
  /** `Strapi export of 5.54.0` */
  readonly kind: string
  /** What was left out, and what an export does not have. */
  readonly notes: readonly string[]
}

export interface BackendMessage {
  /** Which wish it is the answer to. */
  readonly id: number
  readonly wish: Wish
}

export type Reply<Value = unknown> =
  | { readonly id: number; readonly ok: true; readonly value: Value }
  | { readonly id: number; readonly ok: false; readonly message: string }
