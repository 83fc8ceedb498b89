/**
 * Tests that the URL of an uploaded file is built from its name as on the real server. Each row of the table was
 * measured on a real server of release 5.54.
 */
import { expect, test } from 'vitest'
import { mockHandler } from '../../src/server/fetch.ts'
import { createMock } from '../../src/server/mock.ts'
import { graphOf } from '../support/datasets.ts'

const handle = mockHandler(createMock(graphOf('guide')))

test.each([
  ['Größe.txt', 'Groesse_', '.txt'],
  ['Ærø ñandú.txt', 'A_Ero_nandu_', '.txt'],
  ['日本語.txt', '_', '.txt'],
  ['a b&c.txt', 'a_b_and_c_', '.txt'],
  ['İstanbul.txt', 'Istanbul_', '.txt'],
  ['Łódź – € 5.txt', 'Lodz_5_', '.txt'],
  ['..txt', '_', '.txt'],
  ['Ünï_cödé.tar.gz', 'Ueni_coede_tar_', '.gz'],
  ['straße ß.txt', 'strasse_ss_', '.txt'],
  ['Привет мир.txt', 'Privet_mir_', '.txt'],
  ['x@y.txt', 'x_y_', '.txt'],
  ['(1) a.txt', '1_a_', '.txt'],
  ['a--b__c.txt', 'a_b_c_', '.txt'],
  ['50%.txt', '50_', '.txt'],
  ['naïve\u0301.txt', 'naive_', '.txt'],
])('%s', async (name, start, ext) => {
  const body = new FormData()
  body.append('files', new Blob(['hello'], { type: 'text/plain' }), name)
  const headers = { authorization: 'Bearer admin-token' }
  const answer = await handle(new Request('http://localhost/api/upload', { method: 'POST', headers, body }))
  const [file] = await answer.json()
  expect(file.name).toBe(name.normalize())
  expect(file.hash.slice(0, -10)).toBe(start)
  expect([file.ext, file.url]).toEqual([ext, `/uploads/${file.hash}${ext}`])
})
