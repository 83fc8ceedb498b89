/** Tests that a project with populate plugins answers like the server that ran these plugins. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { RecordedLine } from '../../../src/oracle/suite/recordings.ts'
import { type ContentApi, createReferenceApi } from '../../../src/reference/api.ts'
import { graphOf, noteText } from '../../../src/sources/index.ts'
import { openProject } from '../../../src/sources/project/open.ts'
import { bearers, type MadeProject, makeProject } from '../../support/project.ts'
import { makePluggedProject, readPlugged } from '../../support/project-plugins.ts'
import { answersAsRecorded } from '../../support/recordings.ts'

const DEEP = 'strapi-v5-plugin-populate-deep'
const ALL = 'populate-all'
const VERSIONS = { 'strapi-plugin-populate-all': '1.5.2', [DEEP]: '4.3.3' }

interface Opened {
  readonly api: ContentApi
  readonly notes: readonly string[]
}

interface HowOpened {
  readonly profile?: string
}

async function opened(
  project: MadeProject,
  env: Readonly<Record<string, string>> = {},
  { profile = 'strapi-5.54-sqlite' }: HowOpened = {},
): Promise<Opened> {
  onTestFinished(project.remove)
  const source = await openProject(project.folder, { env })
  onTestFinished(() => source.end?.())
  const { api = createReferenceApi, roleOfToken = () => undefined } = source
  return { api: api(graphOf(source), { profile, roleOfToken }), notes: source.notes.map(noteText) }
}

/** Adds the plugins to the project, in the given versions. */
function plug(project: MadeProject, versions: Readonly<Record<string, string>> = VERSIONS): MadeProject {
  const { dependencies, ...rest } = JSON.parse(readFileSync(join(project.folder, 'package.json'), 'utf8'))
  project.write('package.json', JSON.stringify({ ...rest, dependencies: { ...dependencies, ...versions } }))
  return project
}

const differing = (
  lines: readonly RecordedLine[],
  api: ContentApi,
  bearer?: (caller: string) => string,
): readonly string[] =>
  lines.filter((line) => !answersAsRecorded(line, api, bearer)).map(({ path, auth }) => `${path} ${auth}`)

/** The configurations of the recorded server, each with the minimum number of its recordings. */
const SETUPS = [
  ['default', {}, {}, 250],
  [
    'shallow',
    {
      [DEEP]: { config: { defaultDepth: 2, skipCreatorFields: false } },
      [ALL]: { config: { relations: false } },
    },
    {},
    60,
  ],
  [
    'listed',
    {
      [ALL]: { config: { relations: ['api::author.author', 'api::restaurant.restaurant'], cache: false } },
      [DEEP]: { enabled: true, config: { defaultDepth: 3 } },
    },
    {},
    50,
  ],
  ['strict', {}, { STRICT: 'true' }, 30],
] as const

/** The note on a package that the configuration enables and the fixture lacks. */
const NOT_INSTALLED = `config/plugins: the plugin "${DEEP}" is not installed: ${DEEP}`

describe.each(SETUPS)('%s', (name, plugins, env, least) => {
  test('all recorded answers with plugins are reproduced, and only a package that is not installed gets a note', async () => {
    const lines = readPlugged(name)
    expect(lines.length).toBeGreaterThan(least)
    const { api, notes } = await opened(makePluggedProject(plugins), env)
    expect(notes).toEqual(name === 'listed' ? [NOT_INSTALLED] : [])
    expect(differing(lines, api)).toEqual([])
  })
})

/** In the recorded dataset, many types have a morph relation, for which the plugins of the real server fail. */
test('requests with populate plugins fail with 500 exactly where the real server failed', async () => {
  const tokens = bearers()
  const { api } = await opened(plug(makeProject()))
  const lines = readPlugged('morphs')
  expect(lines.filter(({ status }) => status === 500).length).toBeGreaterThan(100)
  expect(lines.filter(({ status }) => status === 200).length).toBeGreaterThan(100)
  expect(differing(lines, api, (caller) => tokens.get(caller) ?? caller)).toEqual([])
})

const listOf = ({ api }: Opened, query: string): { readonly status: number; readonly keys: string } => {
  const { status, body } = api.answer({ url: `/api/categories?${query}&pagination[pageSize]=1` })
  return { status, keys: Object.keys(JSON.parse(body).data?.[0] ?? {}).join() }
}
const PLAIN = 'id,documentId,name,slug,rank,createdAt,updatedAt,publishedAt'

