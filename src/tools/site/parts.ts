/** Renders the parts that several pages of the site contain: cases, evidence, code and values. */

import type { Check, Expected, SuiteCase } from '../../oracle/suite/case.ts'
import type { RecordedLine } from '../../oracle/suite/recordings.ts'
import { type Html, html, joined, type Part, sentence } from '../../util/html.ts'
import type { Json } from '../../util/json.ts'
import {
  caseAddress,
  caseGroup,
  datasetAddress,
  groupData,
  recordingAddress,
  ruleAddress,
  type To,
} from './address.ts'
import type { CodePlace } from './model/code.ts'
import type { SiteModel } from './model/model.ts'

/** Returns the ids of rules as links, with blanks between them. */
export const ruleLinks = (ids: readonly string[], to: To): readonly Part[] =>
  joined(
    ids.map((id) => html`<a href="${to(ruleAddress(id))}"><code>${id}</code></a>`),
    ' ',
  )

/**
 * Returns a link to a piece of evidence, such as a case. If the site does not contain the evidence, the function
 * returns only the id, without a link.
 */
export function evidenceLink(id: string, { addressOf }: SiteModel, to: To): Html {
  const address = addressOf(id)
  return address === undefined
    ? html`<code>${id}</code>`
    : html`<a class="ref" href="${to(address)}">${id}</a>`
}

/** Returns JSON as preformatted text, whose long lines scroll. */
export const jsonBlock = (json: Json, label: string): Html =>
  html`<pre class="json" tabindex="0" aria-label="${label}">${jsonText(json)}</pre>`

/** Shows JSON as text: a short value on one line, and a longer value on several lines. */
export function jsonText(json: Json): string {
  const short = JSON.stringify(json)
  return short.length <= 76 ? short : JSON.stringify(json, undefined, 2)
}

/** Returns a URL in which brackets and the characters `$`, `,`, `:` and `*` are decoded. */
export const readableUrl = (url: string): string =>
  url.replaceAll(/%(?:5B|5D|24|2C|3A|2A)/gi, (code) => decodeURIComponent(code))

export const requestLine = (method: string, url: string): Html => {
  const [path = '', ...query] = url.split('?')
  const pieces = query.join('?').split('&')
  const shown = pieces.flatMap((piece, at): readonly Part[] => [
    html`<wbr><span class="punct">${at === 0 ? '?' : '&'}</span>`,
    piece,
  ])
  return html`<code class="request"><b>${method}</b> ${path}${query.length === 0 ? '' : shown}</code>`
}

/**
 * Returns a case with its request, its expected answer and its rules. The script of the page makes the case runnable.
 * The anchor of a case is its id.
 */
export function caseArticle(one: SuiteCase, model: SiteModel, to: To, level: 2 | 3 = 2): Html {
  const { id, name, dataset, profile, recording, request, rules, expect } = one
  const { method, url, headers, token } = request
  const heading = html`<span class="title">${sentence(name)}</span>`
  const group = caseGroup(id)
  return html`<article class="case" id="${id}" data-case="${id}" data-cases="${to(groupData(group))}">
${level === 2 ? html`<h2>${heading}</h2>` : html`<h3>${heading}</h3>`}
<p class="meta"><a class="id" href="${to(caseAddress(id))}"><code>${id}</code></a> ${levelTag(one)} ${
    profile === undefined ? '' : html`<span class="tag quirk">profile ${profile}</span> `
  }<a class="tag" href="${to(datasetAddress(dataset))}">dataset ${dataset}</a></p>
${requestLine(method, readableUrl(shortened(url)))}
${headerLines(headers, token)}
<details><summary>Expected: ${expectedTitle(expect)}</summary>${expectations(expect)}</details>
<p class="meta rules">${rules.length === 0 ? 'no rule' : ruleLinks(rules, to)}${
    recording === undefined
      ? ''
      : html` · as recorded in ${model.recordings.has(recording) ? html`<a class="ref" href="${to(recordingAddress(recording))}">${recording}</a>` : recording}`
  }</p>
</article>`
}

const LONGEST_URL = 900
const shortened = (url: string): string =>
  url.length > LONGEST_URL ? `${url.slice(0, LONGEST_URL)}… (${url.length} characters)` : url

const LEVELS = {
  MUST: 'the guide states the expected answer',
  SHOULD: 'observed',
  MAY: 'left open',
} as const

