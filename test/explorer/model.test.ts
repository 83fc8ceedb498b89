/** Tests that the explorer converts a URL to a tree and back to a URL with the same meaning. */
import { describe, expect, test } from 'vitest'
import { describe as describeWorld } from '../../src/tools/explorer/described.ts'
import { readUrl } from '../../src/tools/explorer/model/read/read.ts'
import { leadsIn } from '../../src/tools/explorer/model/world.ts'
import { writeUrl } from '../../src/tools/explorer/model/write.ts'
import { guide, guideApi, guideRequests } from './cases.ts'

const world = describeWorld(guide, { profile: 'documented', explains: 'role', developer: true })

describe('the tree of a URL', () => {
  const read = (url: string) => readUrl(url, leadsIn(world))
  const trees = guideRequests.flatMap((request) => {
    const reading = read(request.url)
    return reading.kind === 'tree' ? [{ request, url: writeUrl(reading.query) }] : []
  })

  test('the tree of a URL keeps its meaning when it is written as a URL again, for every request of the suite', () => {
    expect(guideRequests.length).toBeGreaterThan(2_000)
    expect(trees.length).toBeGreaterThan(guideRequests.length / 2)
    const changed = trees.filter(({ request, url }) => {
      const [one, other] = [request, { ...request, url }].map((asked) => guideApi.answer(asked))
      return one?.status !== other?.status || (one?.status === 200 && one.body !== other?.body)
    })
    expect(changed.map(({ request, url }) => `${request.url}\n  ${url}`)).toEqual([])
  })

  test('a URL that is written from a tree stays the same after it is read and written again', () => {
    const moved = trees.filter(({ url }) => {
      const reading = read(url)
      return reading.kind === 'text' || writeUrl(reading.query) !== url
    })
    expect(moved.map(({ url }) => url)).toEqual([])
  })

  test.each([
    [
      '/api/articles?populate=author.avatar,cover',
      '/api/articles?populate[author][populate][avatar]=true&populate[cover]=true',
    ],
    [
      '/api/articles?fields=title,slug&sort=title:DESC',
      '/api/articles?fields[0]=title&fields[1]=slug&sort=title:desc',
    ],
    ['/api/articles?filters[title]=a%26b', '/api/articles?filters[title][$eq]=a%26b'],
    ['/api/articles?filters[$or][0][title][$eq]=a&filters[$or][1][views][$in][]=1', undefined],
  ])('%s', (url, written) => {
    const reading = read(url)
    expect(reading.kind === 'tree' ? writeUrl(reading.query) : reading).toBe(
      written ?? '/api/articles?filters[$or][0][title][$eq]=a&filters[$or][1][views][$in][0]=1',
    )
  })

  test.each([
    ['/api/articles?populate=blocks.author', /^populate: a dotted path/],
    ['/api/articles?populate[author][limit]=1', /^populate\[author\]\[limit\]: not a parameter of populate$/],
    ['/api/articles?sort[0][title]=up', /^sort: the order "up"$/],
    ['/api/articles?fields[a]=b', /^fields: not a plain list/],
    ['/api/articles?filters[$and][title][$eq]=a', /^filters\[\$and\]: not a list$/],
    ['/api/articles?page=2&page=3', /^page: more than one value$/],
  ])('%s stays text, with a reason', (url, why) => {
    expect(read(url)).toMatchObject({ kind: 'text', why: expect.stringMatching(why) })
  })
})
