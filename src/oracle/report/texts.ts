/** Makes the texts about causes that all report formats have in common. */

import { DATABASE_TITLES, DECISION_WORDS, wordsOf } from '../../reference/strapi/databases/atlas.ts'
import type { Decision } from '../../reference/strapi/databases/database.ts'
import type { DatabaseName } from '../../reference/strapi/databases/databases.ts'
import { textOfDeparture } from '../../reference/strapi/departure.ts'
import { isObject, type Json, member } from '../../util/json.ts'
import { firstDifference, partAround } from '../../util/text/cut.ts'
import { curl } from '../../util/url/curl.ts'
import { MISREAD } from '../attribution/misread/misreading.ts'
import { line, visible } from '../bodies/line.ts'
import type { Cause } from '../causes/cause.ts'
import type { Example } from '../causes/example.ts'
import { COLUMNS, type Counts, type MatrixColumn } from '../causes/matrix.ts'
import type { Switch } from '../causes/switches.ts'
import type { Difference } from '../compare/difference.ts'
import { sentenceOf } from '../exchange/rules.ts'
import { variableOf } from '../target/secrets/secrets.ts'
import type { Answer, WireRequest } from '../target/target.ts'
import { exitStatus, type Report } from './report.ts'
import { wordDiff } from './words.ts'

/** The maximum length, in characters, of a printed JSON value that is not a string. */
const MAX_VALUE = 160
/**
 * The maximum length of a printed string, in characters. `MAX_TEXT` is larger than `MAX_VALUE`, because a truncated
 * error message is of little use.
 */
const MAX_TEXT = 1_000
/** The maximum length of a printed JSON pointer, in characters. */
const MAX_PATH = 300

/** Returns the path of a mismatch in the form that the reports print. */
export const pathText = ({ difference: { path } }: Example): string =>
  path === '' ? 'the whole body' : line(path, MAX_PATH)

/**
 * Returns the JSON text of a value, truncated to `max` characters or to the default maximum; the word `nothing` for an
 * absent value.
 */
function valueText(json: Json | undefined, max = typeof json === 'string' ? MAX_TEXT : MAX_VALUE): string {
  return json === undefined ? 'nothing' : line(JSON.stringify(json), max)
}

/**
 * Returns the expected and the found value of a mismatch, one line each. A line about a wrong status also contains the
 * error message of the answer. The member `words` of the result marks the words in which long texts differ. The
 * parameter `max` is the maximum length of a value and of a message.
 */
export function sidesOf(
  { difference, expected, found }: Example,
  max?: number,
): {
  readonly expected: string
  readonly got: string
  readonly words: string | undefined
} {
  const { path } = difference
  const said = (answer: Answer | undefined): string => (path === 'status' ? errorText(answer?.body, max) : '')
  const [ours, theirs] = valueTexts(difference, max)
  return {
    expected: `${ours}${said(expected)}`,
    got: `${theirs}${said(found)}`,
    words: wordDiff(difference.expected, difference.found),
  }
}

/**
 * Returns the texts of the expected and the found value. If a maximum length is given, each text is the part around
 * the first difference.
 */
function valueTexts({ expected, found }: Difference, max: number | undefined): readonly [string, string] {
  if (max === undefined || expected === undefined || found === undefined)
    return [valueText(expected, max), valueText(found, max)]
  const [ours, theirs] = [JSON.stringify(expected), JSON.stringify(found)]
  const at = firstDifference(ours, theirs)
  return [visible(partAround(ours, at, max)), visible(partAround(theirs, at, max))]
}

/**
 * Returns one line for each further difference of an example's answer, in another header or in another member of an
 * error.
 */
export const otherLines = ({ difference: { others = [] } }: Example): readonly string[] =>
  others.map(
    (one) => `${line(one.path, MAX_PATH)}: expected ${valueText(one.expected)}, got ${valueText(one.found)}`,
  )

/**
 * Returns the name and the message of the error in a response body, such as ` ValidationError: Invalid key nope`. The
 * text is empty if the body has no error.
 */
