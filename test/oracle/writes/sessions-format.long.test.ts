/** All sessions as they are published, and the runner against a server that is right. */
import { expect, test } from 'vitest'
import { loadSessions } from '../../../src/oracle/index.ts'
import { describeRecords } from '../../support/session-records.ts'
import { byPython, hasPython } from './python.ts'

const sessions = loadSessions()

describeRecords(sessions)

const some = sessions.filter(({ dataset }) => dataset === 'guide').filter((_, at) => at % 4 === 0)

test.skipIf(!hasPython)('sessions.py finds a right server right, and leaves nothing', async () => {
  expect(await byPython('documented', some)).toBe(`0 of ${some.length} fail\n`)
})
