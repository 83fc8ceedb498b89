/** Tests `openSource` of `populace/mock` as a frontend test calls it, and the code of the projects that it opens. */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { loadDataset } from '../../src/reference/load/load.ts'
import { DatasetError } from '../../src/reference/schema/fault.ts'
import { openSource } from '../../src/server/index.ts'
import { makeCodedProject } from '../support/coded-project.ts'
import { ask, open, post } from './opened.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

const project = makeCodedProject()
afterAll(project.remove)

describe('openSource', () => {
  test('`openSource` runs the code of a project over made-up entries', async () => {
    const { handle, notes, profile, graph } = await open(project.folder, { fake: 4 })
    const { status, headers, body } = await ask(handle, 'notes')
    expect(status).toBe(200)
    expect(headers.get('x-stamp')).toBe('coded')
    expect(body.data).toHaveLength(4)
    for (const note of body.data) expect(note).toHaveProperty('author')
    expect((await ask(handle, 'notes/count')).body).toEqual({ count: 4 })
    expect(profile).toMatch(/^strapi-5\.54\.0-sqlite/)
    expect(notes.join('\n')).toContain('not-installed-anywhere')
    expect(graph.tables.get('api::note.note')?.rows).toHaveLength(4)
  })

  test('an unknown option of `openSource` is refused, and `explain` refuses a write', async () => {
    const data = join(root, 'fixtures/guide')
    const grants = { grants: ['*.create'], readOnly: true }
    await expect(openSource(data, grants)).rejects.toThrow(/^openSource has no option grants\./)
    const { explain } = await open(data, {})
    const deletion = { method: 'DELETE', url: '/api/articles/none' }
    await expect(explain(deletion)).rejects.toThrow(/^expected a GET request, found DELETE\./)
  })

  test('`openSource` accepts the same access rules, tokens and read-only mode as `serve`', async () => {
    const access = {
      roles: {
        editor: { permissions: ['api::author.author.find'] },
        public: { permissions: ['api::author.author.find'] },
      },
      tokens: { secret: 'editor' },
    }
    const data = join(root, 'fixtures/guide')
    const { handle } = await open(data, { access, strictTokens: true, readOnly: true })
    const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })
    expect((await ask(handle, 'restaurants')).status).toBe(403)
    expect((await ask(handle, 'restaurants', bearer('unknown'))).status).toBe(401)
    expect((await ask(handle, 'restaurants', bearer('secret'))).status).toBe(403)
    const written = await handle(new Request('http://localhost/api/restaurants', post('x')))
    expect(written.status).toBe(405)
    await expect(openSource(data, { grant: ['stranger=*.find'] })).rejects.toThrow(
      /^grant stranger=\*\.find: expected one of/,
    )
  })

  test('the error of `loadDataset` for a project folder recommends `openSource`', () => {
    expect(() => loadDataset(project.folder)).toThrow(DatasetError)
    expect(() => loadDataset(project.folder)).toThrow(
      /open a Strapi project with `await openSource\(path\)` from populace\/mock/,
    )
  })
})
