/** Tests projects that are opened without their code, and the roles and types that a project defines. */
import { afterAll, describe, expect, test } from 'vitest'
import type { Graph } from '../../src/reference/graph/graph.ts'
import { buildGraph } from '../../src/reference/load/build.ts'
import { graphOf, noteText } from '../../src/sources/index.ts'
import { openProject } from '../../src/sources/project/open.ts'
import { accessOfRows } from '../../src/sources/tokens/access-of-rows.ts'
import type { Json } from '../../src/util/json.ts'
import { makeProject } from '../support/project.ts'

const USER = 'plugin::users-permissions.user'
const PERMISSION = 'plugin::users-permissions.permission'
const ROLE = 'plugin::users-permissions.role'

const project = makeProject()
afterAll(project.remove)

const TYPE = (name: string, attributes: Readonly<Record<string, Json>>): string =>
  JSON.stringify({ kind: 'collectionType', info: { singularName: name, pluralName: `${name}s` }, attributes })

const rows = (graph: Graph, uid: string): number => graph.tables.get(uid)?.rows.length ?? 0

describe('a project that is opened without its code', () => {
  test('a project opened without its code has one note on the omitted parts, and still uses data and variables', async () => {
    project.write('src/api/tag/controllers/tag.ts', 'export default {}')
    project.write('src/api/code/content-types/code/schema.js', `module.exports = ${TYPE('code', {})}`)
    project.write('config/env/staging/api.json', '{"rest": {"defaultLimit": 9}}')
    const env = { NODE_ENV: 'staging', DATABASE_FILENAME: '.tmp/data.db' }
    const source = await openProject(project.folder, { env, projectCode: false })
    expect(source.code).toBeUndefined()
    const out = source.notes.map(noteText).filter((note) => note.startsWith('project: '))
    expect(out).toEqual([
      'project: populace runs no code of this project and ignores the configuration of config/admin.ts, config/api.ts, config/database.ts, config/plugins.ts; the schemas of src/api/code/content-types/code/schema.js; 1 file of code in src. Set the configuration in .env or with --settings',
    ])
    expect(graphOf(source).settings.defaultLimit).toBe(9)
    expect(source.notes.map(noteText)).toContain(
      'config/env/staging: api.json in this folder overrides the files of config, because NODE_ENV is staging',
    )
    expect(graphOf(source).tables.get('api::tag.tag')?.rows.length).toBeGreaterThan(0)
    expect(source.accounts?.secret).toBe('lab-users-permissions-jwt-secret-0123456789')
    expect([rows(graphOf(source), ROLE), rows(graphOf(source), PERMISSION)]).toEqual([3, 42])
  })

  test('a project that is opened without its code executes no database driver of the project', async () => {
    project.write('node_modules/pg/package.json', '{"main":"index.js"}')
    project.write('node_modules/pg/index.js', 'throw new Error("executed")')
    const env = { DATABASE_CLIENT: 'postgres' }
    const source = await openProject(project.folder, { env, projectCode: false })
    expect(source.notes.map(noteText)).toContain(
      'environment: PostgreSQL strapi at localhost:5432: its driver pg is not installed; run `npm install pg` in the folder of populace; there are no rows; --fake 20 makes entries up',
    )
  })
})

describe('the roles and permissions of a project', () => {
  test('the roles and permissions of a project come from the rows in the database', async () => {
    const source = await openProject(project.folder, { env: {} })
    const graph = graphOf(source)
    expect([rows(graph, ROLE), rows(graph, PERMISSION)]).toEqual([3, 42])
    const access = accessOfRows(graph)
    expect(access?.roles.size).toBe(graph.access.roles.size)
    for (const [name, role] of graph.access.roles)
      expect([name, [...(access?.roles.get(name)?.permissions ?? [])].sort()]).toEqual([
        name,
        [...role.permissions].sort(),
      ])
    source.end?.()
  })

  test('the roles and permissions of a project without a database include permissions that the code grants', async () => {
    const source = await openProject(project.folder, { env: { DATABASE_FILENAME: 'none.db' } })
    source.end?.()
    const graph = graphOf(source)
    expect([rows(graph, ROLE), rows(graph, PERMISSION)]).toEqual([2, 13])
    const stem = 'plugin-users-permissions-permission'
    const old = source.files.entries?.[stem]
    const granted = { action: 'api::tag.tag.custom', role: 2 }
    const entries = { ...source.files.entries, [stem]: [...(Array.isArray(old) ? old : []), granted] }
    const built = buildGraph({ ...source.files, entries })
    const access = 'graph' in built ? accessOfRows(built.graph) : undefined
    const permitted = (name: string) => [...(access?.roles.get(name)?.permissions ?? [])]
    expect(permitted('public')).toEqual(
      expect.arrayContaining(['*.find', 'api::tag.tag.custom', 'plugin::users-permissions.auth.register']),
    )
    expect(permitted('public')).not.toContain('*')
    expect(permitted('authenticated')).toEqual(
      expect.arrayContaining(['*.find', 'plugin::users-permissions.user.me']),
    )
    expect(permitted('authenticated')).not.toContain('api::tag.tag.custom')
  })
})

describe('an extension', () => {
  test('an extension replaces attributes in the type of the plugin, and keeps all other attributes', async () => {
    const path = 'src/extensions/users-permissions/content-types/user/schema.json'
    project.write(
      path,
      JSON.stringify({ attributes: { username: { type: 'string' }, phone: { type: 'string' } } }),
    )
    const source = await openProject(project.folder, { env: { DATABASE_FILENAME: 'none.db' } })
    const type = graphOf(source).schema.contentTypes.get(USER)
    expect(type).toMatchObject({ singularName: 'user', pluralName: 'users' })
    expect([...(type?.attributes.keys() ?? [])].slice(0, 2)).toEqual(['username', 'phone'])
    expect(type?.attributes.has('email')).toBe(false)
    source.end?.()
  })
})
