/** Peers over HTTP: two versions of json-server, and Populace itself. */
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { reply, type Server, serve, start } from '../http.ts'
import { authorName, authorsOf } from '../posts.ts'
import { foundIn, PAGE_SIZE, type Question, urlOf } from '../questions.ts'
import { flatOf, type Given, type Open, PEERS, type Peer, packages } from './peer.ts'

async function bodyOf(server: Server, path: string): Promise<string> {
  const { status, body } = await reply(server.port, path)
  if (status !== 200) throw new Error(`${path} is ${status}: ${body.slice(0, 200)}`)
  return body
}

/** Starts `populace serve` over the folder of a dataset; returns the server as a peer. */
export async function openPopulace(folder: string): Promise<Peer> {
  const server = await serve(folder)
  return {
    name: 'populace serve',
    ask: (question) => bodyOf(server, urlOf(question)),
    found: foundIn,
    close: server.stop,
  }
}

type Page = (number: number, more?: string) => string

/** Returns the URL of a question in the syntax that both versions of json-server accept. */
function alike(question: Question, page: Page): string | undefined {
  switch (question.kind) {
    case 'page':
      return page(question.page)
    case 'document':
      return `/posts/${question.id}`
    case 'slug':
      return page(1, `slug=${question.slug}&`)
    case 'author':
      return page(1, `authorId=a${question.author}&`)
    case 'title':
      return page(question.page, '_sort=title&')
    default:
      return undefined
  }
}

/** json-server 0.17: `title_like` is a pattern; `q` searches every value. */
function pathOf017(question: Question): string | undefined {
  const page: Page = (number, more = '') => `/posts?${more}_page=${number}&_limit=${PAGE_SIZE}`
  switch (question.kind) {
    case 'populated':
      return page(question.page, '_expand=author&')
    case 'id':
      return page(1, `id=${question.id}&`)
    case 'above':
      return page(1, `views_gte=${question.from + 1}&`)
    case 'range':
      return page(1, `views_gte=${question.from}&views_lte=${question.to - 1}&`)
    case 'views':
      return page(question.page, '_sort=views&_order=desc&')
    case 'contains':
      return page(1, `title_like=${encodeURIComponent(question.text)}&`)
    case 'search':
      return page(1, `q=${encodeURIComponent(question.text)}&`)
    default:
      return alike(question, page)
  }
}

/** json-server 1.0 beta: `field:operator`. The value `contains` is case-sensitive. */
function pathOf1(question: Question): string | undefined {
  const page: Page = (number, more = '') => `/posts?${more}_page=${number}&_per_page=${PAGE_SIZE}`
  switch (question.kind) {
    case 'populated':
      return page(question.page, '_embed=author&')
    case 'above':
      return page(1, `views:gt=${question.from}&`)
    case 'range':
      return page(1, `views:gte=${question.from}&views:lt=${question.to}&`)
    case 'views':
      return page(question.page, '_sort=-views&')
    case 'contains':
      return page(1, `title:contains=${encodeURIComponent(question.text)}&`)
    default:
      return alike(question, page)
  }
}

interface One {
  readonly id: number | string
}

interface Listed {
  readonly items?: number
  readonly data: readonly One[]
}

/** Returns the ids and the total of an answer: a list, a page with its total, or an entry. */
function foundInList(text: string): ReturnType<Peer['found']> {
  const body: Listed | readonly One[] | One = JSON.parse(text)
  const listed: readonly One[] = 'id' in body ? [body] : 'data' in body ? body.data : body
  return { ids: listed.map(({ id }) => Number(id)), total: 'items' in body ? body.items : undefined }
}

const program = (path: string): string | undefined => {
  const file = join(PEERS, 'node_modules', path)
  return existsSync(file) ? file : undefined
}

/**
 * Writes the posts and authors in the format of json-server. The ids of authors are strings, because json-server
 * compares them as strings.
 */
function writeDatabase(path: string, posts: Given['posts']): void {
  const rows = posts.map((post) => JSON.stringify({ ...flatOf(post), authorId: `a${post.author}` }))
  const authors = Array.from({ length: authorsOf(posts.length) }, (_, at) =>
    JSON.stringify({ id: `a${at + 1}`, name: authorName(at + 1) }),
  )
  writeFileSync(path, `{"posts":[${rows.join(',\n')}],"authors":[${authors.join(',\n')}]}`)
}

const serverOf =
  (name: string, file: string, pathOf: (question: Question) => string | undefined): Open =>
  async ({ posts, folder }) => {
    const path = program(file)
    if (path === undefined) return undefined
    const database = join(folder, `${name}.json`)
    writeDatabase(database, posts)
    const { versionOf } = await packages()
    const server = await start((port) => [path, '--port', String(port), database])
    return {
      name: `json-server ${versionOf(name)}`,
      ask: (question) => {
        const asked = pathOf(question)
        return asked === undefined ? undefined : bodyOf(server, asked)
      },
      found: foundInList,
      close: server.stop,
    }
  }

export const openJsonServer017 = serverOf('json-server-0.17', 'json-server-0.17/lib/cli/bin.js', pathOf017)
export const openJsonServer1 = serverOf('json-server', 'json-server/lib/bin.js', pathOf1)
