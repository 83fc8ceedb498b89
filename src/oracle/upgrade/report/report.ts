/** Makes the report of an upgrade as data, and writes the text of the report for the terminal. */

import type { Json } from '../../../util/json.ts'
import { printable } from '../../../util/printable.ts'
import { curl } from '../../../util/url/curl.ts'
import type { LeftOut } from '../../traffic/traffic.ts'
import { bodyOf, textAt } from '../answer-text.ts'
import type { Comparison, Group } from '../compare.ts'
import { BREAKS, type Effect } from '../effect.ts'
import type { Elsewhere } from '../elsewhere.ts'
import type { LiveReport } from '../live.ts'
import { type SwitchTexts, textsOf } from '../servers.ts'
import type { Failing, Statuses } from '../tally.ts'
import { judged, type UpgradeVerdict } from '../verdict.ts'
import { adviceOf } from './advice.ts'
import { elsewhereLines, liveLines } from './live-text.ts'

/** The report of an upgrade as data, in the documented JSON format. All other formats are written from this data. */
export interface UpgradeReport {
  readonly from: string
  readonly to: string
  /** The warnings about the two compared servers, one sentence each. */
  readonly warnings: readonly string[]
  readonly verdict: UpgradeVerdict
  /** The advice to the user to make the requests comparable; null if the requests were compared. */
  readonly fix: string | null
  /** The number of distinct requests that were compared. */
  readonly asked: number
  /** The number of times that clients sent the compared requests, added up over all requests. */
  readonly hits: number
  readonly alike: number
  readonly leftOut: readonly LeftOut[]
  readonly broken: number
  readonly brokenHits: number
  /** The number of requests by the status of their answer, for the older and the newer server. */
  readonly statuses: { readonly before: StatusCounts; readonly after: StatusCounts }
  /** The requests that fail on both the older and the newer server, grouped by failure. */
  readonly failing: readonly Failing[]
  readonly groups: readonly GroupReport[]
  /** The other databases on which the newer release gives different answers. */
  readonly databases: readonly Elsewhere[]
  /** The comparison with real servers; null if no real server was compared. */
  readonly live: LiveReport | null
}

/** The number of requests for each HTTP status of an answer, such as `{"200": 25, "401": 3}`. */
export type StatusCounts = Readonly<Record<string, number>>

export interface GroupReport {
  readonly effect: Effect
  readonly breaks: boolean
  /** The number of distinct requests in the group. */
  readonly count: number
  /** The number of times that the requests of the group were sent. */
  readonly hits: number
  /** The percentage of all sent requests that belong to the group; null if each request was sent once. */
  readonly percent: number | null
  /** The change that causes the different answers in the group; null if only several changes together cause them. */
  readonly because: SwitchTexts | null
  readonly request: string
  readonly curl: string
  /** The first path at which the two answers differ: `status`, or a JSON pointer. */
  readonly path: string
  readonly before: { readonly status: number; readonly body: Json }
  readonly after: { readonly status: number; readonly body: Json }
  /** The value at `path` in the answer of the older server, as text. */
  readonly beforeText: string
  readonly afterText: string
  /** The advice how to write the request instead; null if there is no advice. */
  readonly instead: string | null
  readonly urls: readonly string[]
}

export function upgradeReport(
  comparison: Comparison,
  {
    databases = [],
    live = null,
    ...given
  }: Pick<UpgradeReport, 'from' | 'to' | 'warnings' | 'leftOut'> &
    Partial<Pick<UpgradeReport, 'databases' | 'live'>>,
): UpgradeReport {
  const { asked, hits, alike, broken, brokenHits, statuses, failing } = comparison
  return {
    ...{ ...given, ...judged(comparison, live), asked, hits, alike, broken, brokenHits },
    statuses: { before: countsOf(statuses.before), after: countsOf(statuses.after) },
    failing,
    groups: comparison.groups.map((group) => groupReport(group, asked === hits ? null : hits)),
    databases,
    live,
  }
}

const countsOf = (statuses: Statuses): StatusCounts =>
  Object.fromEntries([...statuses].map(([status, count]) => [String(status), count]))

function groupReport(
  { oneSwitch, effect, urls, count, hits, smallest }: Group,
  all: number | null,
): GroupReport {
  const { request, before, after, path } = smallest
  return {
    effect,
    breaks: BREAKS.has(effect),
    count,
    hits,
    percent: all === null ? null : (hits / all) * 100,
    because: oneSwitch === null ? null : textsOf(oneSwitch),
    request: request.url,
    curl: curl({ method: 'GET', url: `http://localhost:1337${request.url}`, headers: {} }),
    path,
    before: { status: before.status, body: bodyOf(before) },
    after: { status: after.status, body: bodyOf(after) },
    beforeText: textAt(before, path),
    afterText: textAt(after, path),
    instead: oneSwitch === null ? null : adviceOf(oneSwitch),
    urls,
  }
}

export const EFFECT_WORDS: { readonly [effect in Effect]: string } = {
  refused: 'refused now',
  data: 'another answer',
  accepted: 'answered now',
  error: 'another error',
}

