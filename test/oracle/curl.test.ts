/** Tests the curl commands of a report: they send the same body as the check. */
import { expect, test } from 'vitest'
import { curlLines } from '../../src/oracle/report/texts.ts'

const request = (body: unknown) => ({
  method: 'POST',
  url: '/api/restaurants',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

test.each([
  {
    name: 'a row id',
    body: { photos: ['«1/data/photos/0/id»'] },
    shown: `{"photos":['"$STEP1_DATA_PHOTOS_0_ID"']}`,
  },
  {
    name: 'a documentId',
    body: { city: '«2/data/documentId»' },
    shown: `{"city":"'"$STEP2_DATA_DOCUMENTID"'"}`,
  },
])('the variable of $name has the JSON type of the value', ({ body, shown }) => {
  const sent = request(body)
  const lines = curlLines({ sent }, { target: 'http://localhost:1337', headers: [] })
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain(shown)
})
