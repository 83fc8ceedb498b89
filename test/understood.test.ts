/**
 * Tests that the error for a malformed morph relation repeats the options that a real 5.54.0 has parsed, without names
 * that the role may not find.
 */
import { expect, test } from 'vitest'
import { createReferenceApi } from '../src/reference/api.ts'
import { graphOf } from './support/datasets.ts'

const api = createReferenceApi(graphOf('strapi-5.54'), { profile: 'strapi-5.54-sqlite' })

/** The options of `[subject]` that are sent with an unknown option, and the text that the error message repeats. */
const UNDERSTOOD: readonly (readonly [asked: readonly string[], found: string])[] = [
  [
    ['[on][api::author.author][populate]=*'],
    '{"on":{"api::author.author":{"populate":{"avatar":true,"articles":true,"profile":true,"mentor":true,"mentees":true,"home":true,"badges":true}}}}',
  ],
  [
    ['[on][api::author.author][fields]=name, email', '[on][api::author.author][sort]=name,, email'],
    '{"on":{"api::author.author":{"fields":["name","email"],"sort":"name,email"}}}',
  ],
  [
    ['[on][api::author.author][fields][]=name', '[on][api::author.author][fields][]'],
    '{"on":{"api::author.author":{"fields":["name"]}}}',
  ],
  [
    ['[on][api::author.author][fields][0]=name,email'],
    '{"on":{"api::author.author":{"fields":[["name","email"]]}}}',
  ],
  [['[on][api::author.author][filters]=a'], '{"on":{"api::author.author":{"filters":"a"}}}'],
  [
    [
      '[on][api::author.author][populate][mentor][fields]=name,email',
      '[on][api::author.author][populate][home][fields]=city,zip',
    ],
    '{"on":{"api::author.author":{"populate":{"mentor":{"fields":["name","email","documentId"]},"home":{"fields":["city","zip"]}}}}}',
  ],
  [
    [
      '[on][api::author.author][populate][secrets]=true',
      '[on][api::author.author][populate][home][populate]=*',
    ],
    '{"on":{"api::author.author":{"populate":{"home":{"populate":{"geo":true}}}}}}',
  ],
  [['[on][api::author.author][populate]=mentor.secrets'], '{"on":{"api::author.author":{}}}'],
  [
    [
      '[on][api::author.author][populate][0]=mentor.avatar',
      '[on][api::author.author][populate][1]=avatar',
      '[on][api::author.author][populate][2]=mentor.home',
      '[on][api::author.author][populate][3]=mentor.secrets',
    ],
    '{"on":{"api::author.author":{"populate":["mentor.avatar","mentor.home","avatar"]}}}',
  ],
  [
    ['[on][api::author.author][sort][0]= name', '[on][api::author.author][sort][1]='],
    '{"on":{"api::author.author":{"sort":["name"]}}}',
  ],
  [
    ['[on][api::bookmark.bookmark][populate][items][count]=1'],
    '{"on":{"api::bookmark.bookmark":{"populate":{}}}}',
  ],
  [
    [
      '[on][api::bookmark.bookmark][populate][items][on][api::tag.tag]=true',
      '[on][api::bookmark.bookmark][populate][items][on][api::secret.secret]=true',
      '[on][api::bookmark.bookmark][populate][items][count]=true',
    ],
    '{"on":{"api::bookmark.bookmark":{"populate":{"items":{"on":{"api::tag.tag":"true"},"count":true}}}}}',
  ],
  [
    [
      '[on][api::article.article][populate][0]=pin.items',
      '[on][api::article.article][populate][1]=author.avatar',
    ],
    '{"on":{"api::article.article":{"populate":{"pin":{"populate":{"items":{"on":{"api::about.about":true,"api::article.article":true,"api::author.author":true,"api::bookmark.bookmark":true,"api::category.category":true,"api::homepage.homepage":true,"api::kitchensink.kitchensink":true,"api::profile.profile":true,"api::restaurant.restaurant":true,"api::review.review":true,"api::tag.tag":true}}}},"author":{"populate":{"avatar":true}}}}}}',
  ],
  [
    [
      '[on][api::article.article][populate][sections][on][blocks.hero][populate]=*',
      '[on][api::article.article][populate][sections][sort]=x',
    ],
    '{"on":{"api::article.article":{"populate":{"sections":{"on":{"blocks.hero":{"populate":{"image":true,"gallery":true,"cta":true,"links":true}}}}}}}}',
  ],
  [
    ['[on][api::article.article][populate][sections]=*'],
    '{"on":{"api::article.article":{"populate":{"sections":"*"}}}}',
  ],
]

test.each(UNDERSTOOD)('%s', (asked, found) => {
  const query = [...asked, '[x]=1'].map((one) => `populate[subject]${one}`).join('&')
  const { error } = JSON.parse(api.answer({ url: `/api/bookmarks?${query}` }).body)
  expect(error.message.split('but found ')[1]).toBe(`${found.slice(0, -1)},"x":"1"}`)
})

test('the error message repeats a dotted path unchanged if the path is too long to be written as nested options', () => {
  const path = `${'mentor.'.repeat(1500)}articles.pin.items`
  const url = `/api/bookmarks?populate[subject][on][api::author.author][populate]=${path}&populate[subject][x]=1`
  expect(JSON.parse(api.answer({ url }).body).error.message).toContain(`{"populate":"${path}"}`)
})
