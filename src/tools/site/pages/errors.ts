/** Renders the page of errors: every message with its cause and a correction of the request. */
import type { SuiteCase } from '../../../oracle/suite/case.ts'
import { type Html, html, joined, sentence } from '../../../util/html.ts'
import { caseAddress, chapterAddress, type To } from '../address.ts'
import type { SitePage } from '../layout.ts'
import { MESSAGES, type Message, messageOf } from '../messages.ts'
import type { SiteModel } from '../model/model.ts'
import { messageIn, readableUrl, requestLine } from '../parts.ts'

export function errorsPage(model: SiteModel): SitePage {
  const shown = casesByMessage(model.suite)
  return {
    address: 'errors/',
    title: 'Errors',
    about: 'Every error message with its cause and its fix',
    body: (to) => html`<h1>Every error message</h1>
<p class="lead">Every error message of the profile <code>documented</code>, with its cause and its fix. An answer reports only the first error; the specification defines <a href="${to(chapterAddress('errors'))}">the order of the checks</a>.</p>
<p>Paste a message: <input id="message" type="search" aria-label="Paste a message" class="scripted" autocomplete="off" spellcheck="false"></p>
<div class="messages">${byCommonness(shown).map((one) => messageHtml(one, shown.get(one) ?? [], to))}</div>`,
  }
}

/** Sorts the messages by the number of test cases that expect them, the largest number first. */
const byCommonness = (shown: ReturnType<typeof casesByMessage>): readonly Message[] =>
  MESSAGES.toSorted((a, b) => (shown.get(b)?.length ?? 0) - (shown.get(a)?.length ?? 0))

/** Returns the cases of the documented profile that produce each message. */
export function casesByMessage(suite: readonly SuiteCase[]): ReadonlyMap<Message, readonly SuiteCase[]> {
  const found = new Map<Message, SuiteCase[]>()
  for (const one of suite) {
    for (const text of messagesOf(one)) {
      const message = messageOf(text)
      if (message === undefined) continue
      const cases = found.get(message)
      if (cases === undefined) found.set(message, [one])
      else cases.push(one)
    }
  }
  return found
}

/** Returns the error messages that a case of the documented profile expects. */
export function messagesOf({ expect, profile }: SuiteCase): readonly string[] {
  if (profile !== undefined && profile !== 'documented') return []
  const alternatives = 'anyOf' in expect ? expect.anyOf : [expect]
  return alternatives.flatMap(({ checks }) =>
    checks.flatMap((check) => ('equals' in check && check.at === '' ? (messageIn(check.equals) ?? []) : [])),
  )
}

/** The maximum number of cases that the page links for one message. */
const LINKED = 3

function messageHtml(one: Message, cases: readonly SuiteCase[], to: To): Html {
  const { text, when, fix, ask, rare } = one
  const [first] = cases
  const url = first?.request.url ?? ask
  const dataset = first?.dataset ?? 'guide'
  const tried =
    url === undefined
      ? html`<p class="soft">${rare === undefined ? '' : sentence(rare)}</p>`
      : html`<div data-try data-dataset="${dataset}" data-url="${url}" data-profile="documented" data-token="${first?.request.token ?? ''}" data-method="${first?.request.method ?? 'GET'}">${requestLine(first?.request.method ?? 'GET', readableUrl(cutUrl(url)))}</div>`
  return html`<article class="message" id="${anchorOf(text)}" data-text="${text}"><h2><code>${text}</code></h2>
<p>${sentence(when)}</p><p class="fix">${sentence(fix)}</p>${tried}
<p class="meta">${joined(
    cases.slice(0, LINKED).map(({ id }) => html`<a class="ref" href="${to(caseAddress(id))}">${id}</a>`),
    ' ',
  )}${cases.length > LINKED ? html` <span class="soft">and ${cases.length - LINKED} more</span>` : ''}</p></article>`
}

const MAX_URL = 300
const cutUrl = (url: string): string => (url.length > MAX_URL ? `${url.slice(0, MAX_URL)}…` : url)

/** Returns the anchor of a message. */
export const anchorOf = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
