/** Broken, endless or malicious project code: reported at the start or in the answer, without harm to the server. */
import { afterAll, describe, expect, test } from 'vitest'
import { graphOf, noteText } from '../../../src/sources/index.ts'
import { openProject } from '../../../src/sources/project/open.ts'
import { bearers, makeProject } from '../../support/project.ts'
import { THREAD } from '../../support/project-routes.ts'

const core = (uid: string, middlewares: string): string => `
'use strict'
const { createCoreRouter } = require('@strapi/strapi').factories
module.exports = createCoreRouter('${uid}', { config: { find: { middlewares: [${middlewares}] } } })
`
const inline = (statements: string): string => `async (ctx, next) => { ${statements} }`

const files: Readonly<Record<string, string>> = {
  // Endless, in a loop and by waiting.
  'src/api/category/routes/category.js': core('api::category.category', inline('for (;;) {}')),
  'src/api/tag/routes/tag.js': core('api::tag.tag', inline('await new Promise(() => {})')),
  // A syntax error, a missing file, a circular import.
  'src/api/author/routes/author.js': "module.exports = createCoreRouter('api::author.author', {",
  'src/api/profile/routes/profile.js': core('api::profile.profile', "'api::profile.nowhere'"),
  'src/api/review/routes/review.js': core('api::review.review', "'global::circle'"),
  'src/middlewares/circle.js':
    "const { a } = require('../circle/a')\nmodule.exports = () => async (ctx, next) => { ctx.query.fields = a.fields; await next() }",
  'src/circle/a.js': "const b = require('./b')\nexports.a = { fields: b.fields }",
  'src/circle/b.js': "const { a } = require('./a')\nexports.fields = ['score']\nexports.a = a",
  // Missing names, and modules of Node.
  'src/api/restaurant/routes/restaurant.js': core(
    'api::restaurant.restaurant',
    inline(
      "const all = await strapi.documents('api::tag.tag').findMany({})\nctx.query.populate = all; await next()",
    ),
  ),
  'src/api/bookmark/routes/bookmark.js': core('api::bookmark.bookmark', "'global::reader'"),
  'src/middlewares/reader.js':
    "const { readdirSync } = require('node:fs')\nmodule.exports = () => async (ctx, next) => {\n  ctx.query.fields = readdirSync(__dirname).length > 0 ? ['label'] : []\n  await next()\n}",
  // Prototype changes, and exceptions.
  'src/api/secret/routes/secret.ts': `
    import { factories } from '@strapi/strapi'
    export default factories.createCoreRouter('api::secret.secret', { config: { find: { middlewares: [
      async (ctx, next) => {
        ctx.query.fields = ['codename'].constructor === undefined ? ['codename'] : ['level']
        ctx.query['__proto__'] = { fields: ['nowhere'] }
        Object.assign(ctx.query, JSON.parse('{"__proto__": {"populate": "nowhere"}}'))
        await next()
      } ] } } })`,
  'src/api/homepage/routes/homepage.js': core(
    'api::homepage.homepage',
    inline("if (ctx.query.teapot) ctx.throw(418, 'short and stout'); await next(); ctx.set('x-seen', 'yes')"),
  ),
  // Short code with a large result, and endless blocks.
  'src/api/article/routes/article.js': `${Array.from({ length: 40 }, (_, at) => `const a${at} = ${at === 0 ? "['title']" : `{ x: a${at - 1}, y: a${at - 1} }`}`).join('\n')}
${core('api::article.article', inline('ctx.query.filters = a39; await next()'))}`,
  'src/api/kitchensink/routes/kitchensink.js': core(
    'api::kitchensink.kitchensink',
    inline(
      `let d = {}; ${'d = { x: d, y: d };'.repeat(40)} ctx.query = { filters: d }; ${'{'.repeat(300)}${'}'.repeat(300)} await next()`,
    ),
  ),
  'src/api/about/routes/about.js': core(
    'api::about.about',
    inline(
      'let text = "a"; const grow = () => { text += text; return grow() }; ctx.query.fields = [grow()]; await next()',
    ),
  ),
}

const project = makeProject()
afterAll(project.remove)
for (const [path, text] of Object.entries(files)) project.write(path, text)
const full = bearers().get('tokenFull')

