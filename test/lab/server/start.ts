/** Starts a real server from a dataset folder: installs it once, writes its project, fills and starts it. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { loadDataset } from '../../../src/reference/load/load.ts'
import { type Database, DRIVERS, emptyDatabase, until } from './databases.ts'
import { writeProject } from './project.ts'

export interface LabOptions {
  readonly strapi: string
  readonly database: Database
  readonly dataset: string
  readonly port: number
}

export interface Lab {
  readonly url: string
  /** The bearer token for each token of the dataset. */
  readonly auth: string
  readonly stop: () => Promise<void>
}

/** The folder of installed servers: `POPULACE_LAB`, or a folder in the user's cache. */
const HOME = resolve(process.env['POPULACE_LAB'] ?? join(homedir(), '.cache', 'populace-lab'))

/**
 * Starts the server.
 * @throws MissingProgram if the machine lacks the database.
 */
export async function startLab(options: LabOptions, print: (line: string) => void): Promise<Lab> {
  const { strapi, database, dataset, port } = options
  const graph = loadDataset(dataset)
  const modules = install(strapi, database, print)
  const name = `${basename(dirname(resolve(dataset)))}-${basename(dataset)}-${strapi}-${database}`.replace(
    /\W+/g,
    '_',
  )
  const dir = join(HOME, 'projects', `${name}_${port}`)
  mkdirSync(dir, { recursive: true })
  const connection = await emptyDatabase(database, { home: HOME, dir, name: `lab_${port}` })
  writeProject({ dir, dataset: resolve(dataset), graph, modules, connection, port })
  const log = join(dir, 'log')
  const child = spawn(process.execPath, ['serve.js'], {
    cwd: dir,
    stdio: ['ignore', openSync(log, 'a'), openSync(log, 'a')],
    env: { ...process.env, NODE_ENV: 'production', TZ: 'UTC', STRAPI_TELEMETRY_DISABLED: 'true' },
  })
  const url = `http://127.0.0.1:${port}`
  await until(async () => {
    if (child.exitCode !== null)
      throw new Error(`The server ended: ${readFileSync(log, 'utf8').slice(-2000)}`)
    return isUp(url)
  })
  return { url, auth: join(dir, 'auth.json'), stop: () => stop(child) }
}

const isUp = (url: string): Promise<boolean> =>
  fetch(`${url}/_health`).then(
    () => true,
    () => false,
  )

async function stop(child: ChildProcess): Promise<void> {
  const ended = new Promise((done) => child.once('exit', done))
  if (child.exitCode === null && child.kill()) await ended
}

/** Installs the packages of a release once; returns their folder. */
function install(strapi: string, database: Database, print: (line: string) => void): string {
  const dir = join(HOME, 'releases', `${strapi}-${database}`)
  const modules = join(dir, 'node_modules')
  if (existsSync(join(modules, '@strapi', 'strapi', 'package.json'))) return modules
  print(`installing ${strapi} for ${database} into ${dir}`)
  mkdirSync(dir, { recursive: true })
  const dependencies = {
    '@strapi/strapi': strapi,
    // Some releases lack a plugin of the same version, so the newest of the same minor serves.
    '@strapi/plugin-users-permissions': `>=${strapi.replace(/\.\d+$/, '.0')} <=${strapi}`,
    [DRIVERS[database]]: '*',
    react: '^18.0.0',
    'react-dom': '^18.0.0',
    'react-router-dom': '^6.0.0',
    'styled-components': '^6.0.0',
  }
  const manifest = { name: 'lab', private: true, version: '0.0.0', dependencies, overrides: { sharp: SHARP } }
  writeFileSync(join(dir, 'package.json'), JSON.stringify(manifest, undefined, 1))
  const quietly = [
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    '--legacy-peer-deps',
    '--engine-strict=false',
  ]
  execFileSync('npm', ['install', '--prefer-offline', ...quietly], {
    cwd: dir,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  return modules
}

/** One version for all releases, because old ones download a binary. The lab processes no pictures. */
const SHARP = '0.35.3'
