/** Tests the module loader for a project's code: which code runs unchanged, and what fails if a package is missing. */
import { expect, test } from 'vitest'
import { open } from './support.ts'

/** The source of an `app.js` that answers a request by a call of the export with that name in `file`. */
const calling = (file: string): string => `
const all = require(${JSON.stringify(file)})
module.exports = { handle: async (request) => {
  try { return { value: await all[request.target.slice(1)]() } }
  catch (error) { return { message: error.message, missing: error.missing } }
} }`

test('TypeScript and ESM syntax run unchanged', async () => {
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

test('CommonJS and ESM packages of the project are found', async () => {
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

const PACKAGES = {
  'app.js': calling('./src/all.ts'),
  'src/all.ts': `import Stripe from 'stripe'
import { send, Other } from '@scope/mailer/lib'
import * as all from 'broken'
import { again } from './other'
const { Client } = Other ?? {}
const client = new Stripe(\`key \${Stripe.version}\`)
all.some.settings.retries = 3
export const works = () => 'works'
export const kept = () => client.charges.create()
export const construct = () => new Stripe('key')
export const call = () => send('mail')
export const member = () => all.some.method()
export const text = () => \`\${Stripe}\`
export const destructured = () => new Client()
export class Extended extends Stripe {}
export const extended = () => new Extended()
export const second = () => again()
`,
  'src/other.ts': "import Stripe from 'stripe'\nexport const again = () => Stripe.charge()",
  'node_modules/broken/index.js': 'throw new Error("no native part\\nmore")',
}

test('a package that is not installed causes an error at its use, and is reported once', async () => {
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
  expect(await get('/destructured')).toMatchObject({ missing: '@scope/mailer' })
  expect(registered.problems).toEqual([
    { file: 'src/all.ts', line: 1, ...stripe },
    expect.objectContaining({ file: 'src/all.ts', line: 2, missing: '@scope/mailer' }),
    expect.objectContaining({ file: 'src/all.ts', line: 3, message: expect.stringContaining('broken') }),
  ])
})

test('a loop over the results of a missing package ends with its error while the file is loaded', async () => {
  const { get } = await open({
    'app.js': calling('./src/lazy.ts'),
    'src/lazy.ts': "export const walk = () => require('./walk.ts')",
    'src/walk.ts': "import walker from 'walker'\nwhile (walker.next()) {}",
  })
  expect(await get('/walk')).toMatchObject({ missing: 'walker' })
})

test('a package that fails to load causes an error at its use', async () => {
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