function errorText(body: Json | undefined, max = MAX_TEXT): string {
  const error = isObject(body) ? member(body, 'error') : undefined
  const texts = isObject(error) ? [member(error, 'name'), member(error, 'message')] : []
  const said = texts.filter((text) => typeof text === 'string' && text !== '').join(': ')
  return said === '' ? '' : ` ${line(said, max)}`
}

/** Returns one line of text for each switch of a cause, such as `answers as the real 5.54 with count-ignored: …`. */
export const switchLines = (switches: readonly Switch[]): readonly string[] =>
  switches.map((one) => {
    if (one.kind === 'decision') return decisionLine(one.decision, one.database)
    const { departure, on } = one
    const { off: documented, on: real, since } = textOfDeparture(departure)
    if (since !== undefined)
      return on
        ? `answers as releases before ${since} with ${departure}: ${real} (since then: ${documented})`
        : `answers as releases from ${since} on, without ${departure}: ${documented} (before: ${real})`
    return on
      ? `answers as the real 5.54 with ${departure}: ${real} (documented: ${documented})`
      : `answers as documented, without ${departure}: ${documented} (the real 5.54: ${real})`
  })

/**
 * Returns the line about a decision in which databases differ, such as `answers as PostgreSQL does (nulls): last
 * ascending, first descending (documented: first ascending, …)`.
 */
function decisionLine(decision: Decision, name: DatabaseName): string {
  const { plain } = DECISION_WORDS[decision]
  const theirs = wordsOf(decision, name)
  if (theirs === undefined) return `answers as documented (${decision}): ${plain}`
  return `answers as ${DATABASE_TITLES[name]} does (${decision}): ${theirs} (documented: ${plain})`
}

/**
 * Returns the id and the sentence of the rule that a cause says the target breaks; undefined if the cause has no rule.
 */
export const ruleLine = ({ rule }: Cause): string | undefined =>
  rule === undefined ? undefined : `${rule}: ${sentenceOf(rule)}`

/** Returns the kind of misreading that explains a cause; undefined for any other cause. */
export function misreadingOf({ key, rule }: Cause): string | undefined {
  const start = `${rule}: ${MISREAD}`
  return key.startsWith(start) ? key.slice(start.length) : undefined
}

/**
 * Returns the requests of an example as curl commands. Most examples have only one request. Shell variables replace
 * tokens, cookies, the headers of every request, and values from earlier answers.
 */
export const curlLines = (
  { sent, requests = [sent] }: Pick<Example, 'sent' | 'requests'>,
  report: Pick<Report, 'target' | 'headers'>,
): readonly string[] => requests.map((request) => curlLine(request, report))

