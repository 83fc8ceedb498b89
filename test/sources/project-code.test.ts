/** Tests the effect of a project's code on schemas, roles and models, with a function in place of the worker thread. */
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { graphOf, noteText } from '../../src/sources/index.ts'
import type { OpenCode } from '../../src/sources/project/code.ts'
import { openProject, type ProjectOptions } from '../../src/sources/project/open.ts'
import type { Configured, Models, Registered } from '../../src/sources/runner/protocol.ts'
import type { Json } from '../../src/util/json.ts'
import { makeProject } from '../support/project.ts'

const USER = 'plugin::users-permissions.user'

const project = makeProject()
afterAll(project.remove)

const CONFIGURED: Configured = { kind: 'configured', config: {}, schemas: {}, problems: [] }
const REGISTERED: Registered = { kind: 'registered', customFields: {}, models: {}, problems: [] }

/** The arguments that the replacement for the worker thread received, and the number of calls of its function `end`. */
let calls: { env: Readonly<Record<string, string>>; models: Models; ended: number; started: unknown }
beforeEach(() => {
  calls = { env: {}, models: {}, ended: 0, started: undefined }
})

function runner(
  configured: Partial<Configured> = {},
  registered: (models: Models) => Partial<Registered> = () => ({}),
): OpenCode {
  return async ({ env }) => {
    calls.env = env
    return {
      configured: { ...CONFIGURED, ...configured },
      register: async (models) => {
        calls.models = models
        return { ...REGISTERED, ...registered(models) }
      },
      bootstrap: (_models, options) => {
        calls.started = options
        return Promise.reject(new Error('started'))
      },
      end: () => {
        calls.ended += 1
      },
    }
  }
}

const open = (code: OpenCode, options: Partial<ProjectOptions> = {}) =>
  openProject(project.folder, { env: {}, ...options }, code)

const CONFIG = {
  database: { file: 'config/database.ts', value: { connection: { client: 'sqlite', connection: {} } } },
}

describe('the code of a project', () => {
  test('the code of a project can set the configuration', async () => {
    const source = await open(
      runner({
        config: {
          ...CONFIG,
          api: { file: 'config/api.ts', value: { rest: { defaultLimit: 3, prefix: 'v1' } } },
          plugins: {
            file: 'config/plugins.ts',
            value: { 'users-permissions': { config: { register: { allowedFields: ['phone', 7] } } } },
          },
        },
      }),
    )
    expect(calls.env['NODE_ENV']).toBe('development')
    expect(graphOf(source).settings).toMatchObject({ defaultLimit: 3, prefix: '/v1' })
    expect(source.accounts?.registrationFields).toEqual(['phone'])
    expect(source.server?.database).toBe('sqlite')
    const host = undefined as never
    await expect(
      source.code?.start(host, { matchCore: () => undefined, scratch: () => host }),
    ).rejects.toThrow()
    expect(calls.started).toMatchObject({ prefix: '/v1', jwtSecret: source.accounts?.secret })
    source.end?.()
    expect(calls.ended).toBe(1)
  })

  test('the code of a project has one note for each problem, and one for each missing package', async () => {
    const missing = (file: string) => ({
      file,
      line: 1,
      message: 'lodash is not installed',
      missing: 'lodash',
    })
    const twice = { file: 'config/api.ts', line: 3, message: 'no' }
    const source = await open(
      runner({ config: CONFIG, problems: [twice, twice, missing('a.ts'), missing('b.ts')] }, () => ({
        problems: [{ file: 'src/index.ts', line: 2, message: 'thrown' }],
      })),
    )
    const notes = source.notes.map(noteText).filter((note) => !note.startsWith('config/database'))
    expect(notes).toEqual([
      'config/api.ts:3: no',
      'a.ts:1: lodash is not installed',
      expect.stringMatching(/^permissions: /),
      'src/index.ts:2: thrown',
    ])
    expect(source.code?.problems).toHaveLength(5)
  })

  test('a project whose code does not start is rejected', async () => {
    await expect(open(() => Promise.reject(new Error('out of memory')))).rejects.toThrow('out of memory')
  })

  test("the threads of a project's code end if the project cannot be opened", async () => {
    project.write('src/api/tag/content-types/broken/schema.json', '{')
    await expect(open(runner())).rejects.toThrow(/broken/)
    expect(calls.ended).toBe(1)
    project.write('src/api/tag/content-types/broken/schema.json', TYPE('broken', {}))
  })
})

const TYPE = (name: string, attributes: Readonly<Record<string, Json>>): string =>
  JSON.stringify({ kind: 'collectionType', info: { singularName: name, pluralName: `${name}s` }, attributes })

describe('the result of `register`', () => {
  const FIELD = { type: 'customField', customField: 'plugin::map.point' }

  test('the result of `register` includes the type of each custom field', async () => {
    project.write('src/api/tag/content-types/place/schema.json', TYPE('place', { at: FIELD, more: FIELD }))
    const fields = { customFields: { 'plugin::map.point': 'string' } }
    const source = await open(
      runner({ config: CONFIG }, () => fields),
      {},
    )
    expect(calls.models['api::tag.place']?.attributes['at']).toEqual(FIELD)
    const { attributes } = graphOf(source).schema.contentTypes.get('api::tag.place') ?? {}
    expect([attributes?.get('at'), attributes?.get('more')]).toMatchObject([
      { type: 'string' },
      { type: 'string' },
    ])
    expect(source.notes.map(noteText).join()).not.toContain('custom field')
    const other = await open(runner({ config: CONFIG }))
    expect(other.notes.map(noteText).join()).toContain('the custom field plugin::map.point counts as json')
  })

  test('the result of `register` includes content types that it changed or added; a faulty one gets a note', async () => {
    const source = await open(
      runner({ config: CONFIG }, (models) => {
        const user = models[USER]
        if (user === undefined) return {}
        const attributes = { ...user.attributes, phone: { type: 'string' } }
        const added = { ...user, uid: 'plugin::map.pin', info: { singularName: 'pin', pluralName: 'pins' } }
        const faulty = { ...user, uid: 'plugin::map.bad', info: {} }
        return {
          models: {
            [USER]: { ...user, attributes },
            'plugin::map.pin': { ...added, attributes: { title: { type: 'string' } } },
            'plugin::map.bad': faulty,
            'map.pin': {
              ...added,
              modelType: 'component',
              uid: 'map.pin',
              attributes: { at: { type: 'string' }, parts: { type: 'component', component: 'map.none' } },
            },
          },
        }
      }),
    )
    const { contentTypes, components } = graphOf(source).schema
    expect(contentTypes.get(USER)?.attributes.get('phone')).toMatchObject({ type: 'string' })
    expect(contentTypes.get(USER)?.attributes.get('username')).toMatchObject({ type: 'string' })
    expect(contentTypes.get('plugin::map.pin')?.attributes.get('title')).toMatchObject({ type: 'string' })
    expect(contentTypes.has('plugin::map.bad')).toBe(false)
    expect([...(components.get('map.pin')?.attributes.keys() ?? [])]).toEqual(['at'])
    const unusable = source.notes.map(noteText).filter((note) => note.includes('no usable schema'))
    expect(unusable).toEqual([expect.stringMatching(/^the code's schema of plugin::map\.bad: /)])
  })
})
