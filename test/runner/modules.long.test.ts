/** Tests which files and packages the module loader for a project's code finds. */
import { expect, test } from 'vitest'
import { calling, PACKAGES } from './apps.ts'
import { open } from './support.ts'

test('a relative path that leaves the folder of the build is resolved from the source folder', async () => {
  const { get } = await open({
    'app.js': calling('./src/deep/all.ts'),
    'src/deep/all.ts': `export const seed = () => require('../../../scripts/seed.js')()
export const missing = () => require('../../../scripts/none.js')`,
    'scripts/seed.js': 'module.exports = () => "seeded"',
    'tsconfig.json': '{}',
  })
  expect(await get('/seed')).toEqual({ value: 'seeded' })
  expect(await get('/missing')).toMatchObject({ message: expect.stringContaining('none.js') })
})

test('the code of a project can import CommonJS and ESM packages of the project', async () => {
  const { get } = await open({
    'app.js': calling('./src/all.ts'),
    'src/all.ts': `
import esm, { part } from 'esm-only'
import cjs from 'plain'
export const all = async () => [esm(), part, cjs.name, (await import('esm-only')).part]
`,
    'node_modules/esm-only/package.json': '{"name": "esm-only", "type": "module", "exports": "./index.mjs"}',
    'node_modules/esm-only/index.mjs': 'export default () => "default"\nexport const part = "part"',
    'node_modules/plain/package.json': '{"name": "plain"}',
    'node_modules/plain/index.js': 'exports.name = "plain"',
  })
  expect(await get('/all')).toEqual({ value: ['default', 'part', 'plain', 'part'] })
})

test("Populace's replacements are loaded instead of packages with the same name", async () => {
  const { get } = await open({
    'app.js': calling('./src/all.js'),
    'src/all.js': `
import { factories } from '@strapi/strapi'
import * as utils from '@strapi/utils'
export const all = () => [factories.createCoreRouter('api::a.a'), utils.replaced, require('used')]
`,
    'node_modules/used/index.js': 'module.exports = typeof require("@strapi/strapi").factories',
  })
  expect(await get('/all')).toEqual({ value: [{ uid: 'api::a.a' }, true, 'object'] })
})

test('a loop over the results of a missing package ends with its error while the file is loaded', async () => {
  const { get } = await open({
    'app.js': calling('./src/lazy.ts'),
    'src/lazy.ts': "export const walk = () => require('./walk.ts')",
    'src/walk.ts': "import walker from 'walker'\nwhile (walker.next()) {}",
  })
  expect(await get('/walk')).toMatchObject({ missing: 'walker' })
})

test('a package that fails to load causes an error when the code of a project uses the package', async () => {
  const { get } = await open(PACKAGES)
  expect(await get('/member')).toEqual({
    message: 'The package "broken" cannot be loaded: no native part. src/all.ts:3 imports it.',
  })
})

test('a file that is missing or broken causes an error in the file that imports it', async () => {
  const files = {
    'app.js': calling('./src/all.ts'),
    'src/all.ts': "import './nowhere.js'\nexport const x = 1",
  }
  const { registered } = await open(files)
  expect(registered.problems).toEqual([
    { file: 'src/all.ts', line: 1, message: expect.stringContaining("Cannot find module './nowhere.js'") },
  ])
  const broken = await open({ ...files, 'src/nowhere.ts': 'const a = 1\nconst b = {' })
  expect(broken.registered.problems).toEqual([
    expect.objectContaining({ message: expect.stringContaining('src/nowhere.ts') }),
  ])
})