describe('a plugin that the configuration turns off', () => {
  test.each([
    ['turned off', { [DEEP]: { enabled: false }, [ALL]: false }],
    ['turned off in one word', { [DEEP]: false, [ALL]: { enabled: false } }],
  ])('both populate plugins have no effect if they are %s', async (_how, plugins) => {
    const found = await opened(makePluggedProject(plugins))
    expect(listOf(found, 'pLevel=2')).toEqual({ status: 200, keys: PLAIN })
    expect(listOf(found, 'populate=all')).toEqual({ status: 400, keys: '' })
    expect(listOf(found, '_q=populate-all')).toEqual({ status: 200, keys: '' })
    expect(found.notes).toEqual([])
  })

  test('one populate plugin still works if the other one is turned off', async () => {
    const found = await opened(makePluggedProject({ [ALL]: false }))
    expect(listOf(found, 'pLevel=2').keys).toBe(`${PLAIN},icon,parent,children,articles,restaurants`)
    expect(listOf(found, 'populate=all').status).toBe(400)
  })
})

test('a note names an unmeasured version of a plugin, and the measured version that is used', async () => {
  const project = plug(makePluggedProject({}), { 'strapi-plugin-populate-all': '^2.0.0', [DEEP]: '4.3.3' })
  const { notes } = await opened(project)
  expect(notes).toEqual([
    'package.json: the plugin strapi-plugin-populate-all is ^2.0.0; answers follow its version 1.5.2',
  ])
})

test('a note names an unreadable plugin configuration, and the default configuration is used', async () => {
  const project = makePluggedProject({})
  project.write('config/plugins.json', 'null')
  project.write('config/plugins.js', `module.exports = () => ({ '${DEEP}': depths() })\n`)
  const found = await opened(project)
  expect(found.notes.filter((note) => note.startsWith('config/plugins'))).toHaveLength(1)
  expect(listOf(found, 'pLevel').keys).toContain('children')
})

test('populate plugins populate no entries that the role may not find, under three profiles', async () => {
  for (const profile of ['documented', 'guide', 'strapi-5.23.2-sqlite']) {
    const { api } = await opened(makePluggedProject({}), {}, { profile })
    for (const query of ['pLevel=3', 'populate=all']) {
      const { status, body } = api.answer({ url: `/api/restaurants?${query}&pagination[pageSize]=2` })
      expect([profile, query, status]).toEqual([profile, query, 200])
      expect(body).toContain('"owner":{')
      expect(body).not.toContain('"ledger"')
    }
  }
})

test('a request with a huge or unlimited `pLevel` is answered with 200', async () => {
  const { api } = await opened(makePluggedProject({}))
  for (const levels of ['1e9', '999', 'all', '99999999999999999999'])
    expect(api.answer({ url: `/api/articles?pLevel=${levels}&pagination[pageSize]=1` }).status).toBe(200)
})

test.each([
  '/api/articles?populateAll&_q=\ud800',
  '/api/articles?populateAll&_q=%ED%A0%80',
  '/api/articles?populateAll&%=&_q[%',
  '/api/articles?populate=all&populate[]&%5Bpopulate%5D=all',
  '/api/articles?pLevel[a]=1&pIgnore[b][c]=d',
])('an unusual request to a project with populate plugins is answered with 200 or 400: %s', async (url) => {
  const { api } = await opened(makePluggedProject({}))
  expect([200, 400]).toContain(api.answer({ url }).status)
})

test('no answer shows which users have a role', async () => {
  const { api } = await opened(plug(makeProject()))
  const headers = { authorization: `Bearer ${bearers().get('tokenFull')}` }
  for (const query of [
    'populate[account][populate][role][populate]=users',
    'populate[account][populate][role][populate]=*',
    'populate=account.role.users',
    'pLevel=4&pIgnore=subject,items,bookmarks,pin,listedIn,articles',
  ]) {
    const { status, body } = api.answer({ url: `/api/authors?${query}`, headers })
    expect([query, status]).toEqual([query, 200])
    expect(body).toContain('"role":{')
    expect(body).not.toContain('"users"')
  }
})
