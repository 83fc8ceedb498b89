/** Tests that every command accepts a user's project, and reports each unreadable part in a line. */
import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { openGiven } from '../../src/cli/source.ts'
import { withListed } from '../../src/cli/tokens/given.ts'
import { bearers, makeProject } from '../support/project.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const { bin } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const main = join(root, bin.populace)

const project = makeProject()
afterAll(project.remove)

interface Ran {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** Runs a command in the parent folder of the project, so that the path of the project is relative. */
function populace(...args: string[]): Promise<Ran> {
  const options = { cwd: dirname(project.folder) }
  return new Promise((resolve) => {
    execFile(process.execPath, [main, ...args], options, (error, out, err) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : error === null ? 0 : -1, out, err })
    })
  })
}

const folder = basename(project.folder)
const REAL = ['--profile', 'strapi-5.54-sqlite']

describe('a project', () => {
  test('a project is valid, and `validate` prints the counts of its types and rows', async () => {
    expect(await populace('validate', folder)).toEqual({
      code: 0,
      out: 'No faults: 12 content types, 7 built in, 671 rows.\n',
      err: '',
    })
  })

  test('the mock server of a project accepts the API tokens of its real server, and with --strict-tokens no others', async () => {
    const get = (token: string) =>
      populace(
        'get',
        '/api/secrets?fields=id',
        '--data',
        folder,
        '--token',
        token,
        '--strict-tokens',
        ...REAL,
      )
    const known = await get(bearers().get('tokenFull') ?? '')
    expect(JSON.parse(known.out)).toMatchObject({ meta: { pagination: { total: 6 } } })
    expect(known.code).toBe(0)
    expect(JSON.parse((await get('another')).out)).toMatchObject({ error: { status: 401 } })
  })

  test('a project gets the profile of its release and database unless `--profile` names another', async () => {
    const { err } = await populace('get', '/api/tags', '--data', folder)
    expect(err).toContain(
      'Profile strapi-5.54.0-sqlite: release from package.json; database from config/database.ts.',
    )
  })

  test('`--settings` replaces the settings of a project', async () => {
    project.write('settings.json', '{"rest": {"defaultLimit": 3}}')
    const settings = join(project.folder, 'settings.json')
    const { out } = await populace('get', '/api/tags', '--data', folder, '--settings', settings, ...REAL)
    expect(JSON.parse(out).data).toHaveLength(3)
  })

  test('`validate` reports a repaired schema as a note, and `--strict` rejects the schema', async () => {
    const path = 'src/api/tag/content-types/tag/schema.json'
    const before = readFileSync(join(project.folder, path), 'utf8')
    project.write(
      path,
      before.replace(
        '"attributes": {',
        '"attributes": { "hue": {"type": "customField", "customField": "plugin::own.hue"},',
      ),
    )
    const open = await populace('validate', folder)
    expect(open.err).toMatch(/^src\/api\/tag\/content-types\/tag\/schema\.json#\/attributes\/hue\/type: /)
    expect(open.code).toBe(0)
    const strict = await populace('validate', folder, '--strict')
    expect(strict.err).toMatch(/unknown attribute type.*\n1 fault in /)
    expect(strict.code).toBe(1)
    project.write(path, before)
  })
})

test('`--token NAME=VALUE` gives a role a token, because the source knows only hashes of its tokens', async () => {
  const opened = await openGiven(project.folder, { token: ['limited=abc', 'ghi'] })
  const { access } = withListed(opened, opened.tokens ?? [])
  expect([...access.tokens]).toEqual([['abc', 'limited']])
  expect(withListed(opened, [])).toBe(opened.graph)
})

test('the file of `--access` adds roles and tokens to the roles and tokens of the source', async () => {
  const roles = { mine: { permissions: ['api::tag.tag.find'] }, public: { permissions: [] } }
  project.write('access.json', JSON.stringify({ roles, tokens: { abc: 'mine', def: 'limited' } }))
  const { graph } = await openGiven(project.folder, { access: join(project.folder, 'access.json') })
  const { access } = graph
  expect([...access.tokens]).toEqual([
    ['abc', 'mine'],
    ['def', 'limited'],
  ])
  expect([...(access.roles.get('mine')?.permissions ?? [])]).toEqual(['api::tag.tag.find'])
  expect(access.roles.get('public')?.permissions.size).toBe(0)
  expect(access.roles.get('limited')?.permissions.size).toBeGreaterThan(0)
  project.write('access.json', '{"tokens": {"abc": "nobody"}}')
  const refused = openGiven(project.folder, { access: join(project.folder, 'access.json') })
  await expect(refused).rejects.toMatchObject({ faults: [{ file: 'access.json', message: 'unknown role' }] })
})

describe('errors have one line', () => {
  test.each<[string, readonly string[], RegExp]>([
    ['a path where nothing is', ['validate', 'nowhere'], /^nowhere: expected .*found nothing/],
    ['a file', ['serve', `${folder}/package.json`, '--port', '0'], /package\.json: expected .*found a file/],
    [
      'settings that are none',
      ['get', '/api/tags', '--data', folder, '--settings', `${folder}/.env`],
      /\.env: expected JSON/,
    ],
    ['access that is none', ['validate', folder, '--access', `${folder}/.env`], /\.env: expected JSON/],
    ['settings that are not there', ['validate', folder, '--settings', 'nowhere.json'], /nowhere\.json/],
  ])('%s', async (_what, args, says) => {
    const { code, out, err } = await populace(...args)
    expect(err).toMatch(says)
    expect(err.trim().split('\n')).toHaveLength(1)
    expect({ code, out }).toEqual({ code: 2, out: '' })
  })

  test('an error about a file that is not a database has one line', async () => {
    project.write('.tmp/data.db', 'something else')
    const { code, err } = await populace('serve', folder, '--port', '0')
    expect(err).toMatch(/^\/.*data\.db: not a SQLite database: expected .*\n$/)
    expect(code).toBe(2)
  })
})

describe('made-up entries', () => {
  const schema = mkdtempSync(join(tmpdir(), 'populace-'))
  afterAll(() => {
    rmSync(schema, { recursive: true })
    rmSync(`${schema}.json`, { force: true })
  })
  cpSync(join(root, 'fixtures/guide/content-types'), join(schema, 'content-types'), { recursive: true })
  cpSync(join(root, 'fixtures/guide/components'), join(schema, 'components'), { recursive: true })

  test('`validate` counts the published rows without a draft of each type with draft & publish', async () => {
    const entries = join(schema, 'entries')
    const locales = join(schema, 'locales.json')
    mkdirSync(entries)
    cpSync(join(root, 'fixtures/guide/locales.json'), locales)
    const rows = [
      { documentId: 'a', title: 'A' },
      { documentId: 'b', title: 'B' },
      { documentId: 'b', title: 'B', publishedAt: null },
      { documentId: 'b', title: 'B', locale: 'fr' },
      { documentId: 'c', title: 'C', publishedAt: null },
    ]
    writeFileSync(join(entries, 'article.json'), JSON.stringify(rows))
    writeFileSync(join(entries, 'author.json'), JSON.stringify([{ documentId: 'a', name: 'A' }]))
    const { code, out } = await populace('validate', schema)
    for (const made of [entries, locales]) rmSync(made, { recursive: true })
    expect(code).toBe(0)
    expect(out).toMatch(/^Note: 2 published rows of api::article\.article without a draft\. /m)
    expect(out.match(/^Note: /gm)).toHaveLength(1)
  })

  test('made-up entries fill empty types, and the same seed gives the same entries', async () => {
    expect(await populace('validate', schema)).toMatchObject({
      out: 'No faults: 10 content types, 6 built in, 0 rows.\n',
    })
    const get = (...more: string[]) =>
      populace('get', '/api/restaurants?fields=name', '--data', schema, ...more)
    const [some, again, others] = await Promise.all([
      get('--fake', '7'),
      get('--fake', '7', '--seed', '1'),
      get('--fake', '7', '--seed', '2'),
    ])
    expect(JSON.parse(some?.out ?? '').meta.pagination.total).toBe(7)
    expect(again).toEqual(some)
    expect(others?.out).not.toBe(some?.out)
  })

  test('made-up entries have the values of `--fake-values` in single attributes', async () => {
    const values = `${schema}.json`
    const [example = ''] =
      /(?<=```json\n)\{ "api::restaurant.*(?=\n```)/.exec(
        readFileSync(join(root, '.github/docs/fake-data.md'), 'utf8'),
      ) ?? []
    writeFileSync(values, example)
    const { out } = await populace(
      'get',
      '/api/restaurants?fields=name',
      '--data',
      schema,
      '--fake',
      '7',
      '--fake-values',
      values,
    )
    const names: readonly string[] = JSON.parse(out).data.map((entry: { name: string }) => entry.name)
    expect(names).toHaveLength(3)
    expect(names.every((name) => name.startsWith('Chez '))).toBe(true)
    writeFileSync(values, '{"api::none.none": {}}')
    expect(await populace('validate', schema, '--fake', '1', '--fake-values', values)).toEqual({
      code: 2,
      out: '',
      err: `${values}#/api::none.none: expected the uid of a content type or component\n`,
    })
  })

  test.each([
    [['--fake', 'many'], 'Expected a whole number.'],
    [
      ['--fake', '1000000'],
      '--fake would create 12000005 rows: expected at most 500000 of all types together',
    ],
    [
      ['--fake-values', 'x.json'],
      '--fake-values needs --fake N, the number of entries to make up for each type',
    ],
    [['--fake', '3', '--fake-values', 'none.json'], 'no such file or directory'],
  ])('the invalid options %j are rejected in at most two lines', async (more, says) => {
    const { code, out, err } = await populace('validate', schema, ...more)
    expect([code, out]).toEqual([2, ''])
    expect(err).toContain(says)
    expect(err.trimEnd().split('\n').length).toBeLessThanOrEqual(2)
  })
})
