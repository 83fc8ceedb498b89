/**
 * Tests that two conversions preserve a dataset: the conversion of all links to ids, and the conversion to an
 * archive for `strapi import`.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { datasetFolder, loadSuite } from '../../src/oracle/index.ts'
import type { Graph, Node, Ref, Row } from '../../src/reference/graph/graph.ts'
import { buildGraph } from '../../src/reference/load/build.ts'
import { readFolder } from '../../src/reference/load/files/folder.ts'
import { ADMIN_USER_UID } from '../../src/reference/schema/schema.ts'
import { graphOf, openSource } from '../../src/sources/index.ts'
import { archiveOf } from '../../src/sources/write/exported.ts'
import { resolvedFiles } from '../../src/sources/write/resolved.ts'
import { graphOf as shipped } from '../support/datasets.ts'

/** The datasets of the suite; only long runs include the recorded dataset, because it is large. */
const names = [...new Set(loadSuite().map(({ dataset }) => dataset))]
  .filter((name) => name !== 'strapi-5.54' || process.env.POPULACE_LONG === '1')
  .sort()
const dir = mkdtempSync(join(tmpdir(), 'populace-forms-'))
afterAll(() => rmSync(dir, { recursive: true }))

describe.each(names)('%s', (name) => {
  const { files } = readFolder(datasetFolder(name))
  const graph = shipped(name)

  test('the graph of a dataset is the same after all links are converted to ids', () => {
    const resolved = resolvedFiles(JSON.parse(JSON.stringify(files)), graph)
    const built = buildGraph(JSON.parse(JSON.stringify(resolved)))
    expect('graph' in built ? tablesOf(built.graph, (row) => row) : built.faults).toEqual(
      tablesOf(graph, (row) => row),
    )
  })

  test('the graph of a dataset is the same when read from an archive, except for parts that exports lack', async () => {
    const path = join(dir, `${name}.tar.gz`)
    writeFileSync(path, await archiveOf(files, graph))
    const again = graphOf(await openSource(path, { env: {} }))
    const own = new Set(tablesOf(graph, exported).map(([uid]) => uid))
    expect(tablesOf(again, exported).filter(([uid]) => own.has(uid))).toEqual(tablesOf(graph, exported))
    expect(again.locales).toEqual(graph.locales)
  })

  test('a dataset gives the same archive bytes each time', async () => {
    expect(await archiveOf(files, graph)).toEqual(await archiveOf(files, graph))
  })
})

test('the option `settings` replaces the settings of a dataset folder', async () => {
  const settings = { rest: { maxLimit: 500 } }
  const read = async (given: object) =>
    graphOf(await openSource(datasetFolder('guide'), { env: {}, ...given })).settings
  expect((await read({})).maxLimit).toBe(100)
  expect((await read({ settings })).maxLimit).toBe(500)
})

/** Returns the tables that have rows, without admin users. */
const tablesOf = (
  graph: Graph,
  write: (row: Row) => object,
): readonly (readonly [string, readonly object[]])[] =>
  [...graph.tables]
    .filter(([uid, { rows }]) => rows.length > 0 && uid !== ADMIN_USER_UID)
    .map(([uid, { rows }]): readonly [string, readonly object[]] => [uid, rows.map(write)])
    .sort(([a], [b]) => (a < b ? -1 : 1))

/**
 * Returns the row as after an export, without links to admin users and without documentIds of components. The text
 * `hashed` replaces the password.
 */
function exported(node: Node): object {
  const { password = null } = node.values
  const values = { ...node.values, password: password === null ? null : 'hashed' }
  const links = Object.entries(node.links).flatMap(([name, refs]): [string, readonly Ref[]][] =>
    refs.some(({ type }) => type !== ADMIN_USER_UID) ? [[name, heldOf(name, refs)]] : [],
  )
  const components = Object.entries(node.components).map(([name, parts]): [string, object[]] => [
    name,
    parts.map(({ documentId: _, ...part }) => exported(part)),
  ])
  return { ...node, values, links: Object.fromEntries(links), components: Object.fromEntries(components) }
}

/**
 * Returns the links that an archive can contain. If a dataset links a draft and its published row, an archive
 * contains only one of the two links. The uses of a file have no order in an archive.
 */
function heldOf(name: string, refs: readonly Ref[]): readonly Ref[] {
  if (name === 'related')
    return [...refs].sort((a, b) => (a.type < b.type ? -1 : a.type > b.type ? 1 : a.id - b.id))
  return name === 'subject' ? refs.slice(-1) : refs
}
