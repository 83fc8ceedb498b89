/** Tests the log lines of `serve`, as JSON and as text, and the log levels. `log.long.test.ts` starts `serve`. */
import { expect, test } from 'vitest'
import { isPrinted, jsonLine, LOG_LEVELS, textLine } from '../../src/cli/serve/log.ts'

test('a failure and an aborted connection are logged as errors', () => {
  const line = {
    method: 'GET',
    url: '/',
    milliseconds: 1,
    headers: {},
    client: undefined,
    bytes: () => undefined,
  }
  const levelOf = (status: number): unknown =>
    JSON.parse(jsonLine({ ...line, status }, () => undefined)).level
  expect([0, 200, 304, 404, 500].map(levelOf)).toEqual(['error', 'info', 'info', 'warn', 'error'])
})

test('a log line in text form has the request, the answer, the world, the role and the request id', () => {
  const line = {
    ...{ method: 'GET', url: '/api/x?token=secret\u202e', milliseconds: 1.26, status: 404 },
    headers: { 'x-request-id': 'abc-1', 'populace-world': 'mine' },
    ...{ client: '10.0.0.7', bytes: () => 12 },
  }
  const text = textLine(line, () => 'public')
  expect(text).toMatch(
    /^\d{4}-\d\d-\d\dT[\d:.]+Z warn {2}GET \/api\/x\?token=\S* 404 1\.3 ms 12 B 10\.0\.0\.7 world=mine role=public id=abc-1$/,
  )
  expect(text).not.toMatch(/secret|\u202e/)
})

test('a log level prints its own lines and the lines of more severe levels', () => {
  expect(LOG_LEVELS.map((level) => LOG_LEVELS.filter((line) => isPrinted(line, level)).join())).toEqual([
    'error',
    'error,warn',
    'error,warn,info',
  ])
})
