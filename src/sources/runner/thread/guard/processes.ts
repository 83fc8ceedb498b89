/** Prevents the project's code from starting programs or threads, and from ending the process. */
import childProcess from 'node:child_process'
import cluster from 'node:cluster'
import { syncBuiltinESMExports } from 'node:module'
import { basename } from 'node:path'
import { types } from 'node:util'
import workerThreads from 'node:worker_threads'
import { type Refuse, replaceMethod } from './refuse.ts'

const PROGRAMS = 'Populace starts no programs for the code of a project.'
const STARTERS = ['spawn', 'spawnSync', 'exec', 'execSync', 'execFile', 'execFileSync', 'fork']

/**
 * The file names of native modules of database drivers, which the guard refuses to load, because project code must
 * not change a real database.
 */
const DRIVERS = /^(?:better_sqlite3|node_sqlite3|sqlite3|libsql|duckdb|oracledb.*|odbc|pq|addon-pq)\.node$/

export function guardProcesses(refuse: Refuse, folder: string): void {
  for (const name of STARTERS)
    replaceMethod(childProcess, name, () => (...args) => {
      throw refuse(`starts the program ${JSON.stringify(String(args[0]).slice(0, 100))}`, PROGRAMS)
    })
  replaceMethod(childProcess.ChildProcess.prototype, 'spawn', () => () => {
    throw refuse('starts a program', PROGRAMS)
  })
  replaceMethod(cluster, 'fork', () => () => {
    throw refuse('forks the process', PROGRAMS)
  })
  guardThreads(refuse)
  guardProcess(refuse, folder)
  syncBuiltinESMExports()
}

/** Refuses new threads, and makes the project's code see the thread as the main thread, as in Strapi. */
function guardThreads(refuse: Refuse): void {
  class Worker {
    constructor(file: unknown) {
      throw refuse(
        `starts the thread ${String(file).slice(0, 100)}`,
        'Populace starts no threads for the code of a project.',
      )
    }
  }
  const values = { Worker, parentPort: null, workerData: null, isMainThread: true, threadId: 0 }
  for (const [name, value] of Object.entries(values))
    Object.defineProperty(workerThreads, name, {
      value,
      configurable: true,
      writable: true,
      enumerable: true,
    })
}

function guardProcess(refuse: Refuse, folder: string): void {
  const stays = 'Populace keeps the process running.'
  for (const name of [
    'exit',
    'reallyExit',
    'abort',
    'kill',
    '_kill',
    'chdir',
    '_debugProcess',
    'setuid',
    'setgid',
  ])
    replaceMethod(process, name, () => (...args) => {
      throw refuse(`calls process.${name}(${args.map(String).join(', ').slice(0, 50)})`, stays)
    })
  for (const name of ['binding', '_linkedBinding'])
    replaceMethod(process, name, () => (part) => {
      // The library Lodash reads type predicates from `process.binding('util')`. Node also exports the type
      // predicates as `util.types`.
      if (name === 'binding' && part === 'util') return { ...types }
      throw refuse(`calls process.${name}(${String(part).slice(0, 50)})`, 'Use the public modules of Node.')
    })
  replaceMethod(
    process,
    'dlopen',
    (usual) =>
      function (...args) {
        const name = basename(String(args[1]))
        if (!DRIVERS.test(name)) return Reflect.apply(usual, this, args)
        throw refuse(`loads the database driver ${name}`, 'Read and write data with strapi.documents().')
      },
  )
  // Makes the project's folder the working directory of the code, regardless of the working directory of the server.
  replaceMethod(process, 'cwd', () => () => folder)
}
