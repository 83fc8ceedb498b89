/** Tests `--save`: failed writes, locks and interrupted saves. */
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { answeringOf } from '../../src/cli/serve/answering.ts'
import { around } from '../../src/cli/serve/around.ts'
import type { ApiResponse } from '../../src/reference/api.ts'
import { writeDataset } from '../../src/reference/load/files/folder.ts'
import { loadDataset } from '../../src/reference/load/load.ts'
import type { MockRequest } from '../../src/server/layer.ts'
import { NODE_DISK, type SaveDisk } from '../../src/sources/write/saving/disk.ts'
import { Saving } from '../../src/sources/write/saving/save.ts'
import { FILES } from '../search/killer/writes.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'populace-saving-'))
  writeDataset(folder, FILES)
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Starts `serve --save` without a port. */
function serving(disk: SaveDisk = NODE_DISK) {
  const saving = new Saving(folder, disk)
  const graph = loadDataset(folder)
  saving.begin(graph)
  const answers = answeringOf(
    { graph, source: { kind: 'dataset folder', files: FILES, graph, notes: [] }, profile: 'documented' },
    {
      ...{ profile: 'documented', admin: true, origin: () => '' },
      around: around({ journal: 1, admin: true }),
      store: (next) => void saving.save(next),
      sent: (name, bytes) => saving.keep(name, bytes),
    },
  )
  const answer = async (request: MockRequest): Promise<ApiResponse> =>
    (await answers.before(request)) ?? answers.api.answer(request)
  return { saving, answer }
}

const post = (name: string): MockRequest => ({
  ...{ method: 'POST', url: '/api/tags', headers: { 'content-type': 'application/json' } },
  body: async () => new TextEncoder().encode(JSON.stringify({ data: { name } })),
})
const namesIn = ({ body }: ApiResponse): readonly string[] =>
  [...body.matchAll(/"name":"([a-z]+)"/g)].map(([, name = '']) => name)
const saved = (): readonly unknown[] =>
  (loadDataset(folder).tables.get('api::tag.tag')?.rows ?? []).map(({ values }) => values['name'])

/** Returns a disk that fails while `full` is true, after half of the bytes of a write. */
function smallDisk(): { disk: SaveDisk; full: boolean } {
  const small = {
    full: true,
    disk: {
      ...NODE_DISK,
      write: (file: number, bytes: Uint8Array): number => {
        if (!small.full || bytes.length < 300) return NODE_DISK.write(file, bytes)
        NODE_DISK.write(file, bytes.subarray(0, bytes.length >> 1))
        throw Object.assign(new Error('write ENOSPC'), { code: 'ENOSPC' })
      },
    },
  }
  return small
}

test('a write to a full disk is undone and answers 507, and the next write is saved', async () => {
  const small = smallDisk()
  small.full = false
  const { answer, saving } = serving(small.disk)
  small.full = true
  const failed = await answer(post('green'))
  expect([failed.status, JSON.parse(failed.body).error.message]).toEqual([
    507,
    `${folder}: the server undid the write, because saving failed: no space is left on the disk`,
  ])
  expect(namesIn(await answer({ url: '/api/tags?sort=id' }))).toEqual(['red', 'blue'])
  small.full = false
  expect((await answer(post('green'))).status).toBe(201)
  expect(saved()).toEqual(['red', 'blue', 'green'])
  saving.end()
  expect(existsSync(join(folder, '.populace'))).toBe(false)
})

test('a patch and a reset of the default world are undone if the disk is full', async () => {
  const small = smallDisk()
  small.full = false
  const { answer } = serving(small.disk)
  await answer(post('green'))
  small.full = true
  const patch = new TextEncoder().encode('{"tags":{"create":[{"name":"black"}]}}')
  const patched = await answer({ method: 'PATCH', url: '/_populace/worlds/base', body: async () => patch })
  const reset = await answer({ method: 'PUT', url: '/_populace/worlds/base' })
  expect([patched.status, reset.status]).toEqual([507, 507])
  expect(namesIn(await answer({ url: '/api/tags?sort=id' }))).toEqual(['red', 'blue', 'green'])
})