async function opened(options: object) {
  const source = await openProject(project.folder, { env: {}, ...options })
  const { roleOfToken = () => undefined } = source
  const api = source.api?.(graphOf(source), { profile: 'strapi-5.54-sqlite', roleOfToken })
  const ask = (url: string, headers: Record<string, string> = { authorization: `Bearer ${full}` }) => {
    const answer = api?.answer({ url, headers })
    return { status: answer?.status, headers: answer?.headers, body: JSON.parse(answer?.body ?? 'null') }
  }
  return { notes: source.notes.map(noteText), ask }
}

describe('read', async () => {
  const { notes, ask } = await opened({})

  test('each file that would change an answer is noted, with its line and the reason', () => {
    const starts = [
      /^src\/api\/category\/routes\/category.js:4: not applied to api::category.category.find: a for statement has to be run; --project-code runs it$/,
      /^src\/api\/tag\/routes\/tag.js:4: not applied to api::tag.tag.find: it waits for what has to be run/,
      /^src\/api\/author\/routes\/author.js: the routes cannot be read .*not JavaScript/,
      /^src\/api\/profile\/routes\/profile.js: the middleware api::profile.nowhere of .* is no file/,
      /^src\/api\/restaurant\/routes\/restaurant.js:4: not applied .*`strapi.documents/,
      /^src\/api\/article\/routes\/article.js:?\d*: not applied to api::article.article.find: it has more than 100000 parts/,
      /^src\/middlewares\/reader.js:3: not applied .*node:fs/,
      /^src\/api\/homepage\/routes\/homepage.js:4: not applied .*`ctx.throw\(\)`/,
    ]
    for (const start of starts) expect(notes.filter((note) => start.test(note))).toHaveLength(1)
    expect(notes.filter((note) => !starts.some((start) => start.test(note)))).toEqual([])
  })

  test('what is not applied is answered as Strapi does by itself', () => {
    for (const name of ['categories', 'tags', 'authors', 'profiles', 'restaurants', 'bookmarks'])
      expect(ask(`/api/${name}`).status).toBe(200)
  })

  test('no prototype is reached', () => {
    const { status, body } = ask('/api/secrets')
    expect(status).toBe(200)
    expect(Object.keys(body.data[0]).sort()).toEqual(['codename', 'documentId', 'id'])
    expect(Reflect.get({}, 'populate')).toBeUndefined()
  })

  test('what never ends comes to an end', () => {
    expect(ask('/api/about').status).toBe(500)
    expect(ask('/api/kitchensinks').status).toBe(500)
  })
})

describe('run', async () => {
  const printed: string[] = []
  const { ask } = await opened({
    projectCode: { tell: (line: string) => void printed.push(line), file: THREAD, patience: 1_500 },
  })

  test('files that cannot be run are reported', () => {
    expect(printed.some((line) => line.startsWith('src/api/author/routes/author.js: cannot be run: '))).toBe(
      true,
    )
    expect(
      printed.some((line) => /^src\/api\/profile\/routes\/profile.js: .*nowhere is no file/.test(line)),
    ).toBe(true)
  })

  test.each(['categories', 'tags'])('endless code is a 500 that says so: %s', (name) => {
    const { status, body } = ask(`/api/${name}`)
    expect(status).toBe(500)
    expect(body.error).toMatchObject({
      name: 'ProjectCodeError',
      message: 'the code of the project did not answer in time',
    })
  })

  test('and the next request is answered', () => {
    expect(ask('/api/reviews').body.data[0]).toHaveProperty('score')
    expect(ask('/api/bookmarks').body.data[0]).toHaveProperty('label')
  })

  test('what is not there is said, with the place that asked', () => {
    const { status, body } = ask('/api/restaurants')
    expect(status).toBe(500)
    expect(body.error.message).toMatch(
      /strapi\.documents is not there: this is Populace, .*restaurant\.js:\d+/,
    )
    expect(printed.at(-1)).toContain('strapi.documents is not there')
  })

  test('errors that code answers with are answered', () => {
    expect(ask('/api/homepage?teapot=1')).toMatchObject({
      status: 418,
      body: { data: null, error: { message: 'short and stout' } },
    })
    expect(ask('/api/homepage')).toMatchObject({ status: 200, headers: { 'x-seen': 'yes' } })
  })

  test('nobody who may not ask sets code to work', () => {
    const before = printed.length
    expect(ask('/api/restaurants', { authorization: 'Bearer nobody' }).status).toBe(401)
    expect(printed.length).toBe(before)
  })
})
