/** Tests the module loader for a project's code: code that runs unchanged, and the errors for missing packages. */
import { expect, test } from 'vitest'
import { calling, PACKAGES } from './apps.ts'
import { open } from './support.ts'

test('code of a project with TypeScript, ESM syntax and path aliases runs unchanged', async () => {
  const { get } = await open({
    'package.json': '{"type": "module"}',
    'app.js': calling('./src/all.ts'),
    'src/all.ts': `
import type { Core } from '@strapi/strapi'
import { Strapi } from '@strapi/types'
import named, { twice, type Twice } from './maths.js'
import data from './data.json'
import * as folder from './folder'
import { aliased } from '@/lib/aliased'
import { based } from 'src/lib/based'
import own from './module.mjs'
enum Kind { One = 1, Two }
const typed: Twice = twice
export const static_ = () => typed(Kind.Two) + named
export const json = () => data.value
export const index = () => folder.name
export const alias = () => [aliased, based, own]
export const dynamic = async () => (await import('./maths.js')).twice(4)
export const meta = () => [import.meta.url.endsWith('/dist/src/all.js'), import.meta.dirname.endsWith('/dist/src')]
export const fail = () => {
  throw new Error(new Error('here').stack!.split('\\n')[1]!.replace(/.*all.ts/, ''))
}
export const unused = (given: Core.Strapi, other: Strapi) => [given, other]
`,
    'src/maths.ts':
      'export type Twice = (n: number) => number\nexport const twice = (n: number): number => n * 2\nexport default 100',
    'src/data.json': '{"value": 7}',
    'src/folder/index.ts': 'export const name: string = "index"',
    'src/module.mjs': 'export default "mjs"',
    'src/lib/aliased.ts': 'export const aliased = "alias"',
    'src/lib/based.js': 'exports.based = "based"',
    'tsconfig.base.json': '{ "compilerOptions": { "baseUrl": "." } }',
    'tsconfig.json':
      '{ /* a comment */ "extends": "./tsconfig.base.json", "compilerOptions": { "paths": { "@/*": ["./src/*"] } } }',
  })
  expect(await get('/static_')).toEqual({ value: 104 })
  expect(await get('/json')).toEqual({ value: 7 })
  expect(await get('/index')).toEqual({ value: 'index' })
  expect(await get('/alias')).toEqual({ value: ['alias', 'based', 'mjs'] })
  expect(await get('/dynamic')).toEqual({ value: 8 })
  expect(await get('/meta')).toEqual({ value: [true, true] })
  expect(await get('/fail')).toMatchObject({ message: expect.stringMatching(/^:19:\d+\)?$/) })
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
