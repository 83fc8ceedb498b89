/**
 * Tests that the recorded dataset on PostgreSQL and MariaDB equals that on SQLite. The test needs running servers,
 * whose URLs are POPULACE_POSTGRES and POPULACE_MYSQL. POPULACE_DRIVERS is the path of a `node_modules` folder with
 * `pg` and `mysql2`. The process must have the time zone of the servers that wrote the data.
 */
import { symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { afterAll, describe, expect, test, vi } from 'vitest'
import type { Graph } from '../../src/reference/graph/graph.ts'
import { watchWorld } from '../../src/server/watch/watch.ts'
import { graphOf, type Source } from '../../src/sources/index.ts'
import { openProject } from '../../src/sources/project/open.ts'
import { bearers, makeProject } from '../support/project.ts'

const { POPULACE_DRIVERS: drivers, POPULACE_POSTGRES: postgres, POPULACE_MYSQL: mysql } = process.env

const project = makeProject()
if (drivers !== undefined) symlinkSync(drivers, join(project.folder, 'node_modules'))
afterAll(project.remove)

/** Returns the database configuration file of a project. */
function configFor(client: string, url: string): string {
  const { hostname: host, port, username: user, password, pathname } = new URL(url)
  const connection = { host, port: Number(port), user, password, database: pathname.slice(1) }
  return JSON.stringify({ connection: { client, connection } })
}

async function openOn(client: string, url: string): Promise<Source> {
  project.write(`config/env/${client}/database.json`, configFor(client, url))
  return openProject(project.folder, { env: { NODE_ENV: client } })
}

const ADDED = 'tagaddedbyatest000000001'

/** Writes to the database as another program would. */
async function written(client: 'postgres' | 'mysql', url: string, sql: string): Promise<void> {
  const load = createRequire(join(drivers ?? '', 'from-here.js'))
  if (client === 'postgres') {
    const one = new (load('pg').Client)(url)
    await one.connect()
    await one.query(sql)
    await one.end()
  } else {
    const one = await load('mysql2/promise').createConnection(url)
    await one.query(sql)
    await one.end()
  }
}

/** Returns all rows, with the values of `aDecimal` rounded to one decimal place and without the dropped attributes. */
const rowsOf = ({ tables }: Graph, dropped: readonly string[]): unknown =>
  [...tables].map(([uid, { rows }]) => [
    uid,
    JSON.parse(JSON.stringify(rows), (key, value) => {
      if (key === 'aDecimal' && typeof value === 'number') return value.toFixed(1)
      return dropped.includes(key) ? undefined : value
    }),
  ])

const roles = ({ roleOfToken }: Source): unknown =>
  [...bearers()].map(([name, token]) => [name, roleOfToken?.(token)])

describe.each([
  ['postgres', postgres, 'PostgreSQL', []],
  // MySQL cannot store a timestamp before 1970, so the attribute is not compared.
  ['mysql', mysql, 'MySQL', ['aTimestamp']],
] as const)('a project on %s', (client, url, kind, dropped) => {
  test.skipIf(url === undefined || drivers === undefined)(
    'a project on a database server has the same rows, links and tokens as on SQLite (skipped without a server)',
    async () => {
      const [sqlite, server] = [
        await openProject(project.folder, { env: {} }),
        await openOn(client, url ?? ''),
      ]
      expect(server.kind).toMatch(new RegExp(`^Strapi project with ${kind} .* at .*:\\d+$`))
      expect(server.notes).toEqual([])
      expect(rowsOf(graphOf(server), dropped)).toEqual(rowsOf(graphOf(sqlite), dropped))
      expect(server.files.access).toEqual(sqlite.files.access)
      expect(server.files.locales).toEqual(sqlite.files.locales)
      expect(roles(server)).toEqual(roles(sqlite))
    },
  )

  test.skipIf(url === undefined || drivers === undefined)(
    'a project on a database server is loaded again after a row changes (skipped without a server)',
    async () => {
      const source = await openOn(client, url ?? '')
      const [summaries, failed]: [string[], unknown[]] = [[], []]
      const watching = await watchWorld(source, {
        watched: source.watched ?? { paths: [] },
        graphOf,
        reload: () => openOn(client, url ?? ''),
        use: () => undefined,
        changed: (changes) => void summaries.push(changes),
        failed: (error) => void failed.push(error),
      })
      const seen = (name: string) =>
        vi.waitFor(() => expect(summaries.splice(0)).toContain(`tag: 1 ${name}`), { timeout: 10_000 })
      try {
        await written(client, url ?? '', `insert into tags (document_id, name) values ('${ADDED}', 'Added')`)
        await seen('new')
      } finally {
        await written(client, url ?? '', `delete from tags where document_id = '${ADDED}'`)
      }
      await seen('gone')
      await watching.stop()
      expect(failed).toEqual([])
    },
  )
})
