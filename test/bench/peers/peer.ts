/** What all peers are to the bench. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Post } from '../posts.ts'
import type { Question } from '../questions.ts'
import { ROOT } from '../root.ts'

export interface Peer {
  readonly name: string
  /** The nearest request that it can answer, as JSON text; undefined where it can answer none. */
  readonly ask: (question: Question) => string | Promise<string> | undefined
  /** The ids that such a text shows, and how many there are on all pages where it tells. */
  readonly found: (text: string) => { readonly ids: readonly number[]; readonly total: number | undefined }
  readonly close: () => void
}

/** What peers are given: the posts, and a folder where they may write. */
export interface Given {
  readonly posts: readonly Post[]
  readonly folder: string
}

/** A peer over posts, or undefined where its package is not installed. */
export type Open = (given: Given) => Promise<Peer | undefined>

export const PEERS = join(ROOT, 'test/bench/peers')

interface Packages {
  // What a package is, each peer says for itself.
  readonly packageOf: (name: string) => Promise<ReturnType<typeof JSON.parse>>
  readonly versionOf: (name: string) => string | undefined
}

export async function packages(): Promise<Packages> {
  return await import(pathToFileURL(join(PEERS, 'packages.mjs')).href)
}

/** The row of a table without links: what a peer has that knows no relations. */
export interface Flat extends Omit<Post, 'author' | 'tags'> {
  readonly authorId: number
}

export const flatOf = ({ author, tags: _, ...rest }: Post): Flat => ({ ...rest, authorId: author })

/** Of the peers of this process: what they answer is written as this. */
export const written = (data: unknown, total: number): string => JSON.stringify({ data, total })

export function foundInWritten(text: string): ReturnType<Peer['found']> {
  const { data, total }: { readonly data: readonly { readonly id: number }[]; readonly total: number } =
    JSON.parse(text)
  return { ids: data.map(({ id }) => id), total }
}