const plural = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`

/**
 * Returns the first line of the upgrade report. It shows whether the requests could be compared, and the number of
 * changed answers.
 */
export function summaryLine(report: UpgradeReport): string {
  const { verdict, fix, asked, alike, broken, brokenHits, hits } = report
  const requests = plural(asked, 'request')
  if (verdict === 'not compared' && asked === 0)
    return `Not compared: no request reaches the content API. ${fix ?? ''}`.trimEnd()
  if (verdict === 'not compared') {
    const failed = report.failing.reduce((sum, { count }) => sum + count, 0)
    const why = report.failing[0]
    const most = why === undefined ? '' : `, most with ${statusText(why)}`
    const breaking = broken === 0 ? '' : `; ${broken} of the others break`
    return `Not compared: ${failed} of ${requests} fail on both sides${most}${breaking}. ${fix ?? ''}`.trimEnd()
  }
  if (asked === alike) return `${requests}: all get the same answer.`
  const traffic =
    hits === asked || broken === 0 ? '' : ` (${percentText((brokenHits / hits) * 100)} of the traffic)`
  return `${requests}: ${alike} get the same answer, ${asked - alike} another one; ${broken} of these break${traffic}.`
}

/**
 * Returns the line of the upgrade report about HTTP statuses; empty if no request was compared. For example, the line
 * is `Statuses: 25 × 200, 3 × 404 before; 28 × 200 after.`
 */
export function statusLine({ statuses: { before, after } }: UpgradeReport): string {
  const textOf = (counts: StatusCounts): string =>
    Object.entries(counts)
      .map(([status, count]) => `${count} × ${status}`)
      .join(', ')
  const [first, second] = [textOf(before), textOf(after)]
  if (first === '') return ''
  return first === second
    ? `Statuses on both sides: ${first}.`
    : `Statuses: ${first} before; ${second} after.`
}

const SHOWN_FAILURES = 10
const SHOWN_URLS = 3

/**
 * Returns the lines of the upgrade report about requests that fail on both servers, such as `Fails already: 3
 * requests, 400 Invalid key nope: /api/a?sort=nope`.
 */
export function failingLines({ failing }: UpgradeReport): readonly string[] {
  const shown = failing.slice(0, SHOWN_FAILURES).map((one) => {
    const { count, urls } = one
    const more = count > SHOWN_URLS ? ', …' : ''
    const list = urls.slice(0, SHOWN_URLS).map((url) => printable(url, LINE))
    return `Fails already: ${plural(count, 'request')}, ${statusText(one)}: ${list.join(', ')}${more}`
  })
  const rest = failing.length - shown.length
  return rest > 0 ? [...shown, `and ${rest} more kinds of failures`] : shown
}

const statusText = ({ status, message }: Failing): string => printable(`${status} ${message}`.trimEnd(), LINE)

/** Returns the lines of the upgrade report about skipped requests, with one line of examples for each reason. */
export function leftOutLines({ leftOut }: UpgradeReport): readonly string[] {
  return leftOut.map(({ why, count, examples }) => {
    const list = examples.map((one) => printable(one, LINE)).join(', ')
    return `Left out: ${count} (${printable(why, LINE)})${list === '' ? '' : `: ${list}${count > examples.length ? ', …' : ''}`}`
  })
}

/** Returns a percentage as text, with at most one decimal. */
export const percentText = (percent: number): string =>
  percent > 0 && percent < 0.1 ? 'under 0.1 %' : `${Math.round(percent * 10) / 10} %`

const LINE = 500

/** Returns the lines of the upgrade report about real servers and other databases. */
export const moreLines = ({ live, databases, asked }: UpgradeReport): readonly string[] => [
  ...liveLines(live),
  ...elsewhereLines(databases, asked),
]

export function upgradeText(report: UpgradeReport): string {
  const head = [
    `From ${report.from} to ${report.to}`,
    summaryLine(report),
    ...report.warnings,
    statusLine(report),
    ...failingLines(report),
    ...leftOutLines(report),
    ...moreLines(report),
  ]
  const groups = report.groups.map((group, at) => groupLines(group, at).join('\n'))
  return `${[head.filter((line) => line !== '').join('\n'), ...groups].join('\n\n')}\n`
}

export const UNKNOWN = 'several changes together cause this; no single change does'

/**
 * Returns the heading of a group of changed requests, such as `breaks, 9 requests, 12 % of the traffic, refused now`.
 */
export const headOf = ({ breaks, count, effect, percent }: GroupReport): string =>
  [
    ...(breaks ? ['breaks'] : []),
    plural(count, 'request'),
    ...(percent === null ? [] : [`${percentText(percent)} of the traffic`]),
    EFFECT_WORDS[effect],
  ].join(', ')

export const placeOf = ({ path }: GroupReport): string => (path === '' ? 'the body' : path)

function groupLines(group: GroupReport, at: number): readonly string[] {
  const { because, request, beforeText, afterText, instead } = group
  const reason = because === null ? UNKNOWN : `${because.name} (${because.when}): ${because.says}`
  return [
    `${at + 1}. ${headOf(group)}`,
    `   ${reason}`,
    `   request   ${printable(request, LINE)}`,
    `   at        ${printable(placeOf(group), LINE)}`,
    `   before    ${printable(beforeText, LINE)}`,
    `   after     ${printable(afterText, LINE)}`,
    ...(instead === null ? [] : [`   instead   ${instead}`]),
  ]
}
