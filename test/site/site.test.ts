/** Tests the parts of the site: escaping, addresses, messages, code and search. */
import { describe, expect, test } from 'vitest'
import { createReferenceApi } from '../../src/reference/api.ts'
import { CHANGE_IDS, changeOf } from '../../src/reference/strapi/changes.ts'
import { QUIRK_IDS } from '../../src/reference/strapi/quirks.ts'
import { linksFrom } from '../../src/tools/site/address.ts'
import { search } from '../../src/tools/site/browser/find.ts'
import { documentOf } from '../../src/tools/site/layout.ts'
import { markdown } from '../../src/tools/site/markdown.ts'
import { MESSAGES, messageOf } from '../../src/tools/site/messages.ts'
import { codeOf } from '../../src/tools/site/model/code.ts'
import { RULE_IDS } from '../../src/tools/site/model/spec-pages.ts'
import { casePages } from '../../src/tools/site/pages/cases.ts'
import { anchorOf, casesByMessage, messagesOf } from '../../src/tools/site/pages/errors.ts'
import { PARTS } from '../../src/tools/site/pages/populate.ts'
import { searchIndex } from '../../src/tools/site/search.ts'
import { escaped, html, sentence } from '../../src/util/html.ts'
import { graphOf } from '../support/datasets.ts'
import { model } from './site.ts'

const api = createReferenceApi(graphOf('guide'))

/** Returns the error message in the answer to a URL; undefined for a successful answer. */
const refusalOf = (url: string): string | undefined => JSON.parse(api.answer({ url }).body).error?.message

