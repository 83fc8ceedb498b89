/** Tests how the server sends requests to the thread of a project and answers the calls of the code. */
import { expect, test } from 'vitest'
import { openForAll, recordingHost } from '../support.ts'
import { ECHO } from './echo.ts'

const echo = openForAll({ 'app.js': ECHO })

test('the code gets the request with its caller, and its answer is returned', async () => {
  const { get } = echo()
  expect(await get('/api/x?y=1')).toEqual({ method: 'GET', target: '/api/x?y=1', role: 'public' })
})

test('calls of the code go to the world of their own request, with arguments as JSON', async () => {
  const { get, host } = echo()
  const other = recordingHost('other')
  const both = await Promise.all([get('/find'), get('/find', other)])
  expect(both).toEqual([
    { name: 'world', uid: 'api::a.a' },
    { name: 'other', uid: 'api::a.a' },
  ])
  expect(host.calls).toEqual(['findMany [{"when":"1970-01-01T00:00:00.000Z"}]'])
  expect(await get('/core')).toEqual({ target: '/other' })
})

test('an error of the code gives a 500 answer, and a log line with file and line of the error', async () => {
  const { get, lines } = echo()
  expect(await get('/throw')).toMatchObject({ error: { status: 500, name: 'InternalServerError' } })
  expect(lines).toEqual(['error: GET /throw: broken (app.js:7)'])
})
