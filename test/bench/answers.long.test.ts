/**
 * Tests that the bench compares equal work: Populace, the compared packages and a loop over the posts find the same
 * entries.
 */
import { tmpdir } from 'node:os'
import { describe, expect, test } from 'vitest'
import { createReferenceApi } from '../../src/reference/api.ts'
import { graphOf } from '../support/datasets.ts'
import { build } from './articles.ts'
import { KNOWN, SHAPES } from './parts/known.ts'
import { openMingo, openMswData, openSift } from './peers/filters.ts'
import type { Given, Open, Peer } from './peers/peer.ts'
import { openSqlite, openWasm } from './peers/sqlite.ts'
import { filesOf, postsOf } from './posts.ts'
import { byHand, foundIn, KINDS, questionOf, urlOf, WHAT } from './questions.ts'

const SIZE = 2_000
const TIMES = 5
const posts = postsOf(SIZE)
const given: Given = { posts, folder: tmpdir() }
const questions = KINDS.flatMap((kind) =>
  Array.from({ length: TIMES }, (_, at) => questionOf(kind, at, SIZE)),
)

/** The peer that sorts only the entries of each page, not the whole list. */
const SORTS_THE_PAGE = '@msw/data'

async function expectAlike(peer: Peer): Promise<number> {
  let asked = 0
  for (const question of questions) {
    const isOther = peer.name.startsWith(SORTS_THE_PAGE) && ['views', 'title'].includes(question.kind)
    const text = isOther ? undefined : await peer.ask(question)
    if (text === undefined) continue
    asked++
    const { ids, total } = peer.found(text)
    expect({ question, ids, total }).toEqual({ question, ...byHand(question, posts) })
  }
  return asked
}

test('the bench asks every kind of question, and most questions find posts', () => {
  expect(Object.keys(WHAT).sort()).toEqual([...KINDS].sort())
  expect(new Set(questions.map(urlOf)).size).toBe(questions.length)
  expect(questions.filter((question) => byHand(question, posts).total > 0).length).toBeGreaterThan(
    questions.length / 2,
  )
})

describe('Populace and its peers find the same posts as a loop over all posts', () => {
  test('Populace finds the same rows as a loop', () => {
    const api = createReferenceApi(build(filesOf(SIZE)))
    for (const question of questions) {
      const { body } = api.answer({ url: urlOf(question) })
      expect({ question, ...foundIn(body) }).toEqual({ question, ...byHand(question, posts) })
    }
  })

  test('SQLite finds the same rows as a loop', async () => {
    expect(await expectAlike(await openWasm(given))).toBe(questions.length)
    const peer = await openSqlite(given)
    if (peer !== undefined) expect(await expectAlike(peer)).toBe(questions.length)
  })

  const others: readonly (readonly [string, Open])[] = [
    ['sift', openSift],
    ['mingo', openMingo],
    ['@msw/data', openMswData],
  ]
  test.each(others)('the peer %s finds the same rows as a loop, if it is installed', async (_name, open) => {
    const peer = await open(given)
    if (peer !== undefined) expect(await expectAlike(peer)).toBeGreaterThan(6 * TIMES)
  })
})

test('all variants of a request get the same body, new or repeated', () => {
  const api = createReferenceApi(graphOf('strapi-5.54'))
  for (const { urlOf: urlOfKnown } of KNOWN) {
    const bodies = SHAPES.flatMap(([shape]) =>
      Array.from({ length: 50 }, (_, at) => api.answer({ url: urlOfKnown(shape, at * 7) })),
    )
    expect(new Set(bodies.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(bodies.map(({ body }) => body)).size).toBe(1)
  }
})
