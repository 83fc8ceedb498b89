/** Tests the Python runner with published sessions, against a conforming server and a faulty server. */
import { expect, test } from 'vitest'
import { loadSessions } from '../../../src/oracle/index.ts'
import { describeRecords } from '../../support/session-records.ts'
import { byPython, hasPython } from './python.ts'

const sessions = loadSessions()

describeRecords(sessions)

const some = sessions.filter(({ dataset }) => dataset === 'guide').filter((_, at) => at % 4 === 0)

test.skipIf(!hasPython)(
  'sessions.py passes a conforming server and leaves no created documents',
  async () => {
    // The runner skips the sessions that change entries of the dataset.
    const played = some.filter(({ isLoaded }) => !isLoaded)
    expect(await byPython('documented', some)).toBe(`0 of ${played.length} fail\n`)
  },
)

test.skipIf(!hasPython)('sessions.py reports the fault of a faulty server', async () => {
  const wanted = ['writes.update', 'writes.locale.known', 'writes.component.kept', 'writes.publish.whole']
  const text = await byPython(
    'documented,+locale-unchecked',
    sessions.filter(({ id }) => wanted.includes(id)),
  )
  expect(text).toBe('1 of 4 fail\n  writes.locale.known\n')
})
