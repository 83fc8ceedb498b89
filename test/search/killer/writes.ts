/** Twenty kinds of writes to a small world. */
import { buildGraph } from '../../../src/reference/load/build.ts'
import type { DatasetFiles } from '../../../src/reference/load/files/files.ts'
import type { MockRequest } from '../../../src/server/layer.ts'
import type { Json } from '../../../src/util/json.ts'

const related = (relation: string, target: string, more: Json): Json => ({
  ...{ type: 'relation', relation, target },
  ...Object(more),
})

const type = (singularName: string, pluralName: string, attributes: Json, more: Json = {}): Json => ({
  ...{ kind: 'collectionType', info: { singularName, pluralName }, attributes },
  ...Object(more),
})

/**
 * The files of the test dataset. A relation with an inverse is listed on both sides, so that a file from before a
 * write and a file from after it do not load together.
 */
export const FILES: DatasetFiles = {
  contentTypes: {
    article: type(
      'article',
      'articles',
      {
        title: { type: 'string' },
        tags: related('manyToMany', 'api::tag.tag', { inversedBy: 'articles' }),
        author: related('manyToOne', 'api::author.author', { inversedBy: 'articles' }),
        cover: { type: 'media', multiple: false },
        parts: { type: 'component', repeatable: true, component: 'shared.part' },
      },
      { options: { draftAndPublish: true } },
    ),
    tag: type('tag', 'tags', {
      name: { type: 'string' },
      articles: related('manyToMany', 'api::article.article', { mappedBy: 'tags' }),
    }),
    author: type('author', 'authors', {
      name: { type: 'string' },
      articles: related('oneToMany', 'api::article.article', { mappedBy: 'author' }),
    }),
    home: {
      kind: 'singleType',
      info: { singularName: 'home', pluralName: 'homes' },
      attributes: { title: { type: 'string' }, first: related('oneToOne', 'api::article.article', {}) },
    },
  },
  components: { 'shared/part': { info: { displayName: 'part' }, attributes: { text: { type: 'string' } } } },
  entries: {
    article: [
      {
        id: 1,
        documentId: 'a1',
        title: 'One',
        publishedAt: null,
        tags: [1, 2],
        author: 1,
        parts: [{ text: 'p' }],
      },
      { id: 2, documentId: 'a2', title: 'Two', publishedAt: null, tags: [2], author: 1 },
      { id: 3, documentId: 'a3', title: 'Three', publishedAt: null, tags: [], author: null },
    ],
    tag: [
      { id: 1, documentId: 't1', name: 'red', articles: [1] },
      { id: 2, documentId: 't2', name: 'blue', articles: [1, 2] },
    ],
    author: [{ id: 1, documentId: 'w1', name: 'Ann', articles: [1, 2] }],
    home: [{ id: 1, documentId: 'h1', title: 'Home', first: 1 }],
  },
  access: {
    publicRole: 'public',
    roles: { public: { permissions: ['*'] }, authenticated: { permissions: ['*'] } },
  },
}

export const START = (() => {
  const built = buildGraph(FILES)
  if ('graph' in built) return built.graph
  throw new Error(JSON.stringify(built.faults))
})()

const json = (method: string, url: string, body?: Json): MockRequest => ({
  method,
  url,
  headers: { 'content-type': 'application/json' },
  ...(body === undefined ? {} : { body: async () => new TextEncoder().encode(JSON.stringify(body)) }),
})

const data = (method: string, url: string, values: Json): MockRequest => json(method, url, { data: values })

function picture(more: Readonly<Record<string, string>> = {}): MockRequest {
  const fields = Object.entries(more).map(
    ([name, value]) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const file =
    '--x\r\nContent-Disposition: form-data; name="files"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\nhello\r\n--x--\r\n'
  return {
    ...{ method: 'POST', url: '/api/upload' },
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    body: async () => new TextEncoder().encode([...fields, file].join('')),
  }
}

/** The writes by name; each changes at least one file. */
export const WRITES: Readonly<Record<string, MockRequest>> = {
  create: data('POST', '/api/tags', { name: 'new' }),
  'create with links': data('POST', '/api/articles', { title: 'New', tags: ['t1', 't2'], author: 'w1' }),
  'create a draft': data('POST', '/api/articles?status=draft', { title: 'New', tags: ['t1'] }),
  'create with components': data('POST', '/api/articles', {
    title: 'N',
    parts: [{ text: 'a' }, { text: 'b' }],
  }),
  update: data('PUT', '/api/tags/t1', { name: 'RED' }),
  'update a link': data('PUT', '/api/articles/a3', { author: 'w1' }),
  'connect from the other side': data('PUT', '/api/tags/t1', { articles: { connect: ['a2', 'a3'] } }),
  disconnect: data('PUT', '/api/articles/a1', { tags: { disconnect: ['t2'] } }),
  'set no links': data('PUT', '/api/articles/a1', { tags: [], author: null }),
  'update components': data('PUT', '/api/articles/a1', { parts: [{ text: 'q' }] }),
  publish: data('PUT', '/api/articles/a2', { title: 'Published' }),
  'delete a linked article': json('DELETE', '/api/articles/a1'),
  'delete a tag': json('DELETE', '/api/tags/t2'),
  'delete an author': json('DELETE', '/api/authors/w1'),
  'update a single type': data('PUT', '/api/home', { title: 'New', first: 'a2' }),
  'delete a single type': json('DELETE', '/api/home'),
  upload: picture(),
  'upload to an entry': picture({ ref: 'api::article.article', refId: '3', field: 'cover' }),
  'create a user': json('POST', '/api/users', {
    ...{ username: 'new', email: 'new@x.example', password: 'secret secret', role: 1 },
  }),
  register: json('POST', '/api/auth/local/register', {
    ...{ username: 'bob', email: 'bob@x.example', password: 'secret secret' },
  }),
}