test('a write to a missing folder is undone, and later writes are saved when the folder is back', async () => {
  const { answer } = serving()
  renameSync(folder, `${folder}-away`)
  const failed = await answer(post('green'))
  renameSync(`${folder}-away`, folder)
  expect([failed.status, namesIn(await answer({ url: '/api/tags?sort=id' }))]).toEqual([507, ['red', 'blue']])
  expect(failed.body).toContain('because the folder is gone')
  expect((await answer(post('green'))).status).toBe(201)
  expect(saved()).toEqual(['red', 'blue', 'green'])
})

test('a second server cannot save into the same folder; its error names the process of the first server', () => {
  const { saving } = serving()
  expect(() => new Saving(folder)).toThrow(
    `lock.json: process ${process.pid} on ${hostname()} has saved into this folder since`,
  )
  saving.end()
  new Saving(folder).end()
})

test('the lock file of a process that has ended has no effect', async () => {
  const child = spawn(process.execPath, ['--version'])
  await new Promise((resolve) => child.once('exit', resolve))
  const holder = { pid: child.pid, start: '', host: hostname(), since: '2026-01-01T00:00:00.000Z' }
  mkdirSync(join(folder, '.populace'))
  writeFileSync(join(folder, '.populace/lock.json'), JSON.stringify(holder))
  serving().saving.end()
})

test.runIf(process.platform === 'linux')(
  'the lock of an earlier process that had the same pid has no effect',
  () => {
    const holder = { pid: process.pid, start: 'another boot 1', host: hostname(), since: '' }
    mkdirSync(join(folder, '.populace'))
    writeFileSync(join(folder, '.populace/lock.json'), JSON.stringify(holder))
    serving().saving.end()
  },
)

test.runIf(process.platform === 'linux')(
  'the lock file of a process that has ended has no effect, even if its parent has not noticed the end',
  async () => {
    // The shell becomes a program that never waits for its children, so that the child stays a zombie. The child ends
    // only after this change, because a shell would wait for its child and remove it.
    const child = 'until grep -q sleep /proc/$PPID/comm; do sleep 0.01; done'
    const parent = spawn('sh', ['-c', `sh -c '${child}' & echo $!; exec sleep 30`])
    const pid = Number(await new Promise((resolve) => parent.stdout.once('data', resolve)))
    try {
      while (!/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8')))
        await new Promise((resolve) => setTimeout(resolve, 10))
      const holder = { pid, start: '', host: hostname(), since: '' }
      mkdirSync(join(folder, '.populace'))
      writeFileSync(join(folder, '.populace/lock.json'), JSON.stringify(holder))
      serving().saving.end()
    } finally {
      parent.kill('SIGKILL')
    }
  },
)

test('a journal of an interrupted save is rejected if it names a path outside the folder', () => {
  mkdirSync(join(folder, '.populace'))
  const moves = [{ from: 'new-000000000000-0', to: '../stolen.json' }]
  writeFileSync(join(folder, '.populace/new-000000000000-0'), '[]')
  writeFileSync(join(folder, '.populace/journal.json'), JSON.stringify({ moves }))
  expect(() => loadDataset(folder)).toThrow('expected the journal of a save')
  expect(() => new Saving(folder)).toThrow('expected the journal of a save')
  expect(existsSync(join(folder, '../stolen.json'))).toBe(false)
})

test('after the deletion of its only row, a saved type is loaded without rows', async () => {
  rmSync(join(folder, 'entries/home.json'))
  const { answer } = serving()
  const body = new TextEncoder().encode('{"data":{"title":"New"}}')
  const headers = { 'content-type': 'application/json' }
  await answer({ method: 'PUT', url: '/api/home', headers, body: async () => body })
  expect(JSON.parse(readFileSync(join(folder, 'entries/home.json'), 'utf8'))).toHaveLength(1)
  expect((await answer({ method: 'DELETE', url: '/api/home' })).status).toBe(204)
  expect(loadDataset(folder).tables.get('api::home.home')?.rows).toEqual([])
})
