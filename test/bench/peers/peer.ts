/** The interface of peers. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Post } from '../posts.ts'
import type { Question } from '../questions.ts'
import { ROOT } from '../root.ts'

export interface Peer {
  readonly name: string
  /**
   * Returns the JSON text with which the peer answers a question, or the nearest question that it supports. Returns
   * undefined if the peer supports no similar question.
   */
  readonly ask: (question: Question) => string | Promise<string> | undefined
  /** Returns the ids in the text that `ask` returned, and the total if the text contains it. */
  readonly found: (text: string) => { readonly ids: readonly number[]; readonly total: number | undefined }
  readonly close: () => void
}

/** The input of a peer: the posts, and a writable folder. */
export interface Given {
  readonly posts: readonly Post[]
  readonly folder: string
}

/** Opens a peer for the posts; undefined if its package is not installed. */
export type Open = (given: Given) => Promise<Peer | undefined>

export const PEERS = join(ROOT, 'test/bench/peers')

interface Packages {
  // Untyped, because each peer declares the types of its package.
  readonly packageOf: (name: string) => Promise<ReturnType<typeof JSON.parse>>
  readonly versionOf: (name: string) => string | undefined
}

export async function packages(): Promise<Packages> {
  return await import(pathToFileURL(join(PEERS, 'packages.mjs')).href)
}

/** A post as a flat row with its author's id and without tags, for peers that have no relations. */
export interface Flat extends Omit<Post, 'author' | 'tags'> {
  readonly authorId: number
}

export const flatOf = ({ author, tags: _, ...rest }: Post): Flat => ({ ...rest, authorId: author })

/** Returns the entries and the total that a peer in this process has found, as JSON text. */
export const written = (data: unknown, total: number): string => JSON.stringify({ data, total })

export function foundInWritten(text: string): ReturnType<Peer['found']> {
  const { data, total }: { readonly data: readonly { readonly id: number }[]; readonly total: number } =
    JSON.parse(text)
  return { ids: data.map(({ id }) => id), total }
}
