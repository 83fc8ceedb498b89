/**
 * A project with code answers like the server that ran it, with the code read or run. Running covers a sample here, and
 * all recordings in `answers.long.test.ts`.
 */
import { afterAll, describe, expect, test } from 'vitest'
import type { RecordedLine } from '../../../src/oracle/suite/recordings.ts'
import { graphOf, noteText } from '../../../src/sources/index.ts'
import { openProject } from '../../../src/sources/project/open.ts'
import { bearers } from '../../support/project.ts'
import { makeRoutedProject, readAnswers, THREAD } from '../../support/project-routes.ts'
import { answersAsRecorded } from '../../support/recordings.ts'

const project = makeRoutedProject()
afterAll(project.remove)
const tokens = bearers()
const bearer = (caller: string): string => tokens.get(caller) ?? caller
const answers = readAnswers()

const printed: string[] = []
const print = (line: string): void => void printed.push(line)

/** The one file beyond static reading, and the requests that it affects. */
const UNREAD =
  'src/middlewares/tree.ts:36: not applied to GET /restaurant-trees: `strapi` is handed on; --project-code runs it'
const isTree = ({ path }: RecordedLine): boolean => path.startsWith('/api/restaurant-trees')

/** All recordings about running code, and one in eight of the others. */
const some = answers.filter((line, at) => at % 8 === 0 || isTree(line) || line.path.startsWith('/api/tags/'))

describe.each([
  ['read', {}, [UNREAD], answers.filter((line) => !isTree(line))],
  ['run', { projectCode: { tell: print, file: THREAD } }, [], some],
])('%s', async (_how, options, notes, lines) => {
  const source = await openProject(project.folder, { env: {}, ...options })
  const { roleOfToken = () => undefined, api } = source
  const routed = api?.(graphOf(source), { profile: 'strapi-5.54-sqlite', roleOfToken })

  test('unknown parts of its code are noted, and nothing else', () => {
    expect(source.notes.map(noteText)).toEqual(notes)
  })

  test('the recorded answers are given', () => {
    expect(lines.length).toBeGreaterThan(answers.length / 10)
    const differing = lines.filter((line) => routed === undefined || !answersAsRecorded(line, routed, bearer))
    expect(differing.map(({ method = 'GET', path, auth }) => `${method} ${path} ${auth}`)).toEqual([])
  })
})

test('there are many answers', () => expect(answers.length).toBeGreaterThan(500))

test('exceptions of code are printed, and nothing else', () => {
  const thrown =
    /^GET \/api\/tags\/\w+: TypeError: Cannot destructure property 'data' of .* \(.*src\/api\/tag\//
  expect(printed.length).toBeGreaterThan(1)
  expect(printed.filter((line) => !thrown.test(line))).toEqual([])
})
