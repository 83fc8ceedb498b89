/**
 * Copies a Strapi project with its code, for a chosen release, with its own SQLite database and the rows of a dataset.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Graph } from '../../../src/reference/graph/graph.ts'
import { type JsonObject, objectAt, textAt } from '../../../src/util/json.ts'
import { DRIVERS } from './databases.ts'
import { type Dependencies, dependenciesFor } from './install.ts'
import { SERVE, secret } from './project.ts'
import { fillingOf } from './rows.ts'

export interface Copied {
  /** The folder of the copy; the earlier content of the folder is replaced. */
  readonly dir: string
  readonly from: string
  readonly graph: Graph
  /** The installed packages. */
  readonly modules: string
  readonly port: number
  /** The folder of an earlier copy, whose database and tokens the new copy gets. */
  readonly after: string | undefined
}

const readManifest = (project: string): JsonObject =>
  JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'))

/** Returns the dependencies of a project; packages that had the version of Strapi get the version `strapi`. */
export function dependenciesOf(project: string, strapi: string): Dependencies {
  const manifest = readManifest(project)
  const all = { ...objectAt(manifest, 'devDependencies'), ...objectAt(manifest, 'dependencies') }
  const own = textAt(all, '@strapi/strapi')
  const moved = Object.entries(all).map(([name, range]) => [name, range === own ? strapi : String(range)])
  return {
    typescript: '^5',
    ...Object.fromEntries(moved),
    ...dependenciesFor(strapi, 'sqlite'),
    [DRIVERS.sqlite]: BUILDS,
  }
}

/** A release of better-sqlite3 that can be built with each Node.js version of the lab. */
const BUILDS = '12.10.0'

/** Folders that are not copied, because builds create them or no server reads them. */
const LEFT_OUT = /^(?:node_modules|dist|build|\.cache|\.tmp|\.git|\.strapi)$/

/** Writes the copy, compiles its TypeScript, and gives it settings for SQLite. */
export function copyProject({ dir, from, graph, modules, port, after }: Copied): void {
  rmSync(dir, { recursive: true, force: true })
  cpSync(from, dir, { recursive: true, filter: (path) => !LEFT_OUT.test(relative(from, path)) })
  for (const folder of ['public/uploads', 'database/migrations', '.tmp'])
    mkdirSync(join(dir, folder), { recursive: true })
  symlinkSync(modules, join(dir, 'node_modules'), 'dir')
  if (existsSync(join(dir, 'tsconfig.json'))) compile(dir, modules)
  writeFileSync(join(dir, '.env'), environment(port))
  const { tokens, roles, ...filling } = fillingOf(graph)
  const all = { ...roles, [TOKEN]: ['*'] }
  writeFileSync(
    join(dir, 'filling.json'),
    JSON.stringify({ ...filling, roles: all, tokens: { ...tokens, [TOKEN]: TOKEN } }),
  )
  writeFileSync(join(dir, 'serve.js'), SERVE)
  if (after === undefined) return
  for (const name of ['.tmp', 'auth.json']) cpSync(join(after, name), join(dir, name), { recursive: true })
}

/** The name of a token with full access, and of its role. */
const TOKEN = 'full-access'

/** Compiles the TypeScript even if it has type errors, because the code may not fit the types of another release. */
function compile(dir: string, modules: string): void {
  const options = ['--noEmitOnError', 'false', '--outDir', 'dist', '--rootDir', '.']
  const tsc = join(modules, 'typescript', 'bin', 'tsc')
  try {
    execFileSync(process.execPath, [tsc, '-p', '.', ...options], { cwd: dir, stdio: 'pipe' })
  } catch {
    if (!existsSync(join(dir, 'dist', 'config')))
      throw new Error(`${dir} does not compile: run ${tsc} -p . there`)
  }
}

const environment = (port: number): string =>
  Object.entries({
    ...{ HOST: '127.0.0.1', PORT: port, DATABASE_CLIENT: 'sqlite', DATABASE_FILENAME: '.tmp/data.db' },
    ...{ APP_KEYS: secret('key'), API_TOKEN_SALT: secret('api token'), ADMIN_JWT_SECRET: secret('admin') },
    ...{ JWT_SECRET: secret('jwt'), TRANSFER_TOKEN_SALT: secret('transfer') },
    ENCRYPTION_KEY: secret('encryption'),
  })
    .map(([name, value]) => `${name}=${value}\n`)
    .join('')
