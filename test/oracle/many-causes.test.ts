/** Tests the short lines in the terminal report about the causes after the tenth. */
import { expect, test } from 'vitest'
import { check, terminalReport } from '../../src/oracle/index.ts'
import { api, graph, PATIENT, suite } from './conforming.ts'

test('the line about a cause after the tenth contains the expected and the found value', async () => {
  const report = await check(
    (request) => {
      const answer = api.answer(request)
      return answer.status === 404 ? { ...answer, status: 410 } : answer
    },
    { graph, suite: suite.filter(({ id }) => id === 'http.head.none'), runs: 0, ...PATIENT },
  )
  const [cause] = report.causes
  expect(report.causes).toHaveLength(1)
  const causes = Array.from({ length: 11 }, () => cause).filter((one) => one !== undefined)
  const text = terminalReport({ ...report, causes })
  expect(text.split('\n').find((line) => line.includes('11. '))).toMatch(/expected 404.*got 410/)
})
