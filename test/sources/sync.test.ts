/**
 * Tests a project without a database that has files of config-sync: locales, roles, permissions and settings come from
 * these files.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSource } from '../../src/server/index.ts'

const root = mkdtempSync(join(tmpdir(), 'populace-sync-'))
afterAll(() => rmSync(root, { recursive: true }))

const schema = {
  kind: 'collectionType',
  info: { singularName: 'page', pluralName: 'pages', displayName: 'Page' },
  pluginOptions: { i18n: { localized: true } },
  attributes: { title: { type: 'string', pluginOptions: { i18n: { localized: true } } } },
}
const typeAt = (name: string): Readonly<Record<string, object>> => ({
  [`src/api/${name}/content-types/${name}/schema.json`]: {
    ...schema,
    info: { singularName: name, pluralName: `${name}s`, displayName: name },
  },
})
const role = (type: string, ...actions: readonly string[]) => ({
  type,
  name: type.toUpperCase(),
  description: `the role ${type}`,
  permissions: actions.map((action) => ({ action, documentId: 'x' })),
})

const FILES: Readonly<Record<string, object>> = {
  'package.json': {
    dependencies: { '@strapi/strapi': '5.54.0', '@strapi/plugin-graphql': '5.54.0' },
  },
  'config/plugins.json': { 'config-sync': { config: { syncDir: './config/state/' } } },
  ...typeAt('page'),
  ...typeAt('secret'),
  'config/state/i18n-locale.en.json': { name: 'English (en)', code: 'en' },
  'config/state/i18n-locale.nl.json': { name: 'Dutch (nl)', code: 'nl' },
  'config/state/core-store.plugin_i18n_default_locale.json': { value: '"nl"', type: 'string' },
  'config/state/core-store.plugin_users-permissions_advanced.json': { value: { allow_register: false } },
  'config/state/user-role.public.json': role(
    'public',
    'api::page.page.find',
    'plugin::i18n.locales.listLocales',
    'plugin::users-permissions.auth.register',
  ),
  'config/state/user-role.editor.json': role('editor', 'api::secret.secret.find'),
}

beforeAll(() => {
  for (const [path, json] of Object.entries(FILES)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), JSON.stringify(json))
  }
})

describe.each([{ projectCode: false }, { projectCode: true }])(
  'config-sync, code $projectCode',
  ({ projectCode }) => {
    test('a project with config-sync files gets its locales, permissions and settings from these files', async () => {
      const source = await openSource(root, { projectCode, fake: 2, access: { tokens: { mine: 'editor' } } })
      const ask = async (
        path: string,
        init: RequestInit = {},
      ): Promise<{ status: number; body: unknown }> => {
        const answer = await source.handle(new Request(`http://x/api/${path}`, init))
        return { status: answer.status, body: await answer.json() }
      }
      expect((await ask('pages')).status).toBe(200)
      expect(await ask('pages?locale=nl')).toEqual(await ask('pages'))
      expect((await ask('secrets')).status).toBe(403)
      const headers = { authorization: 'Bearer mine' }
      expect((await ask('secrets', { headers })).status).toBe(200)
      expect((await ask('pages', { headers })).status).toBe(403)
      expect((await ask('i18n/locales')).body).toMatchObject([
        { code: 'en', isDefault: false },
        { code: 'nl', isDefault: true, name: 'Dutch (nl)' },
      ])
      const user = { username: 'abc', email: 'a@b.example', password: 'abcdef' }
      const register = await ask('auth/local/register', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(user),
      })
      expect(register).toMatchObject({
        status: 400,
        body: { error: { message: 'Register action is currently disabled' } },
      })
      expect(source.notes).toContainEqual(
        expect.stringMatching(
          /^config\/state: locales, roles and their permissions and settings come from these files/,
        ),
      )
      expect(source.notes).toContainEqual(
        expect.stringMatching(/plugin-graphql does not run: populace answers the REST API/),
      )
      source.end()
    })
  },
)
