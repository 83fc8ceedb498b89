/** Tests which files and packages the module loader for a project's code finds, and the errors for missing packages. */
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

test('a package that is not installed causes an error when the code uses the package, and is reported once', async () => {
  const { get, registered } = await open(PACKAGES)
  const stripe = {
    message:
      'The package "stripe" is not installed. src/all.ts:1 imports it. Install it in the project to use this code.',
    missing: 'stripe',
  }
  expect(await get('/works')).toEqual({ value: 'works' })
  expect(await get('/kept')).toEqual(stripe)
  expect(await get('/construct')).toEqual(stripe)
  expect(await get('/text')).toEqual(stripe)
  expect(await get('/extended')).toEqual(stripe)
  expect(await get('/second')).toMatchObject({
    missing: 'stripe',
    message: expect.stringContaining('src/other.ts:1'),
  })
  expect(await get('/call')).toMatchObject({ missing: '@scope/mailer' })
  for (const use of ['destructured', 'spread', 'looped', 'keys', 'members', 'thrown'])
    expect(await get(`/${use}`), use).toMatchObject({ missing: '@scope/mailer' })
  // No object can be an instance of a class that is not there.
  expect(await get('/instance')).toEqual({ value: false })
  expect(registered.problems).toEqual([
    { file: 'src/all.ts', line: 1, ...stripe },
    expect.objectContaining({ file: 'src/all.ts', line: 2, missing: '@scope/mailer' }),
    expect.objectContaining({ file: 'src/all.ts', line: 3, message: expect.stringContaining('broken') }),
  ])
})

test('the helper functions of compiled modules can read the keys of a missing package', async () => {
  const { get, registered } = await open({
    'app.js': calling('./src/all.js'),
    'src/all.js': `"use strict";
var __exportStar = function (m, exports) {
  for (var p in m) if (p !== "default" && !Object.prototype.hasOwnProperty.call(exports, p)) exports[p] = m[p];
};
var __importStar = function (mod) {
  if (mod && mod.__esModule) return mod;
  var result = {};
  for (var k of Object.getOwnPropertyNames(mod)) if (k !== "default") result[k] = mod[k];
  return result;
};
__exportStar(require("kit"), exports);
const kit = __importStar(require("kit"));
const [first] = require("kit").list;
const copy = { ...require("kit") };
exports.works = () => [typeof first, Object.keys(copy)];
exports.fails = () => kit.run();
exports.typed = () => require("./typed.ts").typed();
`,
    'src/typed.ts': "export * from 'kit'\nimport * as kit from 'kit'\nexport const typed = () => kit.run()",
  })
  expect(await get('/works')).toEqual({ value: ['undefined', []] })
  expect(await get('/fails')).toMatchObject({ missing: 'kit' })
  expect(await get('/typed')).toMatchObject({ missing: 'kit' })
  expect(registered.problems).toEqual([expect.objectContaining({ missing: 'kit' })])
})
