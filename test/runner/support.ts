/** Creates small projects in temporary folders, and opens them with a thread whose `app.js` handles requests. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, onTestFinished } from 'vitest'
import type { MatchCore } from '../../src/sources/runner/host/concerns.ts'
import { type OpenOptions, openProjectCode } from '../../src/sources/runner/host/open.ts'
import type { CodeAnswer, CodeHost, CodeRequest, ProjectCode } from '../../src/sources/runner/project-code.ts'
import type { Configured, Registered } from '../../src/sources/runner/protocol.ts'

export const DOUBLE = new URL('./double.mjs', import.meta.url)

/** Calls a function at the end of the test, or later. */
export type AtEnd = (end: () => void) => void

/** Creates a folder with the given files; the folder is removed at the end of the test. */
export function projectWith(files: Readonly<Record<string, string>>, atEnd: AtEnd = onTestFinished): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'populace-runner-')))
  atEnd(() => rmSync(folder, { recursive: true, force: true }))
  for (const [path, text] of Object.entries({ 'package.json': '{}', ...files })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return folder
}

/** A host that records the calls of the code. */
export interface RecordingHost extends CodeHost {
  readonly calls: string[]
}

export function recordingHost(name = 'world'): RecordingHost {
  const calls: string[] = []
  return {
    calls,
    caller: () => ({ kind: 'public', role: 'public', permissions: ['*'] }),
    core: async ({ target }, call) => {
      calls.push(`core ${call.method ?? 'GET'}`)
      return {
        status: 200,
        headers: { 'x-host': name },
        body: JSON.stringify({ target: call.target ?? target }),
      }
    },
    call: (asked) => {
      if (asked.service === 'transaction') return { ok: true, value: undefined }
      if (asked.service === 'tables') return { ok: true, value: { version: 1, tables: [] } }
      if (asked.service === 'content-api') return { ok: true, value: asked.data }
      calls.push(`${asked.method} ${JSON.stringify(asked.args)}`)
      if (asked.method === 'fail')
        return { ok: false, error: { name: 'ValidationError', message: 'no', status: 400, details: {} } }
      return { ok: true, value: { name, uid: asked.uid } }
    },
  }
}

export interface Opened {
  readonly code: ProjectCode
  readonly configured: Configured
  readonly registered: Registered
  readonly host: RecordingHost
  /** The hosts of the spare threads. */
  readonly scratches: readonly RecordingHost[]
  readonly lines: readonly string[]
  readonly folder: string
  /** Sends a GET request; returns the parsed answer. */
  readonly get: (target: string, host?: CodeHost) => Promise<unknown>
}

export interface HowOpened extends Partial<OpenOptions> {
  readonly matchCore?: MatchCore
  readonly atEnd?: AtEnd
}

/** Opens a project; it is closed at the end of the test, unless `atEnd` calls its argument later. */
export async function open(
  files: Readonly<Record<string, string>>,
  { matchCore = () => undefined, atEnd = onTestFinished, ...options }: HowOpened = {},
): Promise<Opened> {
  const folder = projectWith(files, atEnd)
  const lines: string[] = []
  const opened = await openProjectCode({
    folder,
    env: { NODE_ENV: 'test', PATH: '' },
    allowedHosts: [],
    log: (level, text) => lines.push(`${level}: ${text}`),
    file: DOUBLE,
    ...options,
  })
  atEnd(() => opened.end())
  const registered = await opened.register({})
  const host = recordingHost()
  const scratches: RecordingHost[] = []
  const code = await opened.bootstrap(
    {},
    {
      prefix: '/api',
      jwtSecret: 'secret',
      matchCore,
      scratch: () => {
        const scratch = recordingHost('scratch')
        scratches.push(scratch)
        return scratch
      },
    },
    host,
  )
  const get = async (target: string, world: CodeHost = host): Promise<unknown> =>
    JSON.parse(bodyOf(await code.answer(requestOf(target), world)))
  return { code, configured: opened.configured, registered, host, scratches, lines, folder, get }
}

export const requestOf = (target: string, method = 'GET'): CodeRequest => ({
  method,
  target,
  headers: {},
  body: undefined,
  ip: '127.0.0.1',
})

export const bodyOf = ({ response: { body } }: CodeAnswer): string =>
  typeof body === 'string' ? body : Buffer.from(body).toString()

/** Waits until a condition holds. */
export async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5))
}

/** Opens a project for all tests of a file; returns a function that returns the opened project. */
export function openForAll(files: Readonly<Record<string, string>>): () => Opened {
  const ends: (() => void)[] = []
  let opened: Opened | undefined
  beforeAll(async () => {
    opened = await open(files, { atEnd: (end) => void ends.unshift(end) })
  })
  afterAll(() => {
    for (const end of ends) end()
  })
  return () => {
    if (opened === undefined) throw new Error('the project opens before the first test')
    return opened
  }
}
