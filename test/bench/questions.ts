/** The questions of the bench as data, as URLs, and as answers that a loop finds. */
import { authorName, authorsOf, mixed, NOUNS, type Post, postDocument, postSlug } from './posts.ts'

export const PAGE_SIZE = 25

export type Question =
  /** A page of all posts in order of ids, with or without authors; `at` makes the URLs of equal questions differ. */
  | { readonly kind: 'page' | 'populated'; readonly page: number; readonly at: number }
  | { readonly kind: 'id' | 'document'; readonly id: number }
  | { readonly kind: 'slug'; readonly slug: string }
  | { readonly kind: 'author'; readonly author: number; readonly at: number }
  /** Posts with more views than a number. */
  | { readonly kind: 'above'; readonly from: number; readonly at: number }
  /** Posts whose number of views is in a range: at least one number and below another number. */
  | { readonly kind: 'range'; readonly from: number; readonly to: number }
  /** A page of all posts sorted by views (descending), by title, or by author name and title. */
  | { readonly kind: 'views' | 'title' | 'related'; readonly page: number; readonly at: number }
  /** Posts with a text in the title, or in any attribute, ignoring case. */
  | { readonly kind: 'contains' | 'search'; readonly text: string }

export type Kind = Question['kind']

/** The names of the questions in tables. */
export const WHAT: Readonly<Record<Kind, string>> = {
  page: 'a page of the list',
  populated: 'a page with authors',
  id: 'filters[id][$eq]',
  document: 'an entry by documentId',
  slug: 'filters[slug][$eq]',
  author: 'filters[author][name][$eq]',
  above: 'filters[views][$gt], 0.1 % match',
  range: 'filters[views] from, to, 0.1 %',
  views: 'sort=views:desc, any page',
  title: 'sort=title, any page',
  related: 'sort=author.name,title',
  contains: 'filters[title][$containsi]',
  search: '_q',
}

export const KINDS: readonly Kind[] = [
  'page',
  'populated',
  'id',
  'document',
  'slug',
  'author',
  'above',
  'range',
  'views',
  'title',
  'related',
  'contains',
  'search',
]

/** The kinds of questions that examine every row. */
export const SCANS: readonly Kind[] = ['contains', 'search']

/** Returns a new question of the kind for each `at`, until all questions of the kind are used up. */
export function questionOf(kind: Kind, at: number, size: number): Question {
  const chance = mixed(at)
  const page = 1 + (chance % Math.ceil(size / PAGE_SIZE))
  switch (kind) {
    case 'page':
    case 'populated':
    case 'views':
    case 'title':
    case 'related':
      return { kind, page, at }
    case 'id':
    case 'document':
      return { kind, id: 1 + (chance % size) }
    case 'slug':
      return { kind, slug: postSlug(1 + (chance % size)) }
    case 'author':
      return { kind, author: 1 + (chance % authorsOf(size)), at }
    case 'above':
      return { kind, from: size - size / 1_000 - 1, at }
    case 'range': {
      const from = chance % (size - size / 1_000)
      return { kind, from, to: from + size / 1_000 }
    }
    case 'contains':
    case 'search':
      return { kind, text: `${NOUNS[chance % NOUNS.length]?.toUpperCase() ?? ''} ${at + 1}` }
  }
}

/** Returns the URL of a question for the content API. */
export function urlOf(question: Question): string {
  switch (question.kind) {
    case 'page':
      return `/api/posts?pagination[page]=${question.page}&at=${question.at}`
    case 'populated':
      return `/api/posts?populate=author&pagination[page]=${question.page}&at=${question.at}`
    case 'id':
      return `/api/posts?filters[id][$eq]=${question.id}`
    case 'document':
      return `/api/posts/${postDocument(question.id)}`
    case 'slug':
      return `/api/posts?filters[slug][$eq]=${question.slug}`
    case 'author':
      return `/api/posts?filters[author][name][$eq]=${encodeURIComponent(authorName(question.author))}&at=${question.at}`
    case 'above':
      return `/api/posts?filters[views][$gt]=${question.from}&at=${question.at}`
    case 'range':
      return `/api/posts?filters[views][$gte]=${question.from}&filters[views][$lt]=${question.to}`
    case 'views':
      return `/api/posts?sort=views:desc&pagination[page]=${question.page}&at=${question.at}`
    case 'title':
      return `/api/posts?sort=title&pagination[page]=${question.page}&at=${question.at}`
    case 'related':
      return `/api/posts?sort=author.name,title&pagination[page]=${question.page}&at=${question.at}`
    case 'contains':
      return `/api/posts?filters[title][$containsi]=${encodeURIComponent(question.text)}`
    case 'search':
      return `/api/posts?_q=${encodeURIComponent(question.text)}`
  }
}

/** The ids on the page, and the number of entries on all pages. */
export interface Found {
  readonly ids: readonly number[]
  readonly total: number
}

const pageOf = (posts: readonly Post[], page: number): Found => ({
  ids: posts.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE).map(({ id }) => id),
  total: posts.length,
})

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Returns the answer of a loop over the posts; for some kinds the loop also sorts. */
export function byHand(question: Question, posts: readonly Post[]): Found {
  const where = (matches: (post: Post) => boolean): Found => pageOf(posts.filter(matches), 1)
  switch (question.kind) {
    case 'page':
    case 'populated':
      return pageOf(posts, question.page)
    case 'id':
    case 'document':
      return where(({ id }) => id === question.id)
    case 'slug':
      return where(({ slug }) => slug === question.slug)
    case 'author':
      return where(({ author }) => author === question.author)
    case 'above':
      return where(({ views }) => views > question.from)
    case 'range':
      return where(({ views }) => views >= question.from && views < question.to)
    case 'views':
      return pageOf(
        [...posts].sort((a, b) => b.views - a.views),
        question.page,
      )
    case 'title':
      return pageOf(
        [...posts].sort((a, b) => byText(a.title, b.title)),
        question.page,
      )
    case 'related':
      return pageOf(
        [...posts].sort(
          (a, b) => byText(authorName(a.author), authorName(b.author)) || byText(a.title, b.title),
        ),
        question.page,
      )
    case 'contains': {
      const text = question.text.toLowerCase()
      return where(({ title }) => title.toLowerCase().includes(text))
    }
    case 'search': {
      const text = question.text.toLowerCase()
      return where(({ title, slug, body }) =>
        [title, slug, body].some((value) => value.toLowerCase().includes(text)),
      )
    }
  }
}

/** Returns the ids and the total in an answer of the content API. */
export function foundIn(body: string): Found {
  const {
    data,
    meta,
  }: { readonly data: unknown; readonly meta?: { readonly pagination?: { readonly total: number } } } =
    JSON.parse(body)
  const ids = [data].flat().flatMap((one): number[] => {
    const { id }: { readonly id?: unknown } = Object(one)
    return typeof id === 'number' ? [id] : []
  })
  return { ids, total: meta?.pagination?.total ?? ids.length }
}