export const levelTag = ({ level }: SuiteCase): Html =>
  html`<span class="tag ${level.toLowerCase()}" title="${LEVELS[level]}">${level}</span>`

function headerLines(headers: Readonly<Record<string, string>>, token: string | undefined): Part {
  const lines = [
    ...(token === undefined ? [] : [`authorization: Bearer ${token}`]),
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ]
  return lines.length === 0
    ? undefined
    : html`<p class="headers">${lines.map((line) => html`<code>${line}</code> `)}</p>`
}

const alternatives = (expect: SuiteCase['expect']): readonly Expected[] =>
  'anyOf' in expect ? expect.anyOf : [expect]

function expectedTitle(expect: SuiteCase['expect']): Part {
  return joined(
    alternatives(expect).map(({ status, checks }) => {
      const error = checks.find((check) => 'equals' in check && check.at === '')
      const message = error !== undefined && 'equals' in error ? messageIn(error.equals) : undefined
      return html`<b class="status s${String(status).slice(0, 1)}">${status}</b>${message === undefined ? '' : ` ${message}`}`
    }),
    ' or ',
  )
}

/** Returns the message of an error body; undefined for any other body. */
export function messageIn(body: Json): string | undefined {
  if (typeof body !== 'object' || body === null || !('error' in body)) return undefined
  const { error } = body
  if (typeof error !== 'object' || error === null || !('message' in error)) return undefined
  return typeof error.message === 'string' ? error.message : undefined
}

const expectations = (expect: SuiteCase['expect']): readonly Html[] =>
  alternatives(expect).map(({ status, headers = {}, checks }) => {
    const lines = [
      html`<dt>status</dt><dd><code>${status}</code></dd>`,
      ...Object.entries(headers).map(([name, value]) => html`<dt>${name}</dt><dd><code>${value}</code></dd>`),
      ...checks.map((check) => html`<dt>${placeText(check.at)}</dt><dd>${checkHtml(check)}</dd>`),
    ]
    return html`<dl class="checks">${lines}</dl>`
  })

const placeText = (at: string): Part => (at === '' ? 'body' : html`<code>${at}</code>`)

function checkHtml(check: Check): Html {
  if ('equals' in check)
    return jsonBlock(check.equals, `the value at ${check.at === '' ? 'the root' : check.at}`)
  if ('keys' in check)
    return html`has exactly ${joined(
      check.keys.map((key) => html`<code>${key}</code>`),
      ', ',
    )}`
  return html`is absent`
}

/** The profile under which a page replays a recording, and the profile whose answer is compared with it. */
interface Tried {
  readonly profile: string
  readonly compareWith?: string
}

const RECORDED: Tried = { profile: 'strapi-5.54-sqlite' }

/** Returns the request and the answer of a recording of a real server. */
export const recordingArticle = (recorded: RecordedLine, level: 2 | 3, tried: Tried = RECORDED): Html => {
  const { id, method = 'GET', path, auth, headers = {}, status, body } = recorded
  const heading = html`<code>${id}</code>`
  return html`<article class="recording" id="${id}">
${level === 2 ? html`<h2>${heading}</h2>` : html`<h3>${heading}</h3>`}
<div data-try data-dataset="strapi-5.54" data-method="${method}" data-url="${path}" data-token="${auth === 'none' ? '' : auth}" data-headers="${JSON.stringify(headers)}" data-profile="${tried.profile}" data-beside="${tried.compareWith ?? ''}">${requestLine(method, readableUrl(shortened(path)))}</div>
${headerLines(headers, auth === 'none' ? undefined : auth)}
<details><summary>Answered: <b class="status s${String(status).slice(0, 1)}">${status}</b> ${messageIn(body) ?? ''}</summary>${jsonBlock(body, `the answer of ${id}`)}</details>
</article>`
}

/** Shows code with line numbers, and a mark on the relevant line. */
export function codeBlock({ path, line, from, text }: CodePlace): Html {
  const lines = text.split('\n').map((content, at) => {
    const number = from + at
    return html`<span class="line${number === line ? ' hit' : ''}" data-n="${number}">${content}
</span>`
  })
  return html`<figure class="code"><figcaption><code>${path}:${line}</code></figcaption><pre tabindex="0" aria-label="${path}, from line ${from}"><code>${lines}</code></pre></figure>`
}
