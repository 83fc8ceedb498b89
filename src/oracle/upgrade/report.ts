/** The report of an upgrade: as data, for the terminal, and as Markdown. */

import type { Json } from '../../util/json.ts'
import { printable } from '../../util/printable.ts'
import { curl } from '../../util/url/curl.ts'
import type { Traffic } from '../traffic/traffic.ts'
import { adviceOf } from './advice.ts'
import { bodyOf, textAt } from './answer-text.ts'
import { BREAKS, type Comparison, type Effect, type Group } from './compare.ts'
import { type SwitchTexts, textsOf } from './servers.ts'

/** The documented data format, from which the other formats are printed. */
export interface UpgradeReport {
  readonly from: string
  readonly to: string
  /** Sentences about both servers. */
  readonly warnings: readonly string[]
  readonly asked: number
  readonly alike: number
  readonly leftOut: Traffic['leftOut']
  readonly broken: number
  readonly groups: readonly GroupReport[]
}

export interface GroupReport {
  readonly effect: Effect
  readonly breaks: boolean
  /** The number of requests in the group. */
  readonly count: number
  /** null if only several changes together make the difference. */
  readonly because: SwitchTexts | null
  readonly request: string
  readonly curl: string
  /** The first place where the two answers differ: `status`, or a JSON pointer. */
  readonly path: string
  readonly before: { readonly status: number; readonly body: Json }
  readonly after: { readonly status: number; readonly body: Json }
  /** The values at that place. */
  readonly beforeText: string
  readonly afterText: string
  /** The advice; null without one. */
  readonly instead: string | null
  readonly urls: readonly string[]
}

export function upgradeReport(
  comparison: Comparison,
  { from, to, warnings, leftOut }: Pick<UpgradeReport, 'from' | 'to' | 'warnings' | 'leftOut'>,
): UpgradeReport {
  const groups = comparison.groups.map(groupReport)
  const { asked, alike, broken } = comparison
  return { from, to, warnings, asked, alike, broken, leftOut, groups }
}

function groupReport({ oneSwitch, effect, urls, count, smallest }: Group): GroupReport {
  const { request, before, after, path } = smallest
  return {
    effect,
    breaks: BREAKS.has(effect),
    count,
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
  data: 'answered otherwise',
  accepted: 'answered now',
  error: 'refused otherwise',
}

const plural = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`

/** `212 requests: 181 are answered alike, 31 otherwise; 12 of these break.` */
export function summaryLine({ asked, alike, broken }: UpgradeReport): string {
  if (asked === alike) return `${plural(asked, 'request')}: all are answered alike.`
  return `${plural(asked, 'request')}: ${alike} are answered alike, ${asked - alike} otherwise; ${broken} of these break.`
}

export function leftOutLine({ leftOut }: UpgradeReport): string {
  const parts = leftOut.map(({ why, count }) => `${count} (${why})`)
  return parts.length === 0 ? '' : `Left out: ${parts.join(', ')}.`
}

const LINE = 500

export function upgradeText(report: UpgradeReport): string {
  const head = [
    `From ${report.from} to ${report.to}`,
    ...report.warnings,
    summaryLine(report),
    leftOutLine(report),
  ]
  const groups = report.groups.map((group, at) => groupLines(group, at).join('\n'))
  return `${[head.filter((line) => line !== '').join('\n'), ...groups].join('\n\n')}\n`
}

const UNKNOWN = 'for several changes together, none of which does it alone'

/** `breaks, 9 requests, refused now` */
export const headOf = ({ breaks, count, effect }: GroupReport): string =>
  [...(breaks ? ['breaks'] : []), plural(count, 'request'), EFFECT_WORDS[effect]].join(', ')

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

export function upgradeMarkdown(report: UpgradeReport): string {
  const rows = report.groups.map(({ breaks, count, effect, because }, at) => {
    const reason = because === null ? UNKNOWN : `${code(because.name)} (${because.when})`
    return `| ${at + 1} | ${breaks ? '**breaks**' : 'no'} | ${count} | ${EFFECT_WORDS[effect]} | ${reason} |`
  })
  const head = '| | breaks | requests | what | why |\n|---|---|---|---|---|\n'
  const parts = [
    `## From ${code(report.from)} to ${code(report.to)}`,
    summaryLine(report),
    ...report.warnings,
    leftOutLine(report),
    rows.length === 0 ? '' : `${head}${rows.join('\n')}`,
    ...report.groups.map(detail),
  ]
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}

function detail(group: GroupReport, at: number): string {
  const { because, request, beforeText, afterText, instead } = group
  const lines = [
    ...(because === null ? [] : [`- ${because.says} Before: ${because.before}. After: ${because.after}.`]),
    `- At ${code(placeOf(group))}: ${code(beforeText)} → ${code(afterText)}`,
    ...(instead === null ? [] : [`- Instead: ${instead}`]),
  ]
  return `### ${at + 1}. ${code(request)}\n\n${lines.join('\n')}`
}

/** Untrusted text as Markdown code on one line. */
function code(text: string): string {
  const line = printable(text, LINE).replaceAll('|', '\\|')
  const longest = Math.max(0, ...line.split(/[^`]+/).map((ticks) => ticks.length))
  const fence = '`'.repeat(longest + 1)
  const space = line.startsWith('`') || line.endsWith('`') ? ' ' : ''
  return `${fence}${space}${line}${space}${fence}`
}
