/**
 * Starts a real server for a dataset folder: installs its packages once, writes its project, fills its database and
 * starts it.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, openSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { loadDataset } from '../../../src/reference/load/load.ts'
import { copyProject, dependenciesOf } from './copy.ts'
import { type Database, emptyDatabase, until } from './databases.ts'
import { dependenciesFor, installed } from './install.ts'
import { writeProject } from './project.ts'

export interface LabOptions {
  readonly strapi: string
  readonly database: Database
  readonly dataset: string
  readonly port: number
  /** The folder of a Strapi project, whose code and schemas the lab uses with the rows of the dataset in SQLite. */
  readonly project?: string
  /** The folder of another server of the same project, whose database the new server continues to use. */
  readonly after?: string
}

export interface Lab {
  readonly url: string
  /** The path of a file with the bearer token for each token of the dataset. */
  readonly auth: string
  readonly stop: () => Promise<void>
}

/** The folder of installed servers, from `POPULACE_LAB` or in the user's cache. */
const HOME = resolve(process.env['POPULACE_LAB'] ?? join(homedir(), '.cache', 'populace-lab'))

/**
 * Starts the server.
 * @throws MissingProgram if the machine lacks the database.
 */
export async function startLab(options: LabOptions, print: (line: string) => void): Promise<Lab> {
  const dir = await (options.project === undefined
    ? fromDataset(options, print)
    : fromProject(options.project, options, print))
  const log = join(dir, 'log')
  const child = spawn(process.execPath, ['serve.js'], {
    cwd: dir,
    stdio: ['ignore', openSync(log, 'a'), openSync(log, 'a')],
    env: {
      ...process.env,
      ...{ TZ: 'UTC', STRAPI_TELEMETRY_DISABLED: 'true' },
      // The lab starts projects in development mode, because many projects configure SQLite only for development.
      NODE_ENV: options.project === undefined ? 'production' : 'development',
    },
  })
  const url = `http://127.0.0.1:${options.port}`
  await until(async () => {
    if (child.exitCode !== null)
      throw new Error(`The server ended: ${readFileSync(log, 'utf8').slice(-2000)}`)
    return isUp(url)
  })
  return { url, auth: join(dir, 'auth.json'), stop: () => stop(child) }
}

/** Writes a project with the schemas of the dataset; returns its folder. */
async function fromDataset(options: LabOptions, print: (line: string) => void): Promise<string> {
  const { strapi, database, dataset, port } = options
  const graph = loadDataset(dataset)
  const modules = installed(
    join(HOME, 'releases', `${strapi}-${database}`),
    dependenciesFor(strapi, database),
    print,
  )
  const name = `${basename(dirname(resolve(dataset)))}-${basename(dataset)}-${strapi}-${database}`
  const dir = folderOf(name, port)
  const connection = await emptyDatabase(database, { home: HOME, dir, name: `lab_${port}` })
  writeProject({ dir, dataset: resolve(dataset), graph, modules, connection, port })
  return dir
}

/** Copies a project with its code; returns the folder of the copy. */
function fromProject(project: string, options: LabOptions, print: (line: string) => void): string {
  const { strapi, dataset, port, after } = options
  const name = `${basename(dirname(resolve(project)))}-${basename(resolve(project))}-${strapi}`
  const modules = installed(join(HOME, 'releases', name), dependenciesOf(project, strapi), print)
  const dir = folderOf(name, port)
  copyProject({ dir, from: resolve(project), graph: loadDataset(dataset), modules, port, after })
  return dir
}

function folderOf(name: string, port: number): string {
  const dir = join(HOME, 'projects', `${name.replace(/\W+/g, '_')}_${port}`)
  mkdirSync(dir, { recursive: true })
  return dir
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
