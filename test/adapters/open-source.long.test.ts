/** Tests `openSource` with worlds, uploads and MSW, and the code of imported datasets. */
import { execFile } from 'node:child_process'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { setupServer } from 'msw/node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mswHandlers } from '../../src/server/adapters/msw.ts'
import { openSource } from '../../src/server/index.ts'
import { world } from '../../src/server/world/index.ts'
import { makeCodedProject } from '../support/coded-project.ts'
import { ask, type Handle, open, post } from './opened.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const cli = join(root, 'dist/bundle/cli.js')
const run = promisify(execFile)

const project = makeCodedProject()
const imported = join(project.parent, 'data')
afterAll(project.remove)

describe('openSource', () => {
  test('a world made from an edited graph still runs the code of the project of the source', async () => {
    const site = await open(project.folder, { fake: 4 })
    const edited = world(site.graph).with(({ notes }) => {
      notes?.clear()
      notes?.create({ title: 'Alone' })
    })
    const { handle, why } = site.world(edited.graph)
    expect((await ask(handle, 'notes/count')).body).toEqual({ count: 1 })
    const { status, headers, body } = await ask(handle, 'notes')
    expect([status, headers.get('x-stamp'), body.data.length]).toEqual([200, 'coded', 1])
    expect((await why('/api/notes', 'data.0.author')).sentence).not.toBe('')
    expect((await ask(site.handle, 'notes/count')).body).toEqual({ count: 4 })
  })

  test('a write changes only its own world, and `graph` shows the state of its world after the write', async () => {
    const source = await open(project.folder, { fake: 1, grant: ['*.create'] })
    const other = source.world()
    const { status, body } = await ask(source.handle, 'notes', post('loud'))
    expect(status).toBe(201)
    // The lifecycle hook of the project changes the title.
    expect(body.data.title).toBe('LOUD')
    expect((await ask(source.handle, 'notes/count')).body).toEqual({ count: 2 })
    expect((await ask(other.handle, 'notes/count')).body).toEqual({ count: 1 })
    expect(source.graph.tables.get('api::note.note')?.rows).toHaveLength(2)
    expect(other.graph.tables.get('api::note.note')?.rows).toHaveLength(1)
  })

  test('`openSource` serves uploaded files, in the world of the upload only', async () => {
    const source = await open(join(root, 'fixtures/guide'), {
      access: { roles: { public: { permissions: ['*'] } } },
    })
    const form = new FormData()
    form.append('files', new Blob(['hello'], { type: 'text/plain' }), 'hello.txt')
    const { body } = await ask(source.handle, 'upload', { method: 'POST', body: form })
    const get = (handle: Handle, init?: RequestInit) =>
      handle(new Request(`http://localhost${body[0].url}`, init))
    expect(await (await get(source.handle)).text()).toBe('hello')
    const range = await get(source.handle, { headers: { range: 'bytes=1-2' } })
    expect([range.status, await range.text()]).toEqual([206, 'el'])
    expect((await get(source.world().handle)).status).toBe(404)
  })

  test('the handler of an opened source works with MSW', async () => {
    const { handle } = await open(project.folder, { fake: 2 })
    const server = setupServer(...mswHandlers(handle, { origin: 'https://cms.example' }))
    server.listen({ onUnhandledRequest: 'error' })
    try {
      const answer = await fetch('https://cms.example/api/notes/count')
      expect(await answer.json()).toEqual({ count: 2 })
    } finally {
      server.close()
    }
  })

  test.each(['source.end()', ''])('the process exits after "%s"', async (end) => {
    const code = `import { openSource } from 'populace/mock'
      const source = await openSource(${JSON.stringify(project.folder)}, { fake: 1 })
      console.log((await source.handle(new Request('http://x/api/notes/count'))).status)
      ${end}`
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', code], {
      cwd: root,
      timeout: 30_000,
    })
    expect(stdout).toBe('200\n')
  })
})

describe('the code of an imported dataset', () => {
  beforeAll(async () => {
    await run(process.execPath, [cli, 'import', project.folder, '--out', imported, '--fake', '3'])
  })

  test('the code of a project also runs over the dataset that was imported from the project', async () => {
    expect(JSON.parse(readFileSync(join(imported, '.populace.json'), 'utf8'))).toMatchObject({
      project: '../strapi',
    })
    const { handle, profile, notes } = await open(imported)
    const { headers, body } = await ask(handle, 'notes')
    expect(headers.get('x-stamp')).toBe('coded')
    for (const note of body.data) expect(note).toHaveProperty('author')
    expect((await ask(handle, 'notes/count')).body).toEqual({ count: 3 })
    expect(profile).toMatch(/^strapi-5\.54\.0-sqlite/)
    expect(notes.join('\n')).not.toContain('was imported from')
  })

  test('the code of an imported dataset does not run with `projectCode: false`', async () => {
    const { handle } = await open(imported, { projectCode: false })
    expect((await ask(handle, 'notes')).headers.get('x-stamp')).toBeNull()
  })

  test('if the project folder is gone, its code runs again only when the option `project` names another folder', async () => {
    const moved = join(project.parent, 'deep/er/data')
    cpSync(imported, moved, { recursive: true })
    const without = await open(moved)
    expect(without.notes).toEqual([
      '.populace.json: the dataset was imported from ../strapi, which does not exist; its code does not run; name the project with --project DIR',
    ])
    expect((await ask(without.handle, 'notes')).headers.get('x-stamp')).toBeNull()
    const named = await open(moved, { project: project.folder })
    expect((await ask(named.handle, 'notes')).headers.get('x-stamp')).toBe('coded')
  })

  test('the code of an imported dataset does not run if the project folder is inside the dataset folder', async () => {
    const trojan = join(project.parent, 'trojan')
    cpSync(imported, trojan, { recursive: true })
    cpSync(project.folder, join(trojan, 'strapi'), { recursive: true })
    const manifest = join(trojan, '.populace.json')
    const text = readFileSync(manifest, 'utf8').replace('"../strapi"', '"./strapi"')
    writeFileSync(manifest, text)
    const { notes } = await open(trojan)
    expect(notes.join('\n')).toContain('a folder inside the dataset itself')
  })

  test('the option `project` is rejected for a project, and for a folder that is no project', async () => {
    await expect(openSource(project.folder, { project: project.folder })).rejects.toThrow(/remove --project/)
    await expect(openSource(imported, { project: root })).rejects.toThrow(/expected a Strapi project/)
  })

  test('the option `project` runs the code of a project over a dataset that was not imported from it', async () => {
    const { handle, graph } = await open(join(root, 'fixtures/guide'), { project: project.folder })
    expect((await ask(handle, 'restaurants')).headers.get('x-stamp')).toBe('coded')
    const roles = graph.tables.get('plugin::users-permissions.role')?.rows.map(({ values }) => values['type'])
    expect(roles).toEqual(expect.arrayContaining(['public', 'authenticated']))
  })
})
