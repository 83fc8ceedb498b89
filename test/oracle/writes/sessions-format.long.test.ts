/** All sessions as they are published, and the runner against a server that is right and one that is not. */
import { expect, test } from 'vitest'
import { loadSessions } from '../../../src/oracle/index.ts'
import { describeRecords } from '../../support/session-records.ts'
import { byPython, hasPython } from './python.ts'

const sessions = loadSessions()

describeRecords(sessions)

const some = sessions.filter(({ dataset }) => dataset === 'guide').filter((_, at) => at % 4 === 0)

test.skipIf(!hasPython)('sessions.py finds a right server right, and leaves nothing', async () => {
  // It leaves out those that change what the dataset has.
  expect(await byPython('documented', some)).toMatch(/^0 of 2\d fail\n$/)
})

test.skipIf(!hasPython)('sessions.py finds a wrong one wrong where it is', async () => {
  const wanted = ['writes.update', 'writes.locale.known', 'writes.component.kept', 'writes.publish.whole']
  const text = await byPython(
    'documented,+locale-unchecked',
    sessions.filter(({ id }) => wanted.includes(id)),
  )
  expect(text).toBe('1 of 4 fail\n  writes.locale.known\n')
})
