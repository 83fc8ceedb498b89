/** Renders the page of operators: a table with the answers to each operator on each type of attribute. */

import {
  IMPLICIT,
  isTestOperator,
  OF_DATABASES,
  OPERATORS,
  TEST_OPERATORS,
} from '../../../reference/operators/operators.ts'
import type { Takes } from '../../../reference/operators/record.ts'
import type { ScalarType } from '../../../reference/schema/schema.ts'
import { type Html, html } from '../../../util/html.ts'
import { datasetAddress, ruleAddress, type To } from '../address.ts'
import { type Ask, idsIn, type SiteRequest } from '../asking.ts'
import type { SitePage } from '../layout.ts'
import { messageIn } from '../parts.ts'

/**
 * The dataset of the requests in the table. Its content type `sampler` has one attribute for every scalar type, with
 * the name of the scalar type.
 */
const DATASET = 'guide'
const PATH = '/api/samplers'

/** Two operands for each scalar type: a value that an entry has, and a larger value. */
const OPERANDS: Readonly<Record<ScalarType, readonly [string, string]>> = {
  string: ['apple', 'éclair'],
  text: ['Sweet.', 'sweet.'],
  richtext: ['**Sweet**', '_APPLE_'],
  blocks: ['[]', '[{}]'],
  enumeration: ['hot', 'mild'],
  email: ['one@alderbrook.example', 'two@alderbrook.example'],
  uid: ['apple-1', 'apple-2'],
  password: ['hashed-1', 'hashed-2'],
  integer: ['0', '10'],
  biginteger: ['0', '9007199254740993'],
  float: ['0.1', '1.5'],
  decimal: ['10.25', '12.34'],
  boolean: ['false', 'true'],
  date: ['2024-02-29', '2024-03-01'],
  time: ['09:05:01.500', '12:30:00.000'],
  datetime: ['2024-02-29T12:00:00.000Z', '2025-06-30T23:59:59.999Z'],
  timestamp: ['1709208000000', '1751327999999'],
  json: ['42', '[1,2,3]'],
  array: ['[]', '[1,2,3]'],
}

const isType = (name: string): name is ScalarType => Object.hasOwn(OPERANDS, name)
const TYPES: readonly ScalarType[] = Object.keys(OPERANDS).filter(isType)
/** The operators that a filter accepts on an attribute. */
const NAMES: readonly string[] = [...TEST_OPERATORS, '$not', ...Object.keys(OF_DATABASES)]
/** The profiles whose answers the page compares with the documented profile. */
const OTHERS = [
  ['SQLite', 'strapi-5.54-sqlite'],
  ['PostgreSQL', 'strapi-5.54-postgres'],
  ['MariaDB', 'strapi-5.54-mariadb'],
] as const

export const operatorsPage = (ask: Ask): SitePage => ({
  address: 'operators/',
  title: 'Operators',
  about: 'The effect of each operator on each type of attribute',
  body: (to) => {
    const all = idsIn(ask(DATASET, 'documented', `${PATH}?pagination[pageSize]=100`).body)?.length ?? 0
    return html`<h1>Operators by type</h1>
<p class="lead">Each cell shows how many of ${all} entries the condition finds, or the error. The entries are the samplers of the <a href="${to(datasetAddress(DATASET))}">dataset ${DATASET}</a>; one of them has no values. A cell names each database with another answer. <span class="scripted">Choose a cell to try it.</span></p>
<div class="wide tall" tabindex="0" role="region" aria-label="Operators by type"><table class="operators"><caption class="hidden">How many entries each operator finds, by type of attribute</caption>
<thead><tr><td></td>${TYPES.map((type) => html`<th scope="col"><span>${type}</span></th>`)}</tr></thead>
<tbody>${NAMES.map((name) => html`<tr><th scope="row"><a href="${to(ruleAddress(`filters.op.${name}`))}"><code>${name}</code></a></th>${TYPES.map((type) => cellHtml(name, type, ask))}</tr>\n`)}</tbody></table></div>
<h2>Operands</h2>
<p>${codes('list', 'pair')} receive both values below, ${codes('flag')} receive <code>true</code>, <code>$not</code> contains an <code>${IMPLICIT.value}</code>, all others receive the first.</p>
<dl class="sides">${TYPES.map((type) => html`<dt><code>${type}</code></dt><dd><code>${OPERANDS[type][0]}</code>, <code>${OPERANDS[type][1]}</code></dd>`)}</dl>
${groupsHtml(to)}`
  },
})

const groupsHtml = (to: To): Html => html`<h2>Groups</h2>
<p><a href="${to(ruleAddress('filters.op.$and'))}"><code>$and</code></a> and <a href="${to(ruleAddress('filters.op.$or'))}"><code>$or</code></a> take lists of conditions, <a href="${to(ruleAddress('filters.op.$not'))}"><code>$not</code></a> one condition. The conditions may concern attributes of any type.</p>`

/**
 * Returns the operators whose operand is of one of the kinds in the parameter, formatted as code: `$a, $b and $c`.
 */
function codes(...kinds: readonly Takes[]): Html {
  const names = TEST_OPERATORS.filter((operator) => kinds.includes(OPERATORS[operator].takes))
  const separator = (at: number): string => (at === 0 ? '' : at === names.length - 1 ? ' and ' : ', ')
  return html`${names.map((name, at) => html`${separator(at)}<code>${name}</code>`)}`
}

function urlOf(operator: string, type: ScalarType): string {
  const [one = '', other = ''] = OPERANDS[type].map(encodeURIComponent)
  const condition = conditionOf(operator, `filters[${type}][${operator}]`, one, other)
  return `${PATH}?${condition}&fields=${type === 'password' ? 'string' : type}&sort=id&pagination[pageSize]=100`
}

function conditionOf(operator: string, at: string, one: string, other: string): string {
  if (!isTestOperator(operator))
    return operator === '$not' ? `${at}[${IMPLICIT.value}]=${one}` : `${at}=${one}`
  switch (OPERATORS[operator].takes) {
    case 'flag':
      return `${at}=true`
    case 'value':
    case 'text':
      return `${at}=${one}`
    case 'list':
    case 'pair':
      return `${at}[0]=${one}&${at}[1]=${other}`
  }
}

function cellHtml(operator: string, type: ScalarType, ask: Ask): Html {
  const url = urlOf(operator, type)
  const own = ask(DATASET, 'documented', url)
  const others = OTHERS.flatMap(([title, profile]) => {
    const answer = ask(DATASET, profile, url)
    return outcome(answer) === outcome(own) ? [] : [html`<small>${title} ${short(answer)}</small>`]
  })
  const message = messageIn(own.body)
  return html`<td class="s${String(own.status).slice(0, 1)}" data-try data-dataset="${DATASET}" data-url="${url}" data-profile="documented"><span${message === undefined ? '' : html` title="${message}"`}>${short(own)}</span>${others}</td>`
}

/** Returns the parts of an answer that the page compares: the status, and the ids of the entries. */
const outcome = ({ status, body }: SiteRequest): string => `${status} ${JSON.stringify(idsIn(body) ?? null)}`

const short = ({ status, body }: SiteRequest): string => {
  const ids = idsIn(body)
  return ids === undefined ? String(status) : String(ids.length)
}
