/**
 * Tests the check of a server with a short run of its fuzzer, which sends hostile answers. `npm run search --
 * fuzz-check` runs the fuzzer longer.
 */
import { afterAll, describe, expect, test, vi } from 'vitest'
import { fuzzGround } from '../search/fuzz/answers/ground.ts'
import { reportFault } from '../search/fuzz/answers/judge.ts'
import { answersRound, formatAnswersRound, LAWS_EVERY } from '../search/fuzz/answers/round.ts'
import { SEED } from '../support/seed.ts'

describe('targets with hostile answers', () => {
  vi.setConfig({ testTimeout: 120_000 })
  afterAll(() => void vi.resetConfig())
  const ground = fuzzGround()
  // A multiple of `LAWS_EVERY` gives a slow round, which also checks laws. The first seed follows this multiple.
  const first = LAWS_EVERY * SEED + 1

  test.each([0, 1].map((at) => first + at))(
    'the reports about a server with hostile answers have no faults with seed %d',
    async (seed) => {
      const round = await answersRound(seed, ground)
      expect(round.faults.length === 0 ? '' : formatAnswersRound(round)).toBe('')
    },
  )
})

describe('the judge of reports, tested with faulty reports', () => {
  test.each([
    ['terminal', 'a\u001b[2Jb'],
    ['terminal', 'a\n::error::b'],
    ['terminal', 'a ##[error]b'],
    ['json', '{'],
    ['tap', 'TAP version 13\nBail out! qzx'],
    ['markdown', '- [qzx](http://qzx)'],
    ['markdown', '- ``a` qzx'],
    ['junit', '<a b="<"/>'],
    ['junit', '<a>]]>&nbsp;</a>'],
    ['junit', '<a><b></a></b>'],
    ['html', '<p><script>1</script><script>qzx()</script></p>'],
    ['html', '<p><script>1</script><img src=x></p>'],
    ['html', '<p><script>1</script><i>x</p>'],
    ['html', '<p><script>1</script><a href="http://qzx/_populace#">x</a></p>'],
  ])('%s %j', (format, text) => expect(reportFault(format, text)).toBeDefined())

  test('the judge of reports accepts reports without faults', () => {
    expect(reportFault('terminal', '\u001b[1ma\u001b[22m\nb')).toBeUndefined()
    expect(reportFault('markdown', '- `` [qzx] ` ``')).toBeUndefined()
    expect(reportFault('junit', '<?xml version="1.0"?>\n<a b="&lt;"><c/></a>\n')).toBeUndefined()
  })
})
