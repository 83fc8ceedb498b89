/** Tests how the explorer shows a project's own code: its changes, and the check boxes that it overrides. */
import { describe, expect, test } from 'vitest'
import type { CodeRun } from '../../src/explain/code/run.ts'
import { createExplainer, explainVerified } from '../../src/explain/index.ts'
import { createReferenceApi } from '../../src/reference/api.ts'
import { requestAfter } from '../../src/reference/code-effect.ts'
import type { ApiRequest } from '../../src/reference/request.ts'
import { codeLines, decidedBoxes } from '../../src/tools/explorer/model/code.ts'
import { graphOf } from '../support/datasets.ts'

const graph = graphOf('strapi-5.54')
const explainer = createExplainer(graph, { developer: true })
const api = createReferenceApi(graph)
const PLACE = { file: 'src/api/article/middlewares/populate.ts', line: 12 }
const ARTICLE = 'api::article.article'

/** Runs a request through a middleware that replaces its populate. */
const run = async (request: ApiRequest): Promise<CodeRun> => {
  const query = { populate: { author: { fields: ['name'] } } }
  const changes = [
    { part: 'query', kind: 'added', path: ['populate'], ...PLACE },
    { part: 'answer', kind: 'added', path: ['data', '0', 'minutes'], ...PLACE },
    { part: 'answer', kind: 'added', path: ['data', '1', 'minutes'], ...PLACE },
  ] as const
  const effect = { changes, core: { url: request.url, query }, ran: [PLACE] }
  const { status, body } = api.answer(requestAfter(request, effect) ?? request)
  return { ...effect, response: { status, body } }
}
const explained = (url: string) => explainVerified(explainer, { url }, run)

describe('the check boxes under a middleware that replaces populate', () => {
  test('the check boxes under a middleware that replaces populate show what the answer contains, and are disabled', async () => {
    const boxes = decidedBoxes(await explained('/api/articles?populate=cover'), [], ARTICLE)
    expect(boxes('author', false, 'populate')).toEqual({
      isThere: true,
      why: 'Set by src/api/article/middlewares/populate.ts:12',
    })
    expect(boxes('cover', true, 'populate')).toMatchObject({ isThere: false })
    expect(boxes('tags', false, 'populate')).toMatchObject({
      isThere: false,
      why: "The project's code sets this: src/api/article/middlewares/populate.ts:12",
    })
    expect(boxes('title', true, 'fields')).toBeNull()
  })

  test('within a relation that the middleware populates, the check boxes of fields that it excludes are disabled', async () => {
    const explanation = await explained('/api/articles')
    const boxes = decidedBoxes(explanation, [{ attribute: 'author', kind: null }], 'api::author.author')
    expect(boxes('name', true, 'fields')).toBeNull()
    expect(boxes('email', true, 'fields')).toMatchObject({ isThere: false })
  })

  test('the check boxes under a middleware that replaces populate are enabled without code', () => {
    const boxes = decidedBoxes(explainer.explain({ url: '/api/articles' }), [], ARTICLE)
    expect(boxes('tags', false, 'populate')).toBeNull()
    expect(decidedBoxes(null, [], ARTICLE)('tags', false, 'populate')).toBeNull()
  })
})

test('the explorer lists each change that the code makes once, with its file and line', async () => {
  const { code } = await explained('/api/articles')
  if (code === undefined) throw new Error('The explanation has no part of the code')
  const where = 'src/api/article/middlewares/populate.ts:12'
  expect(codeLines(code, 10)).toEqual({
    lines: [
      { what: 'query.populate added', where },
      { what: 'answer.data.minutes added', where },
    ],
    more: 0,
  })
  expect(codeLines(code, 1)).toMatchObject({ more: 1 })
})
