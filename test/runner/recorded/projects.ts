/** Projects whose code ran in a real server, with its answers. Tests run the same code in a real worker thread. */
import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { onTestFinished } from 'vitest'
import type { RecordedLine } from '../../../src/oracle/suite/recordings.ts'
import { type OpenedSource, openSource } from '../../../src/server/open.ts'
import { bearers, type MadeProject, makeProject } from '../../support/project.ts'
import { readPlugged } from '../../support/project-plugins.ts'
import { makeRoutedProject, readAnswers } from '../../support/project-routes.ts'
import { isRecordedAnswer, requestOf } from '../../support/recordings.ts'

const CORE = new URL('../../../fixtures/project-code/core/', import.meta.url)

export interface RecordedProject {
  readonly make: () => MadeProject
  readonly lines: readonly RecordedLine[]
  /** Patterns of errors that the code is expected to throw. */
  readonly thrown: readonly RegExp[]
}

/** Returns a project with route middlewares and controllers that change requests and answers. */
const routes = (): RecordedProject => ({
  make: makeRoutedProject,
  lines: readAnswers(),
  thrown: [/^GET \/api\/tags\/\w+: TypeError: Cannot destructure property 'data' of .*tag\.ts:\d+\)$/],
})

/** Returns the project of `routes`, with two plugins that populate relations. */
function plugged(): RecordedProject {
  const make = (): MadeProject => {
    const project = makeRoutedProject()
    const { dependencies, ...rest } = JSON.parse(readFileSync(`${project.folder}/package.json`, 'utf8'))
    const plugins = { 'strapi-plugin-populate-all': '1.5.2', 'strapi-v5-plugin-populate-deep': '4.3.3' }
    project.write('package.json', JSON.stringify({ ...rest, dependencies: { ...dependencies, ...plugins } }))
    return project
  }
  return { make, lines: readPlugged('routed'), thrown: [] }
}

interface CoreLine extends Omit<RecordedLine, 'id' | 'auth' | 'body'> {
  readonly as: string
  /** The text of the recorded body. */
  readonly body: string
}

/**
 * Writes Strapi's default files for each API without a folder `routes`, because the recorded server had these files
 * too.
 */
function writeRouters({ folder, write }: MadeProject): void {
  for (const name of readdirSync(`${folder}/src/api`)) {
    if (existsSync(`${folder}/src/api/${name}/routes`)) continue
    for (const [kind, part] of Object.entries({
      routes: 'Router',
      controllers: 'Controller',
      services: 'Service',
    }))
      write(
        `src/api/${name}/${kind}/${name}.js`,
        `module.exports = require('@strapi/strapi').factories.createCore${part}('api::${name}.${name}')\n`,
      )
  }
}

/** Returns a project whose controllers and services use Strapi's own parts and the errors of `@strapi/utils`. */
function core(): RecordedProject {
  const make = (): MadeProject => {
    const project = makeProject()
    cpSync(fileURLToPath(new URL('src', CORE)), `${project.folder}/src`, { recursive: true })
    writeRouters(project)
    return project
  }
  const text = gunzipSync(readFileSync(new URL('answers.jsonl.gz', CORE))).toString('utf8')
  const parsed = text.split('\n').flatMap((line): CoreLine[] => (line === '' ? [] : [JSON.parse(line)]))
  const lines = parsed.map(({ as, body, ...line }, at) => ({
    ...line,
    id: `core-${at}`,
    auth: as,
    body: JSON.parse(body),
  }))
  const thrown = [
    /^GET \/api\/reports\/error\/HttpError: TypeError: cannot construct abstract class .*report\.js:\d+\)$/,
    /^GET \/api\/reports\/error\/PolicyError: the code of the project answered 403 itself: thrown .*report\.js:\d+\)$/,
    /^GET \/api\/reports\/error\/Nope: Error: unknown .*report\.js:\d+\)$/,
    /^GET \/api\/reports\/error\/PolicyError: the code of the project answered 403 itself: .*report\.js:\d+\)$/,
  ]
  return { make, lines, thrown }
}

export const PROJECTS = { routes, plugged, core } as const

/** Opens a project; it is closed at the end of the test. */
export async function opened(
  { make }: RecordedProject,
  tell: (line: string) => void = () => undefined,
): Promise<OpenedSource> {
  const project = make()
  onTestFinished(project.remove)
  const source = await openSource(project.folder, { env: {}, profile: 'strapi-5.54-sqlite', tell })
  onTestFinished(source.end)
  return source
}

export interface Outcome {
  /** The requests whose answer differs from that of the real server. */
  readonly differing: readonly string[]
  /** The printed lines, except for the expected errors. */
  readonly printed: readonly string[]
  readonly notes: readonly string[]
}

/** Sends every recorded request. */
export async function asked(project: RecordedProject): Promise<Outcome> {
  const printed: string[] = []
  const source = await opened(project, (line) => printed.push(line))
  const tokens = bearers()
  const differing: string[] = []
  for (const line of project.lines) {
    const answer = await source.mock.answer(requestOf(line, (caller) => tokens.get(caller) ?? caller))
    if (isRecordedAnswer(line, answer)) continue
    const { method = 'GET', path, auth, status } = line
    differing.push(`${method} ${path} ${auth}: ${answer.status} instead of ${status}`)
  }
  const unexplained = printed.filter((line) => !project.thrown.some((one) => one.test(line)))
  return { differing, printed: unexplained, notes: source.notes }
}
