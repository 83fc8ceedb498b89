/** What the page and its worker say to each other. */
import type { DatasetFiles } from '../../core.ts'
import type { Asking } from '../model/asking.ts'

export type Wish =
  | { readonly kind: 'open'; readonly files: DatasetFiles }
  | { readonly kind: 'describe' | 'ask' | 'explain' | 'otherwise'; readonly asking: Asking }

export interface Told {
  /** Which wish it is the answer to. */
  readonly id: number
  readonly wish: Wish
}

export type Reply<Value = unknown> =
  | { readonly id: number; readonly ok: true; readonly value: Value }
  | { readonly id: number; readonly ok: false; readonly message: string }
