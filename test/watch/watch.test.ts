/** Tests the watcher: it reloads a dataset after a change, and keeps the old dataset if the new dataset is invalid. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { datasetFolder } from '../../src/oracle/suite/suite.ts'
import type { Graph } from '../../src/reference/graph/graph.ts'
import { buildGraph } from '../../src/reference/load/build.ts'
import { loadDataset } from '../../src/reference/load/load.ts'
import { DatasetError } from '../../src/reference/schema/fault.ts'
import { changesBetween } from '../../src/server/watch/changes.ts'
import { type Watching, watchWorld } from '../../src/server/watch/watch.ts'
import { graphOf, openSource } from '../../src/sources/index.ts'
import type { Json } from '../../src/util/json.ts'
import { editGraph } from '../../src/writing/edit/edit.ts'

describe('changes', () => {
  const type = (name: string, attributes: Json): Json => ({
    info: { singularName: name, pluralName: `${name}s` },
    attributes,
  })
  const built = buildGraph({
    contentTypes: { cat: type('cat', { name: { type: 'string' } }), dog: type('dog', {}) },
    entries: {
      cat: [
        { id: 1, name: 'a' },
        { id: 2, documentId: 'cat2', name: 'b' },
        { id: 3, documentId: 'cat3', name: 'c' },
      ],
      dog: [{ id: 1 }],
    },
  })
  const before = 'graph' in built ? built.graph : loadDataset('')
  const said = (recipe: Parameters<typeof editGraph>[1]): string =>
    changesBetween(before, editGraph(before, recipe))

  test('the watcher prints "nothing that is answered" if nothing has changed', () =>
    expect(said(() => undefined)).toBe('nothing that is answered'))

  test('the watcher prints changes of rows as counts for each type', () => {
    expect(
      said(({ entries }) => {
        entries['cat'] = [
          { id: 2, documentId: 'cat2', name: 'other' },
          { id: 3, documentId: 'cat3', name: 'c' },
          { id: 4 },
          { id: 5 },
        ]
        entries['dog'] = []
      }),
    ).toBe('cat: 1 changed, 2 new, 1 gone; dog: 1 gone')
  })

  test('the watcher prints changes of schemas with the names of the types', () => {
    expect(
      said(({ contentTypes }) => {
        contentTypes['cat'] = { ...contentTypes['cat'], options: { populateCreatorFields: true } }
        contentTypes['cow'] = { info: { singularName: 'cow', pluralName: 'cows' }, attributes: {} }
      }),
    ).toBe('schema of api::cat.cat; api::cow.cow is new')
  })

  test('the watcher prints changes of settings, roles and locales', () => {
    expect(
      said((dataset) => {
        dataset.settings = { rest: { maxLimit: 3 } }
        dataset.locales.locales.push({ code: 'xx' })
        dataset.access.roles['new'] = { permissions: [] }
      }),
    ).toBe('settings; access; locales')
  })

  test('the list of printed changes is cut if there are many changes', () => {
    const many = said(({ contentTypes }) => {
      for (let at = 0; at < 12; at++) {
        contentTypes[`x${at}`] = { info: { singularName: `x${at}`, pluralName: `x${at}s` }, attributes: {} }
      }
    })
    expect(many).toMatch(/api::x7\.x7 is new; and 4 more$/)
  })
})

const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true })
})

function copyOfGuide(): string {
  const folder = mkdtempSync(join(tmpdir(), 'populace-'))
  folders.push(folder)
  cpSync(datasetFolder('guide'), folder, { recursive: true })
  return folder
}

describe('a folder that is being watched', () => {
  let watching: Watching | undefined
  afterEach(() => watching?.stop())

  async function watched(folder: string) {
    const seen: string[] = []
    let graph = loadDataset(folder)
    watching = await watchWorld<Graph>(graph, {
      watched: { paths: [folder] },
      graphOf: (world) => world,
      reload: async () => loadDataset(folder),
      use: (world) => {
        graph = world
      },
      changed: (changes) => void seen.push(changes),
      failed: (error) => void seen.push(error instanceof DatasetError ? 'broken' : String(error)),
    })
    const until = (said: string): Promise<void> =>
      vi.waitFor(() => expect(seen).toContain(said), { timeout: 10_000, interval: 5 })
    return {
      until,
      seen,
      names: () => graph.tables.get('api::category.category')?.rows.map(({ values }) => values['name']),
    }
  }

  test('the server of a watched folder answers from its current files, or from the last valid files', async () => {
    const folder = copyOfGuide()
    const file = join(folder, 'entries', 'category.json')
    const text = readFileSync(file, 'utf8')
    const { until, seen, names } = await watched(folder)
    writeFileSync(file, text.replace('"Food"', '"Meals"'))
    await until('category: 1 changed')
    expect(names()?.[0]).toBe('Meals')
    writeFileSync(file, text.slice(0, -20))
    await until('broken')
    expect(names()?.[0]).toBe('Meals')
    writeFileSync(file, text.replace('"Food"', '"Dishes"'))
    await vi.waitFor(() => expect(names()?.[0]).toBe('Dishes'), { timeout: 10_000, interval: 5 })
    const count = seen.length
    writeFileSync(join(folder, 'settings.json'), '{"rest": {"maxLimit": 3}}')
    await until('settings')
    expect(seen.length).toBeGreaterThan(count)
  })

  test('a watched folder is no longer read after the watcher stops', async () => {
    const folder = copyOfGuide()
    const { seen } = await watched(folder)
    await watching?.stop()
    writeFileSync(join(folder, 'settings.json'), '{"rest": {"maxLimit": 3}}')
    await new Promise((resolve) => setTimeout(resolve, 150))
    expect(seen).toEqual([])
  })
})

test('a database is polled, and a failed connection is reported once', async () => {
  const marks = ['a', 'a', 'away', 'away', 'b']
  const seen: string[] = []
  const graph = loadDataset(datasetFolder('guide'))
  vi.useFakeTimers()
  const started = watchWorld<Graph>(graph, {
    watched: {
      paths: [],
      mark: async () => {
        const mark = marks.shift() ?? 'b'
        if (mark === 'away') throw new Error('away')
        return mark
      },
    },
    graphOf: (world) => world,
    reload: async () => graph,
    use: () => undefined,
    changed: (changes) => void seen.push(changes),
    failed: (error) => void seen.push(String(error)),
  })
  await vi.advanceTimersByTimeAsync(10)
  const watching = await started
  await vi.advanceTimersByTimeAsync(10_000)
  expect(seen).toEqual(['Error: away', 'nothing that is answered'])
  await watching.stop()
  vi.useRealTimers()
})

test('a source from a dataset folder names the folder to watch', async () => {
  const folder = copyOfGuide()
  const source = await openSource(folder, { env: {} })
  expect(source.watched).toEqual({ paths: [folder] })
  expect(graphOf(source).tables.size).toBeGreaterThan(0)
})
