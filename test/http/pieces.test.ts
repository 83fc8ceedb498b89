/** Tests bodies composed of cached entries, as text and as bytes. */
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { createReferenceApi } from '../../src/reference/api.ts'
import { bytesOf, type EntryText, textOf } from '../../src/reference/respond/pieces.ts'
import { bodyBytes, bodyOf, heldBody, SHORT_BODY } from '../../src/reference/response.ts'
import { graphOf } from '../support/datasets.ts'

const entry = (text: string): EntryText => ({ text, members: 1, steps: 1, bytes: null })

test('the bytes of a body encode its text, even if their buffer contained another answer before', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'é', '€', '🍕', '\u0000', ','), maxLength: 40 })
  const entries = fc.array(fc.tuple(text, fc.nat({ max: 900 })), { maxLength: 8 })
  const sent: (readonly [Uint8Array, string])[] = []
  fc.assert(
    fc.property(entries, (all) => {
      const own = all.map(([one, times]) => entry(one.repeat(times)))
      // The list contains each entry twice.
      const pieces = { before: '{"data":[', entries: [...own, ...own], after: '],"meta":{}}' }
      const [first, again] = [bytesOf(pieces), bytesOf(pieces)]
      sent.push([first, textOf(pieces)])
      return first !== again && Buffer.compare(first, again) === 0
    }),
  )
  for (const [bytes, expected] of sent)
    expect(Buffer.compare(bytes, Buffer.from(expected)), expected.slice(0, 80)).toBe(0)
})

test('a long answer has the bytes of its text, and a short answer has only its text', () => {
  const api = createReferenceApi(graphOf('guide'))
  const answers = ['/api/articles?populate=*', '/api/articles?fields=title&pagination[pageSize]=1'].map(
    (url) => api.answer({ url }),
  )
  const [long, short] = answers
  expect(long?.body.length).toBeGreaterThan(SHORT_BODY)
  expect(short?.body.length).toBeLessThan(SHORT_BODY)
  expect(answers.map(bodyBytes)).toEqual([new TextEncoder().encode(long?.body), undefined])
})

test('a stored body that is read after later answers still equals the body of its own answer', () => {
  const api = createReferenceApi(graphOf('guide'))
  const urls = [
    '/api/articles?populate=*',
    '/api/articles?sort=title',
    '/api/articles?fields=title',
    '/api/nobody',
  ]
  const later = urls.map((url) => {
    const answer = api.answer({ url })
    return { body: answer.body, held: heldBody(answer) }
  })
  expect(later.map(({ held }) => bodyOf(held))).toEqual(later.map(({ body }) => body))
  expect(new Set(later.map(({ body }) => body)).size).toBe(urls.length)
})

test('after a later answer, the bytes of an older answer no longer exist, so the server must send its text', () => {
  const api = createReferenceApi(graphOf('guide'))
  const [first, second] = [
    api.answer({ url: '/api/articles?populate=*' }),
    api.answer({ url: '/api/articles' }),
  ]
  expect([first, second].map(bodyBytes)).toEqual([undefined, new TextEncoder().encode(second.body)])
})
