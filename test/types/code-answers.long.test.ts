/** Tests that the types of a project with code accept the answers that a real server gave with the same code. */
import { beforeAll, expect, test } from 'vitest'
import { whileRunning } from '../../src/cli/code/code.ts'
import { probedRoutes } from '../../src/cli/code/probing.ts'
import { openRunning } from '../../src/cli/source.ts'
import { parseQueryString } from '../../src/reference/parse/url.ts'
import type { Schema } from '../../src/reference/schema/schema.ts'
import { declarationsOf } from '../../src/tools/types/index.ts'
import { splitTarget } from '../../src/util/url/target.ts'
import { compile } from '../search/types/compile.ts'
import { makeRoutedProject, readAnswers } from '../support/project-routes.ts'

const PROFILE = 'strapi-5.54-sqlite'

/** A recorded answer, and its query as a type. */
interface Typed {
  readonly path: string
  readonly uid: string
  readonly query: string
  readonly isList: boolean
  readonly body: string
}

let typed: readonly Typed[] = []
let schema: Schema
let declarations = ''
beforeAll(async () => {
  const project = makeRoutedProject()
  const started = await openRunning(project.folder, { profile: PROFILE })
  const { routes } = await whileRunning(started, () => probedRoutes(started, undefined))
  schema = started.graph.schema
  declarations = declarationsOf(started.graph, { profile: PROFILE, routes })
  typed = readAnswers().flatMap(typedOf)
  project.remove()
}, 60_000)

/** Returns the typed answer of a recording; empty unless the caller may read everything. */
function typedOf({ path, status, auth, body }: ReturnType<typeof readAnswers>[number]): readonly Typed[] {
  if (status !== 200 || !['tokenFull', 'tokenReadOnly'].includes(auth)) return []
  const { path: route, search } = splitTarget(path)
  const [, , name, id, ...more] = route.split('/')
  const type = [...schema.contentTypes.values()].find(
    (one) => (one.kind === 'singleType' ? one.singularName : one.pluralName) === name,
  )
  if (type === undefined || more.length > 0 || !type.uid.startsWith('api::')) return []
  const isList = type.kind === 'collectionType' && id === undefined
  const query = JSON.stringify(parseQueryString(search, () => undefined)).replaceAll(
    /"(true|\d{1,3})"/g,
    '$1',
  )
  return [{ path, uid: type.uid, query, isList, body: JSON.stringify(body) }]
}

const program = (lines: readonly string[]): string =>
  [
    "import type { Answer, AnswerOne, Query, QueryOne } from './a.schema.ts'",
    'export type Used = [Answer<never>, AnswerOne<never>, Query<never>, QueryOne<never>]',
    ...lines,
    '',
  ].join('\n')
const FIRST = 3
const lineOf = (fault: string): number => Number(/a\.ts\((\d+),/.exec(fault)?.[1])

/** Returns the answers whose queries the types can express. */
async function expressible(all: readonly Typed[]): Promise<readonly Typed[]> {
  const lines = all.map(
    ({ uid, query, isList }, at) =>
      `export const q${at} = ${query} as const satisfies Query${isList ? '' : 'One'}<'${uid}'>`,
  )
  const faults = await compile({ 'a.schema.ts': declarations, 'a.ts': program(lines) })
  const wrong = new Set(faults.map(lineOf))
  return all.filter((_, at) => !wrong.has(at + FIRST))
}

test('every recorded answer whose query the types can express matches its declared type', async () => {
  const asked = await expressible(typed)
  expect(asked.length).toBeGreaterThan(60)
  const lines = asked.map(({ uid, query, isList, body }, at) => {
    const answer = `Answer${isList ? '' : 'One'}<'${uid}', typeof q${at}>`
    return `const q${at} = ${query} as const; export const a${at}: ${answer} = ${body}`
  })
  const faults = await compile({ 'a.schema.ts': declarations, 'a.ts': program(lines) })
  expect(faults.map((fault) => `${asked[lineOf(fault) - FIRST]?.path}: ${fault.slice(0, 500)}`)).toEqual([])
}, 120_000)
