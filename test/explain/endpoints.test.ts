/** Tests explanations of requests that an endpoint of a plugin answers instead of the content API. */
import { describe, expect, test } from 'vitest'
import { explanationText } from '../../src/explain/index.ts'
import { explainedWorld } from '../../src/server/code/explained-world.ts'
import { createMock } from '../../src/server/mock.ts'
import { graphOf } from '../support/datasets.ts'

const OPTIONS = { profile: 'strapi-5.54-sqlite' }
const graph = graphOf('strapi-5.54')
const explained = explainedWorld(createMock(graph, OPTIONS), (one) => createMock(one, OPTIONS), OPTIONS)

describe('a request to an endpoint of a plugin', () => {
  test('the explanation of a request to an endpoint of a plugin names the permission that the role lacks', async () => {
    const found = await explained.explain('/api/users')
    expect(found.answer.status).toBe(403)
    expect(found.request.endpoint).toBe('plugin::users-permissions.user.find')
    expect(found.refused?.advice).toBe(
      'The plugin endpoint plugin::users-permissions.user.find answers 403: the role public lacks this permission.',
    )
    expect(explanationText(found)).not.toMatch(/No content type has this path|unknown path|0 rules/)
  })

  test('the explanation of a plugin request that answers 401 proposes to send a token', async () => {
    const request = { url: '/api/users/me', headers: { authorization: 'Bearer nobody' } }
    const found = await explained.explain(request)
    expect(found.answer.status).toBe(401)
    expect(found.refused?.advice).toMatch(/ answers 401: send the token of a user or a program\.$/)
  })

  test('the reason for a path in the answer is that the endpoint answers', async () => {
    const why = await explained.why('/api/i18n/locales', '0.code')
    expect(why.sentence).toMatch(
      /^code is .*: the plugin endpoint plugin::i18n\.locales\.listLocales answers/,
    )
  })

  test('an unknown path and a content type are not treated as endpoints', async () => {
    expect((await explained.explain('/api/nothing')).request.endpoint).toBeUndefined()
    expect((await explained.explain('/api/nothing')).refused?.advice).toMatch(
      /^No content type has this path/,
    )
    expect((await explained.explain('/api/articles')).request.endpoint).toBeUndefined()
  })
})
