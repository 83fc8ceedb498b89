/** Writes a dataset folder as a project of the real server: schemas, settings, and the data for its first start. */
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Graph } from '../../../src/reference/graph/graph.ts'
import type { ContentType } from '../../../src/reference/schema/schema.ts'
import type { JsonObject } from '../../../src/util/json.ts'
import type { Connection } from './databases.ts'
import { fillingOf } from './rows.ts'

const USER = 'plugin::users-permissions.user'

export interface Project {
  /** The project folder to write; the earlier content of the folder is replaced. */
  readonly dir: string
  /** The path of the dataset folder; the member `graph` is the loaded dataset. */
  readonly dataset: string
  readonly graph: Graph
  /** The installed packages. */
  readonly modules: string
  readonly connection: Connection
  readonly port: number
}

export function writeProject(project: Project): void {
  const { dir, modules } = project
  rmSync(dir, { recursive: true, force: true })
  for (const folder of ['public/uploads', 'database/migrations'])
    mkdirSync(join(dir, folder), { recursive: true })
  symlinkSync(modules, join(dir, 'node_modules'), 'dir')
  const write = (file: string, text: string): void => {
    mkdirSync(dirname(join(dir, file)), { recursive: true })
    writeFileSync(join(dir, file), text)
  }
  // The package names are listed because Strapi loads a plugin if the project depends on its package.
  const dependencies = { '@strapi/strapi': '*', '@strapi/plugin-users-permissions': '*' }
  const manifest = { name: 'lab', private: true, version: '0.0.0', dependencies, strapi: { uuid: false } }
  write('package.json', JSON.stringify(manifest))
  writeContentTypes(project, write)
  writeComponents(project, write)
  writeConfig(project, write)
  write('filling.json', JSON.stringify(fillingOf(project.graph)))
  write('src/index.js', 'module.exports = { register() {}, bootstrap() {} }\n')
  write('serve.js', SERVE)
}

type Write = (file: string, text: string) => void

/** Reads a schema and adapts it to the real server. Attributes that the guide calls arrays become JSON. */
const readSchema = (file: string): JsonObject =>
  JSON.parse(readFileSync(file, 'utf8'), (key, value) =>
    key === 'type' && value === 'array' ? 'json' : value,
  )

const namesIn = (dir: string): readonly string[] => {
  try {
    return readdirSync(dir).sort()
  } catch {
    return []
  }
}

function writeContentTypes({ dataset, graph }: Project, write: Write): void {
  for (const name of namesIn(join(dataset, 'content-types')).filter((file) => file.endsWith('.json'))) {
    const { uid: _uid, ...schema } = readSchema(join(dataset, 'content-types', name))
    const type = typeOf(schema, name, graph)
    if (type?.uid === USER) write('src/extensions/users-permissions/strapi-server.js', extension(schema))
    if (type === undefined || !type.uid.startsWith('api::')) continue
    const { singularName, pluralName, kind, uid } = type
    const at = `src/api/${singularName}`
    const whole = {
      collectionName: snake(pluralName),
      options: {},
      pluginOptions: {},
      ...schema,
      kind,
      info: { displayName: singularName, singularName, pluralName },
    }
    write(`${at}/content-types/${singularName}/schema.json`, JSON.stringify(whole))
    for (const [folder, factory] of Object.entries(FACTORIES))
      write(
        `${at}/${folder}/${singularName}.js`,
        `module.exports = require('@strapi/strapi').factories.${factory}('${uid}')\n`,
      )
  }
}

const FACTORIES = {
  controllers: 'createCoreController',
  services: 'createCoreService',
  routes: 'createCoreRouter',
}

const snake = (text: string): string => text.replace(/[^A-Za-z0-9]+/g, '_').toLowerCase()

/** Returns the content type that a schema file defines. */
function typeOf(
  schema: JsonObject,
  file: string,
  { schema: { contentTypes } }: Graph,
): ContentType | undefined {
  const { info } = schema
  const singular =
    typeof info === 'object' && info !== null && 'singularName' in info ? info.singularName : undefined
  const stem = file.replace(/\.json$/, '')
  return [...contentTypes.values()].find(
    ({ uid, singularName }) => singularName === singular || uid.replace(/::|\./g, '-') === stem,
  )
}