describe('HTML', () => {
  test('the tag `html` escapes inserted text and attributes, but not inserted HTML', () => {
    const evil = `<script>alert("1")</script>&'`
    const inner = html`<b title="${evil}">${evil}</b>`
    expect(inner.markup).toBe(`<b title="${escaped(evil)}">${escaped(evil)}</b>`)
    expect(inner.markup).not.toMatch(/<script|"1"|&'/)
    expect(html`<p>${[inner, undefined, 3, ['a<']]}</p>`.markup).toBe(`<p>${inner.markup}3a&lt;</p>`)
  })

  test('the pages show invisible control characters as escapes', () => {
    expect(escaped('a\u0000b\u202ec\td')).toBe('a\\u0000b\\u202ec\td')
  })

  test('`sentence` turns only text in backticks into code', () => {
    const written = html`${sentence('`a<b` and `c')}`.markup
    expect(written).toBe('<code>a&lt;b</code> and `c')
  })

  test('HTML from Markdown contains no raw HTML and no script links', () => {
    const places = { addressOf: () => undefined, addressOfPage: () => undefined, to: linksFrom('') }
    const text = 'a <img src=x onerror=alert(1)> b\n\n<script>alert(1)</script>\n\n[c](javascript:alert(1))'
    expect(markdown(text, places).markup).not.toMatch(/<img|<script|javascript:/)
  })
})

describe('a case with markup in it', () => {
  const evil = '"><script>alert(1)</script><!--'
  const [sample] = model().suite
  const written = model({
    suite:
      sample === undefined
        ? []
        : [
            {
              ...sample,
              id: 'evil.case.one',
              name: evil,
              recording: evil,
              profile: evil,
              request: { method: evil, url: `/api/x?a=${evil}`, headers: { x: evil }, token: evil },
              expect: {
                status: 200,
                headers: { y: evil },
                checks: [
                  { at: evil, equals: [evil] },
                  { at: '/a', keys: [evil] },
                ],
              },
            },
          ],
  })

  test('a case with markup in it is shown as text', () => {
    const pages = casePages(written).map((page) => documentOf(page, written))
    const [page] = pages.filter((text) => text.includes('evil.case.one'))
    expect(pages).toHaveLength(2)
    expect(page).toContain(escaped(evil))
    for (const text of pages) expect(text.match(/<script|<!--/g)).toEqual(['<script'])
  })
})

describe('addresses', () => {
  test('links between pages of the site are relative to the page that contains them', () => {
    expect(linksFrom('')('rules/a/')).toBe('rules/a/')
    expect(linksFrom('')('')).toBe('./')
    expect(linksFrom('rules/a/')('cases/b/#c')).toBe('../../cases/b/#c')
    expect(linksFrom('rules/a/')('')).toBe('../../')
  })

  test('addresses of pages are safe in a path, and unique even if case is ignored', () => {
    const { groups, cases } = model()
    for (const ids of [RULE_IDS, QUIRK_IDS, CHANGE_IDS, [...groups.keys()]]) {
      expect(ids.filter((id) => !/^[\w$.-]+$/.test(id) || /^\.|\.$/.test(id))).toEqual([])
      const folded = ids.map((id) => id.toLowerCase())
      expect(folded.filter((id, at) => folded.indexOf(id) !== at)).toEqual([])
    }
    expect([...cases.keys()].filter((id) => /[\s"<>#?&]/.test(id))).toEqual([])
  })

  test('every case, quirk and change has the address of a page', () => {
    const { addressOf, cases } = model()
    expect(
      [...cases.keys(), ...QUIRK_IDS, ...CHANGE_IDS].filter((id) => addressOf(id) === undefined),
    ).toEqual([])
  })
})

describe('code', () => {
  test('the site shows code for every rule, and for every quirk and change that has own code', () => {
    const { gathered } = model()
    const shown = (id: string): boolean => (gathered.code[id] ?? []).length > 0
    expect(RULE_IDS.filter((id) => !shown(id))).toEqual([])
    // A change that introduces quirks is shown in code with the names of these quirks.
    const own = CHANGE_IDS.filter((id) => (changeOf(id).brings ?? []).length === 0)
    expect([...QUIRK_IDS, ...own].filter((id) => !shown(id))).toEqual([])
  })

  test('the site shows the function around the line with the id of a rule as the code of the rule', () => {
    const text =
      "import x from 'y'\n\nfunction a() {\n  cite('r.one')\n}\n\nfunction b() {\n  cite('r.two')\n}\n"
    expect(codeOf(['r.one'], [{ path: 'src/a.ts', text }])).toEqual({
      'r.one': [{ path: 'src/a.ts', line: 4, from: 3, text: "function a() {\n  cite('r.one')\n}" }],
    })
  })
})

describe('messages', () => {
  const { suite } = model()

  test('the documented messages include all messages that cases expect', () => {
    const expected = new Set(suite.flatMap(messagesOf))
    expect(expected.size).toBeGreaterThan(150)
    expect([...expected].filter((text) => messageOf(text) === undefined)).toEqual([])
  })

  test('the documented messages are each shown by a case or a request, or have a reason why not', () => {
    const shown = casesByMessage(suite)
    const idle = MESSAGES.filter((one) => !shown.has(one) && one.ask === undefined && one.rare === undefined)
    expect(idle.map(({ text }) => text)).toEqual([])
    for (const one of MESSAGES) {
      if (one.ask !== undefined) expect(messageOf(refusalOf(one.ask) ?? ''), one.ask).toBe(one)
    }
  })

  test('the documented messages have unique anchors', () => {
    const anchors = MESSAGES.map(({ text }) => anchorOf(text))
    expect(new Set(anchors).size).toBe(anchors.length)
  })
})

describe('the page on the forms of populate', () => {
  test('the page on the forms of populate lists each form with the status that its section states', () => {
    for (const { title, forms } of PARTS) {
      const statuses = forms.map(({ url }) => api.answer({ url }).status)
      expect(statuses, title).toEqual(forms.map(() => (title === 'Refused' ? 400 : 200)))
    }
  })

  test('the page on the forms of populate lists the rules that the answer to each form follows', () => {
    const strays = PARTS.flatMap(({ forms }) => forms).flatMap(({ url, rules }) => {
      const cited = new Set<string>()
      createReferenceApi(graphOf('guide'), { cite: (rule) => cited.add(rule) }).answer({ url })
      return rules.filter((rule) => !cited.has(rule)).map((rule) => `${url} ${rule}`)
    })
    expect(strays).toEqual([])
  })
})

describe('the search', () => {
  const index = searchIndex(model())

  test('the search of the site lists an entry first if the query is the name of the entry', () => {
    for (const name of ['populate.on', 'filter-sees-drafts', 'nulls', 'sort-proto-refused', 'entry-1'])
      expect(search(index, name)[0]?.[1]).toBe(name)
  })

  test.each([
    ['how do I log in in a test', 'docs/quick-start/'],
    ['why 403', 'docs/quick-start/'],
    ['which databases', 'docs/your-project/'],
    ['how do I freeze a failing case', 'docs/questions/'],
    ['how do I mock only one type', 'docs/questions/'],
    ['how do I reset data between tests', 'docs/questions/'],
    ['how do I make an answer slow', 'docs/questions/'],
    ['how do I use it with msw', 'docs/tests/'],
    ['how do I use it with next', 'docs/nextjs/'],
    ['how do I add made-up data', 'docs/fake-data/'],
    ['which releases of strapi', 'docs/profiles/'],
    ['how do I get types', 'docs/types/'],
    ['how do I upload a file', 'docs/writes/'],
    ['why is a relation missing', 'docs/questions/'],
    ['how do I run the check in CI', 'docs/check-in-ci/'],
    ['how do I write my own law', 'docs/laws/'],
    ['how do I open an export', 'docs/questions/'],
    ['how do I copy a running server', 'docs/your-project/'],
    ['how do I see drafts', 'docs/questions/'],
    ['how do I change the port', 'docs/questions/'],
    ['does it run my controllers', 'docs/your-code/'],
    ['how do I allow cors', 'docs/your-project/'],
    ['how do I ignore a known failure', 'docs/questions/'],
    ['how do I report a security problem', 'docs/questions/'],
    ['adapters', 'docs/tests/'],
    ['why is it missing?', 'docs/explain/'],
  ])(
    'the first five results for "%s" include the expected page of the documentation',
    (question, address) => {
      const found = search(index, question).slice(0, 5)
      expect(found.map(([, , , target]) => target.split('#')[0])).toContain(address)
    },
  )

  test('the search finds entries with every word, ignoring case', () => {
    const found = search(index, 'Dynamic ZONE')
    expect(found.length).toBeGreaterThan(0)
    expect(found.every((entry) => /dynamic/i.test(entry.join(' ')) && /zone/i.test(entry.join(' ')))).toBe(
      true,
    )
    expect(search(index, '  ')).toEqual([])
    expect(search(index, 'nowhereatall')).toEqual([])
  })
})
