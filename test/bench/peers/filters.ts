/** Peers that scan a list of objects in this process: sift, mingo and @msw/data. */
import { postDocument } from '../posts.ts'
import { PAGE_SIZE, type Question } from '../questions.ts'
import { type Flat, flatOf, foundInWritten, type Open, type Peer, packages, written } from './peer.ts'

/**
 * Returns the equality filter of a question as a property with its value; undefined for questions without such a
 * filter. All peers in this file use the same form of filter.
 */
function equalOf(question: Question): object | undefined {
  switch (question.kind) {
    case 'id':
      return { id: question.id }
    case 'document':
      return { documentId: postDocument(question.id) }
    case 'slug':
      return { slug: question.slug }
    case 'author':
      return { authorId: question.author }
    default:
      return undefined
  }
}

/** Returns the MongoDB filter of a question; undefined for questions without a filter. */
function mongoOf(question: Question): object | undefined {
  switch (question.kind) {
    case 'above':
      return { views: { $gt: question.from } }
    case 'range':
      return { views: { $gte: question.from, $lt: question.to } }
    case 'contains':
      return { title: { $regex: question.text, $options: 'i' } }
    case 'search': {
      const like = { $regex: question.text, $options: 'i' }
      return { $or: [{ title: like }, { slug: like }, { body: like }] }
    }
    case 'page':
      return {}
    default:
      return equalOf(question)
  }
}

const firstPage = (rows: readonly unknown[]): string => written(rows.slice(0, PAGE_SIZE), rows.length)

type Sift = (query: object) => (row: Flat) => boolean

export const openSift: Open = async ({ posts }) => {
  const { packageOf, versionOf } = await packages()
  const sift: { readonly default: Sift & { readonly default?: Sift } } | undefined = await packageOf('sift')
  if (sift === undefined) return undefined
  const filterOf = sift.default.default ?? sift.default
  const rows = posts.map(flatOf)
  return peer(`sift ${versionOf('sift')}`, (question) => {
    const query = question.kind === 'page' ? undefined : mongoOf(question)
    return query === undefined ? undefined : firstPage(rows.filter(filterOf(query)))
  })
}

interface Cursor {
  readonly sort: (by: object) => Cursor
  readonly skip: (count: number) => Cursor
  readonly limit: (count: number) => Cursor
  readonly all: () => readonly unknown[]
}

interface Mingo {
  readonly Query: new (query: object) => { readonly find: (rows: readonly Flat[]) => Cursor }
}

export const openMingo: Open = async ({ posts }) => {
  const { packageOf, versionOf } = await packages()
  const mingo: Mingo | undefined = await packageOf('mingo')
  if (mingo === undefined) return undefined
  const rows = posts.map(flatOf)
  const all = new mingo.Query({})
  const pageOf = (cursor: Cursor, page: number): string =>
    written(
      cursor
        .skip((page - 1) * PAGE_SIZE)
        .limit(PAGE_SIZE)
        .all(),
      rows.length,
    )
  return peer(`mingo ${versionOf('mingo')}`, (question) => {
    switch (question.kind) {
      case 'page':
        return pageOf(all.find(rows), question.page)
      case 'views':
        return pageOf(all.find(rows).sort({ views: -1 }), question.page)
      case 'title':
        return pageOf(all.find(rows).sort({ title: 1 }), question.page)
      default: {
        const query = mongoOf(question)
        return query === undefined ? undefined : firstPage(new mingo.Query(query).find(rows).all())
      }
    }
  })
}

interface Where {
  readonly where: (condition: object) => Where
}

interface Collection {
  readonly create: (row: Flat) => Promise<unknown>
  readonly findMany: (
    predicate: ((query: Where) => Where) | undefined,
    options?: { readonly take?: number; readonly skip?: number; readonly orderBy?: object },
  ) => readonly unknown[]
}

interface Msw {
  readonly Collection: new (options: { readonly schema: unknown }) => Collection
}

interface Zod {
  readonly z: {
    readonly object: (shape: object) => unknown
    readonly number: () => unknown
    readonly string: () => unknown
  }
}

/** Returns the conditions of @msw/data: a value or a predicate for each property. */
function testsOf(question: Question): object | undefined {
  switch (question.kind) {
    case 'above':
      return { views: (views: number) => views > question.from }
    case 'range':
      return { views: (views: number) => views >= question.from && views < question.to }
    case 'contains': {
      const text = question.text.toLowerCase()
      return { title: (title: string) => title.toLowerCase().includes(text) }
    }
    default:
      return equalOf(question)
  }
}

export const openMswData: Open = async ({ posts }) => {
  const { packageOf, versionOf } = await packages()
  const msw: Msw | undefined = await packageOf('@msw/data')
  const zod: Zod | undefined = await packageOf('zod')
  if (msw === undefined || zod === undefined) return undefined
  const { z } = zod
  const [number, string] = [z.number(), z.string()]
  const shape = { id: number, documentId: string, title: string, slug: string, body: string }
  const rows = new msw.Collection({ schema: z.object({ ...shape, views: number, authorId: number }) })
  for (const post of posts) await rows.create(flatOf(post))
  const pageOf = (page: number, orderBy?: object): string => {
    const options = {
      take: PAGE_SIZE,
      skip: (page - 1) * PAGE_SIZE,
      ...(orderBy === undefined ? {} : { orderBy }),
    }
    return written(rows.findMany(undefined, options), posts.length)
  }
  return peer(`@msw/data ${versionOf('@msw/data')}`, (question) => {
    switch (question.kind) {
      case 'page':
        return pageOf(question.page)
      case 'views':
        return pageOf(question.page, { views: 'desc' })
      case 'title':
        return pageOf(question.page, { title: 'asc' })
      default: {
        const tests = testsOf(question)
        return tests === undefined ? undefined : firstPage(rows.findMany((query) => query.where(tests)))
      }
    }
  })
}

const peer = (name: string, ask: Peer['ask']): Peer => ({
  name,
  ask,
  found: foundInWritten,
  close: () => undefined,
})