/** Code that adds the dataset's own attributes of users to the plugin. */
const extension = ({ attributes = {} }: JsonObject): string => `module.exports = (plugin) => {
  const own = plugin.contentTypes.user.schema.attributes
  for (const [name, attribute] of Object.entries(${JSON.stringify(attributes)})) own[name] ??= attribute
  return plugin
}
`

function writeComponents({ dataset }: Project, write: Write): void {
  for (const category of namesIn(join(dataset, 'components')))
    for (const file of namesIn(join(dataset, 'components', category))) {
      const { uid: _uid, ...schema } = readSchema(join(dataset, 'components', category, file))
      const name = file.replace(/\.json$/, '')
      const collectionName = `components_${snake(category)}_${snake(name)}s`
      const whole = { collectionName, options: {}, info: { displayName: name }, ...schema }
      write(`src/components/${category}/${file}`, JSON.stringify(whole))
    }
}

/** Returns a secret that is the same at each start, so that tokens stay valid. */
export const secret = (of: string): string => createHash('sha256').update(`lab ${of}`).digest('base64')

function writeConfig({ graph: { settings }, connection, port }: Project, write: Write): void {
  const { prefix, defaultLimit, maxLimit, withCount, strictParams } = settings
  const rest = { prefix, defaultLimit, withCount, ...(maxLimit === null ? {} : { maxLimit }) }
  const files: Readonly<Record<string, object>> = {
    admin: {
      auth: { secret: secret('admin') },
      apiToken: { salt: secret('api token') },
      transfer: { token: { salt: secret('transfer') } },
      secrets: { encryptionKey: secret('encryption') },
      serveAdminPanel: false,
      autoOpen: false,
      flags: { nps: false, promoteEE: false },
    },
    api: { rest: strictParams ? { ...rest, strictParams } : rest },
    database: { connection },
    features: {},
    middlewares: MIDDLEWARES.map((name) => `strapi::${name}`),
    plugins: {
      'users-permissions': { config: { jwtSecret: secret('jwt'), jwt: { expiresIn: '36500d' } } },
      upload: { config: { provider: 'local' } },
    },
    server: {
      host: '127.0.0.1',
      port,
      app: { keys: [secret('key')] },
      logger: { config: { level: 'error' } },
      transfer: { remote: { enabled: false } },
    },
  }
  for (const [name, value] of Object.entries(files))
    write(`config/${name}.js`, `module.exports = ${JSON.stringify(value)}\n`)
}

const MIDDLEWARES = [
  'logger',
  'errors',
  'security',
  'cors',
  'poweredBy',
  'query',
  'body',
  'session',
  'favicon',
  'public',
] as const

const here = (file: string): string => new URL(file, import.meta.url).href

/**
 * The source of the main file of a server. At the first start, the file fills the database and writes the bearer
 * tokens to `auth.json`.
 */
export const SERVE = `process.chdir(__dirname)
const { existsSync, readFileSync, writeFileSync } = require('node:fs')
const { join } = require('node:path')
const { createStrapi } = require('@strapi/strapi')
const built = join(__dirname, 'dist')
const distDir = existsSync(built) ? built : __dirname
const app = createStrapi({ appDir: __dirname, distDir, autoReload: false, serveAdminPanel: false })
async function start() {
  const strapi = await app.load()
  const filling = JSON.parse(readFileSync('filling.json', 'utf8'))
  const { fill } = await import('${here('./fill.js')}')
  const { openToPublic } = await import('${here('./grant.js')}')
  strapi.db.lifecycles.disable()
  if (!existsSync('auth.json')) writeFileSync('auth.json', JSON.stringify(await fill(filling, strapi), undefined, 1))
  strapi.db.lifecycles.enable()
  await openToPublic(filling, strapi)
  await strapi.start()
}
start().then(() => console.log('READY'), (error) => { console.error(error); process.exit(1) })
`
