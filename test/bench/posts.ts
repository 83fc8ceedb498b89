/** Generates any number of posts with an author and three tags each; the same number gives the same posts. */
import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { DatasetFiles } from '../../src/reference/load/files/files.ts'
import type { Json } from '../../src/util/json.ts'
import { collection, relation } from '../graph/library.ts'

export interface Post {
  readonly id: number
  readonly documentId: string
  readonly title: string
  readonly slug: string
  readonly body: string
  /** A different number for each post, from 0 to the number of posts minus 1. */
  readonly views: number
  readonly author: number
  readonly tags: readonly number[]
}

interface Named {
  readonly id: number
  readonly documentId: string
  readonly name: string
}

const POSTS_OF_AUTHOR = 20
const POSTS_OF_TAG = 100
const ADJECTIVES =
  'amber brisk calm dusky early faint golden hollow icy jolly keen late mellow narrow open pale'.split(' ')
export const NOUNS =
  'anchor bakery canal depot estuary ferry garden harbour island jetty kiln lantern market nursery orchard pier'.split(
    ' ',
  )

/** Returns a pseudo-random number below 2 ** 32 that depends only on `at`. */
export const mixed = (at: number): number => Math.imul(at + 1, 2_654_435_761) >>> 0
const word = (words: readonly string[], number: number): string => words[number % words.length] ?? ''
/** A factor that is coprime to every power of ten, so that its multiples reach each post once. */
const STEP = 7_368_787

export const authorsOf = (size: number): number => Math.ceil(size / POSTS_OF_AUTHOR)
export const tagsOf = (size: number): number => Math.ceil((3 * size) / POSTS_OF_TAG)
export const authorName = (id: number): string =>
  `${word(NOUNS, mixed(id) >>> 8)} ${word(ADJECTIVES, mixed(id))} ${id}`
const documentId = (kind: string, id: number): string => `${kind}${id}x`.padEnd(24, '0')
export const postDocument = (id: number): string => documentId('post', id)
export const postSlug = (id: number): string => `post-${id}`

/** Returns the post with the given `id`, from 1 to `size`. */
export function postOf(id: number, size: number): Post {
  const chance = mixed(id)
  const title = `${word(ADJECTIVES, chance >>> 4)} ${word(NOUNS, chance >>> 12)} ${id}`
  const tags = tagsOf(size)
  return {
    id,
    documentId: postDocument(id),
    title: `${title.charAt(0).toUpperCase()}${title.slice(1)}`,
    slug: postSlug(id),
    body: `${word(NOUNS, chance >>> 3)} and ${word(NOUNS, chance >>> 9)}, ${word(ADJECTIVES, chance >>> 15)} again`,
    views: (id * STEP) % size,
    author: 1 + (chance % authorsOf(size)),
    tags: [0, 1, 2].map((nth) => 1 + ((id + nth * 7) % tags)),
  }
}

/** Returns the files of the dataset, without its posts. */
function otherFiles(size: number): DatasetFiles & { readonly entries: Readonly<Record<string, Json>> } {
  const named = (kind: string, count: number, nameOf: (id: number) => string): Named[] =>
    Array.from({ length: count }, (_, at) => ({
      id: at + 1,
      documentId: documentId(kind, at + 1),
      name: nameOf(at + 1),
    }))
  return {
    contentTypes: {
      post: collection('post', {
        title: { type: 'string' },
        slug: { type: 'string' },
        body: { type: 'text' },
        views: { type: 'integer' },
        author: relation('manyToOne', 'api::author.author', { inversedBy: 'posts' }),
        tags: relation('manyToMany', 'api::tag.tag', { inversedBy: 'posts' }),
      }),
      author: collection('author', {
        name: { type: 'string' },
        posts: relation('oneToMany', 'api::post.post', { mappedBy: 'author' }),
      }),
      tag: collection('tag', {
        name: { type: 'string' },
        posts: relation('manyToMany', 'api::post.post', { mappedBy: 'tags' }),
      }),
    },
    entries: {
      author: named('author', authorsOf(size), authorName).map((one) => ({ ...one })),
      tag: named('tag', tagsOf(size), (id) => `${word(NOUNS, id)} ${id}`).map((one) => ({ ...one })),
    },
  }
}

/** Returns all posts in order of their ids. */
export const postsOf = (size: number): readonly Post[] =>
  Array.from({ length: size }, (_, at) => postOf(at + 1, size))

export function filesOf(size: number): DatasetFiles {
  const files = otherFiles(size)
  return { ...files, entries: { ...files.entries, post: postsOf(size).map((post) => ({ ...post })) } }
}

const AT_ONCE = 10_000

/** Streams a JSON list to a file, so that the whole text is never in memory. */
export function writeList(path: string, count: number, itemAt: (at: number) => unknown): void {
  const file = openSync(path, 'w')
  for (let from = 0; from < count; from += AT_ONCE) {
    const items = Array.from({ length: Math.min(AT_ONCE, count - from) }, (_, at) =>
      JSON.stringify(itemAt(from + at)),
    )
    writeSync(file, `${from === 0 ? '[\n' : ',\n'}${items.join(',\n')}`)
  }
  writeSync(file, ']\n')
  closeSync(file)
}

/** Writes the dataset to a folder. */
export function writeFolder(folder: string, size: number): void {
  const { contentTypes, entries } = otherFiles(size)
  for (const name of ['content-types', 'entries']) mkdirSync(join(folder, name), { recursive: true })
  for (const [name, schema] of Object.entries(contentTypes)) {
    const file = openSync(join(folder, 'content-types', `${name}.json`), 'w')
    writeSync(file, JSON.stringify(schema))
    closeSync(file)
  }
  for (const [name, rows] of Object.entries(entries))
    if (Array.isArray(rows)) writeList(join(folder, 'entries', `${name}.json`), rows.length, (at) => rows[at])
  writeList(join(folder, 'entries/post.json'), size, (at) => postOf(at + 1, size))
}
