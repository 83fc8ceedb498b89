/**
 * The peer SQLite with an index for each filter: better-sqlite3 if it is built, otherwise the dependency
 * node-sqlite3-wasm.
 */
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { authorName, authorsOf, postDocument } from '../posts.ts'
import { PAGE_SIZE, type Question } from '../questions.ts'
import { ROOT } from '../root.ts'
import { flatOf, foundInWritten, type Given, type Open, type Peer, packages, written } from './peer.ts'

type Value = number | string
type Row = Readonly<Record<string, unknown>>

/** The functions that the bench needs from an SQLite driver. The driver prepares each SQL text once. */
interface Driver {
  readonly name: string
  readonly exec: (sql: string) => void
  readonly all: (sql: string, values: readonly Value[]) => readonly Row[]
  readonly run: (sql: string, values: readonly Value[]) => void
  readonly close: () => void
}

interface Statement {
  readonly all: (values: readonly Value[]) => readonly Row[]
  readonly run: (values: readonly Value[]) => unknown
}

interface Database {
  readonly exec: (sql: string) => void
  readonly prepare: (sql: string) => Statement
  readonly close: () => void
}

type Opened = new (path: string) => Database

function driverOf(name: string, database: Database): Driver {
  const statements = new Map<string, Statement>()
  const statement = (sql: string): Statement => {
    const known = statements.get(sql) ?? database.prepare(sql)
    statements.set(sql, known)
    return known
  }
  return {
    name,
    exec: (sql) => database.exec(sql),
    all: (sql, values) => statement(sql).all(values),
    run: (sql, values) => void statement(sql).run(values),
    close: () => database.close(),
  }
}

/** better-sqlite3; undefined if it is not installed or not built. */
async function native(): Promise<Driver | undefined> {
  const { packageOf, versionOf } = await packages()
  const found: { readonly default: Opened } | undefined = await packageOf('better-sqlite3')
  if (found === undefined) return undefined
  try {
    return driverOf(`better-sqlite3 ${versionOf('better-sqlite3')}`, new found.default(':memory:'))
  } catch {
    // The native binary is missing, because the machine had no compiler.
    return undefined
  }
}

function wasm(): Driver {
  const require = createRequire(join(ROOT, 'package.json'))
  const { Database: Wasm }: { readonly Database: Opened } = require('node-sqlite3-wasm')
  const { version }: { readonly version: string } = require('node-sqlite3-wasm/package.json')
  return driverOf(`node-sqlite3-wasm ${version}`, new Wasm(':memory:'))
}

const TABLES = `
  create table authors (id integer primary key, name text);
  create table posts (id integer primary key, documentId text, title text, slug text, body text, views integer,
    authorId integer references authors (id));
  create table posts_tags (post integer, tag integer);`
const INDEXES = `
  create index document_index on posts (documentId);
  create index slug_index on posts (slug);
  create index title_index on posts (title);
  create index views_index on posts (views);
  create index author_index on posts (authorId);
  create index name_index on authors (name);
  create index tags_index on posts_tags (post, tag);
  analyze;`

function fill(driver: Driver, { posts }: Given): void {
  driver.exec(TABLES)
  driver.exec('begin')
  for (let id = 1; id <= authorsOf(posts.length); id++)
    driver.run('insert into authors values (?, ?)', [id, authorName(id)])
  for (const post of posts) {
    driver.run('insert into posts values (?, ?, ?, ?, ?, ?, ?)', Object.values(flatOf(post)))
    for (const tag of post.tags) driver.run('insert into posts_tags values (?, ?)', [post.id, tag])
  }
  driver.exec('commit')
  driver.exec(INDEXES)
}

interface Sql {
  /** The SQL after `from` for a question, and the values of its parameters. */
  readonly from: string
  readonly values: readonly Value[]
  readonly order?: string
  readonly page?: number
  readonly more?: string
}

const JOINED = 'posts join authors on authors.id = posts.authorId'

function sqlOf(question: Question): Sql {
  switch (question.kind) {
    case 'page':
      return { from: 'posts', values: [], page: question.page }
    case 'populated':
      return { from: JOINED, values: [], page: question.page, more: ', authors.name as author' }
    case 'document':
      return { from: 'posts where documentId = ?', values: [postDocument(question.id)] }
    case 'id':
      return { from: 'posts where posts.id = ?', values: [question.id] }
    case 'slug':
      return { from: 'posts where slug = ?', values: [question.slug] }
    case 'author':
      return { from: `${JOINED} where authors.name = ?`, values: [authorName(question.author)] }
    case 'above':
      return { from: 'posts where views > ?', values: [question.from] }
    case 'range':
      return { from: 'posts where views >= ? and views < ?', values: [question.from, question.to] }
    case 'views':
      return { from: 'posts', values: [], page: question.page, order: 'views desc' }
    case 'title':
      return { from: 'posts', values: [], page: question.page, order: 'title' }
    case 'related':
      return { from: JOINED, values: [], page: question.page, order: 'authors.name, title' }
    case 'contains':
      return { from: 'posts where title like ?', values: [`%${question.text}%`] }
    case 'search': {
      const like = `%${question.text}%`
      return { from: 'posts where title like ? or slug like ? or body like ?', values: [like, like, like] }
    }
  }
}

/** Returns a page and the total, in the format of the content API. */
function answer(driver: Driver, { from, values, order = 'posts.id', page = 1, more = '' }: Sql): string {
  const skipped = (page - 1) * PAGE_SIZE
  const sql = `select posts.*${more} from ${from} order by ${order} limit ${PAGE_SIZE} offset ?`
  const rows = driver.all(sql, [...values, skipped])
  const isWhole = values.length > 0 && rows.length < PAGE_SIZE
  const counted = isWhole ? undefined : driver.all(`select count(*) as total from ${from}`, values)[0]
  return written(rows, isWhole ? rows.length : Number(counted?.['total']))
}

async function opened(driver: Driver, given: Given): Promise<Peer> {
  fill(driver, given)
  return {
    name: `SQLite, ${driver.name}`,
    ask: (question) => answer(driver, sqlOf(question)),
    found: foundInWritten,
    close: () => driver.close(),
  }
}

export const openSqlite: Open = async (given) => opened((await native()) ?? wasm(), given)

/** Opens the driver that is always installed. */
export const openWasm = (given: Given): Promise<Peer> => opened(wasm(), given)