function curlLine(request: WireRequest, { target, headers }: Pick<Report, 'target' | 'headers'>): string {
  const base = /^https?:/.test(target) ? target : 'http://localhost:1337'
  const extra = Object.fromEntries(headers.map((name) => [name, `$${variableOf(name)}`]))
  const line = curl({ ...request, headers: { ...extra, ...request.headers }, url: `${base}${request.url}` })
  const filled = line
    .replace(ANSWERED_ID, (_all, step, pointer) => `'"$${variableFor(step, pointer)}"'`)
    .replace(ANSWERED, (_all, step, pointer) => `'"$${variableFor(step, pointer)}"'`)
  return visible(filled.replace(/"''$/, '"'))
}

/**
 * Matches a marker for a value from an earlier answer. The marker contains the number of the request, and a JSON
 * pointer into its answer.
 */
const ANSWERED = /«(\d+)(\/[^«»]*)»/g

/**
 * Matches the JSON string of a marker such as `"«1/data/id»"` for a row id, with its quotes, because the check sends a
 * row id as a number.
 */
const ANSWERED_ID = /"«(\d+)(\/[^«»]*(?<=\/)id)»"/g

const variableFor = (step: string, pointer: string): string => variableOf(`STEP${step}${pointer}`)

/** Returns the lines that explain the variables for values from earlier answers, one line per variable. */
export function answerLines({ requests = [] }: Example): readonly string[] {
  const text = requests.map(({ url, body = '' }) => `${url} ${body}`).join(' ')
  const lines = [...text.matchAll(/«(\d+)(\/[^«»]*)»/g)].map(
    ([, step = '', pointer = '']) =>
      `${variableFor(step, pointer)}=… the value at ${pointer} in the answer to request ${step}`,
  )
  return [...new Set(lines)]
}

/** Returns the lines that explain the variables for tokens in the printed requests, one line per variable. */
export function tokenLines({ tokens, causes }: Pick<Report, 'tokens' | 'causes'>): readonly string[] {
  const shown = causes.flatMap(({ example: { sent, requests = [sent] } }) =>
    requests.map(({ headers }) => headers['authorization'] ?? ''),
  )
  return tokens
    .filter(({ variable }) => shown.some((text) => text.split(/\s+/).includes(`$${variable}`)))
    .map(({ variable, role, sample, isOwn }) =>
      sample === null || isOwn
        ? `${variable}=… your token of the role ${role}`
        : `${variable}=${sample} the token of the role ${role} in the dataset`,
    )
}

/** Returns the command-line options that run the example of a cause again. */
export function againText({ origin, requests }: Example): string {
  const again = origin.part === 'suite' ? `--case '${origin.id}'` : `--replay '${origin.replay}'`
  return requests === undefined ? again : `--writes ${again}`
}

/**
 * Returns the command-line options that run the example of a cause again. If the example is a suite case, the name of
 * the case follows in parentheses.
 */
export const originText = (example: Example): string =>
  example.origin.part === 'suite' ? `${againText(example)} (${example.origin.name})` : againText(example)

/**
 * Returns the counts in a cell of the matrix as `12/13`, with the number of known failures if there are any. If all
 * requests of the cell were skipped, the text contains the number of unsent requests. The text is empty if all counts
 * are 0.
 */
export function countsText({ passed, failed, known, skipped }: Counts): string {
  const total = passed + failed + known
  if (total === 0) return skipped > 0 ? `${skipped} not sent` : ''
  return known > 0 ? `${passed}/${total} (${known} known)` : `${passed}/${total}`
}

/** Returns the columns of the matrix that have a number in at least one row. */
export const usedColumns = ({ matrix }: Pick<Report, 'matrix'>): readonly MatrixColumn[] =>
  COLUMNS.filter((column) => matrix.some(({ columns }) => countsText(columns[column]) !== ''))

/** Returns the verdict of a check in one line, such as `Conformant: 2010 answers compared, all equal.` */
export function verdictLine(report: Report): string {
  const { verdict, counts, causes, unexpectedPasses, laws, flaky, failOn } = report
  const compared = counts.passed + counts.failed + counts.known
  const known = counts.known > 0 ? `, ${counts.known} of them known to differ` : ''
  switch (verdict) {
    case 'conformant':
      return `Conformant: ${compared} answers compared${known === '' ? ', all equal' : known}.`
    case 'different': {
      const news = causes.filter(({ knownBecause }) => knownBecause === undefined).length
      const broken = laws.filter(({ outcome }) => outcome === 'failed').length
      const passes = unexpectedPasses.length
      const also = [
        ...(broken > 0 ? [`${broken} ${broken === 1 ? 'law' : 'laws'} broken`] : []),
        ...(flaky === undefined ? [] : [`${flaky.count} flaky`]),
        ...(passes > 0 ? [`${passes} known ${passes === 1 ? 'failure' : 'failures'} gone`] : []),
      ]
      const reasons = news === 0 ? [] : [`for ${news} ${news === 1 ? 'reason' : 'reasons'}`]
      const differing = `${counts.failed} of ${compared} answers${known}`
      const passed =
        exitStatus(report) === 0 ? ` Passed: no difference has the level ${failOn} or above.` : ''
      return `Different: ${[differing, ...reasons, ...also].join(', ')}.${passed}`
    }
    case 'broken':
      return 'Not checked: the run failed.'
  }
}

/** Returns the reasons why the check skipped laws, each with the ids of the laws that it skipped for this reason. */
export function skippedLaws({ laws }: Pick<Report, 'laws'>): readonly string[] {
  const reasons = new Map<string, string[]>()
  for (const { id, outcome, note = '' } of laws) {
    if (outcome === 'skipped') reasons.set(note, [...(reasons.get(note) ?? []), id])
  }
  return [...reasons].map(([reason, ids]) => `${ids.join(', ')}: ${reason}`)
}
