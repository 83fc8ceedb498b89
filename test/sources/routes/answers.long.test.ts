/** A project with code answers like the server that ran it: all recordings, with the code run. */
import { afterAll, expect, test } from 'vitest'
import { graphOf } from '../../../src/sources/index.ts'
import { openProject } from '../../../src/sources/project/open.ts'
import { bearers } from '../../support/project.ts'
import { makeRoutedProject, readAnswers, THREAD } from '../../support/project-routes.ts'
import { answersAsRecorded } from '../../support/recordings.ts'

const project = makeRoutedProject()
afterAll(project.remove)

test('every recorded answer is given', async () => {
  const projectCode = { tell: () => undefined, file: THREAD }
  const source = await openProject(project.folder, { env: {}, projectCode })
  const { roleOfToken = () => undefined, api } = source
  const routed = api?.(graphOf(source), { profile: 'strapi-5.54-sqlite', roleOfToken })
  const tokens = bearers()
  const differing = readAnswers().filter(
    (line) =>
      routed === undefined || !answersAsRecorded(line, routed, (caller) => tokens.get(caller) ?? caller),
  )
  expect(differing.map(({ method = 'GET', path, auth }) => `${method} ${path} ${auth}`)).toEqual([])
})
