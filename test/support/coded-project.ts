/** Creates a small project whose code changes its answers, in a new folder. The project has no database. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const schema = (name: string, attributes: object): string =>
  JSON.stringify({
    kind: 'collectionType',
    collectionName: `${name}s`,
    info: { singularName: name, pluralName: `${name}s`, displayName: name },
    options: { draftAndPublish: false },
    attributes,
  })

const core = (kind: string, uid: string, rest = ''): string =>
  `const { factories } = require('@strapi/strapi')\nmodule.exports = factories.createCore${kind}('${uid}'${rest})\n`

const FILES: Readonly<Record<string, string>> = {
  'package.json': JSON.stringify({
    name: 'coded',
    dependencies: { '@strapi/strapi': '5.54.0', 'strapi-plugin-lost': '1.0.0' },
  }),
  'config/api.js': 'module.exports = { rest: { defaultLimit: 10 } }\n',
  'config/server.js': `module.exports = ({ env }) => ({
  url: env('PUBLIC_URL'),
  port: env.int('CODED_PORT', 1337),
  cron: { enabled: true, tasks: { nightly: { task() {}, options: { rule: '0 0 * * *' } } } },
})\n`,
  'config/plugins.js': 'module.exports = () => ({ lost: { enabled: true }, graphql: { enabled: true } })\n',
  'config/middlewares.js': "module.exports = ['strapi::errors', 'global::stamp', 'strapi::query']\n",
  'src/middlewares/stamp.js':
    "module.exports = () => async (ctx, next) => { ctx.set('x-stamp', 'coded'); await next() }\n",
  'src/api/note/content-types/note/schema.json': schema('note', {
    title: { type: 'string', required: true },
    author: { type: 'relation', relation: 'manyToOne', target: 'api::author.author' },
  }),
  'src/api/note/content-types/note/lifecycles.js':
    'module.exports = { beforeCreate({ params }) { params.data.title = String(params.data.title).toUpperCase() } }\n',
  'src/api/note/middlewares/with-author.js':
    'module.exports = () => (ctx, next) => { ctx.query.populate = { author: true }; return next() }\n',
  'src/api/note/routes/note.js': core(
    'Router',
    'api::note.note',
    ", { config: { find: { middlewares: ['api::note.with-author'] } } }",
  ),
  'src/api/note/routes/01-own.js':
    "module.exports = { routes: [{ method: 'GET', path: '/notes/count', handler: 'note.count', config: { auth: false } }] }\n",
  'src/api/note/routes/z-late.js':
    "module.exports = { routes: [{ method: 'GET', path: '/notes/final', handler: 'note.count' }] }\n",
  'src/api/note/controllers/note.js': core(
    'Controller',
    'api::note.note',
    ", ({ strapi }) => ({ async count(ctx) { ctx.body = { count: await strapi.documents('api::note.note').count() } } })",
  ),
  'src/api/note/services/note.js': core('Service', 'api::note.note'),
  'src/api/author/content-types/author/schema.json': schema('author', { name: { type: 'string' } }),
  'src/api/author/routes/author.js': core('Router', 'api::author.author'),
  'src/api/author/controllers/author.js': "module.exports = require('not-installed-anywhere').controller()\n",
}

export interface CodedProject {
  readonly folder: string
  readonly remove: () => void
}

/** Writes the project, with more files, to the subfolder `strapi` of a new folder. */
export function makeCodedProject(
  more: Readonly<Record<string, string>> = {},
): CodedProject & { readonly parent: string } {
  const parent = mkdtempSync(join(tmpdir(), 'populace-coded-'))
  const folder = join(parent, 'strapi')
  for (const [path, text] of Object.entries({ ...FILES, ...more })) {
    const file = join(folder, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  return { folder, parent, remove: () => rmSync(parent, { recursive: true, force: true }) }
}
