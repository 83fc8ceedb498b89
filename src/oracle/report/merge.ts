/** Merges the JSON reports of the shards of a run into one report. */
import { readRegular } from '../../sources/regular-file.ts'
import { parseJson } from '../../util/json.ts'
import { type Cause, inFixOrder } from '../causes/cause.ts'
import { subjectOf } from '../causes/known-failures.ts'
import { mergedMatrix, totalOf } from '../causes/matrix.ts'
import type { Report, Verdict } from './report.ts'
import { GENERATED_NOT_SENT, HEAVY_NOT_SENT } from './words.ts'

/** The error for a file that is not a report, and for reports that cannot be merged. */
export class MergeError extends Error {
  override readonly name = 'MergeError'
}

/**
 * Merges the reports in JSON files.
 * @throws MergeError if a file is not a JSON report, or if the reports come from different checks.
 */
export function mergeReports(files: readonly string[]): Report {
  const [first, ...others] = files.map((file) => ({ file, report: readReport(file) }))
  if (first === undefined) throw new MergeError('--merge: expected the files of JSON reports')
  for (const { file, report } of others) {
    for (const name of SHARED)
      if (report[name] !== first.report[name])
        throw new MergeError(
          `${file}: /${name} is ${JSON.stringify(report[name])}, and ${JSON.stringify(first.report[name])} in ${first.file}; merge the shards of one check`,
        )
  }
  requireWhole([first, ...others])
  const sum = judged(others.reduce((some, { report }) => merged(some, report), first.report))
  return first.report.shard === undefined || sum.causes.length < 2
    ? sum
    : { ...sum, notices: [...sum.notices, CAUSES_OF_SHARDS] }
}

/** Makes the report of a whole run of the merged shards. A known rule that no shard broke has passed. */
function judged(sum: Report): Report {
  const absent = sum.unjudgedKnown.flatMap((known) => ('rule' in known ? [known.rule] : []))
  const whole: Report = { ...sum, shard: undefined, unjudgedKnown: [] }
  if (sum.shard === undefined || absent.length === 0) return whole
  const unexpectedPasses = [...sum.unexpectedPasses, ...absent]
  return { ...whole, unexpectedPasses, verdict: worst(sum.verdict, 'different') }
}

const CAUSES_OF_SHARDS =
  'Each shard finds the causes of its own requests. A run without shards may therefore find fewer causes for the same differences.'

interface ShardReport {
  readonly file: string
  readonly report: Report
}

/**
 * Requires every shard of the check exactly once. Otherwise, the merged verdict would hide the differences of the
 * missing shards. A report of a run without shards can be merged alone.
 */
function requireWhole(given: readonly ShardReport[]): void {
  const [first] = given
  const of = first?.report.shard?.of
  const seen = new Map<number, string>()
  for (const { file, report } of given) {
    if (report.shard?.of !== of)
      throw new MergeError(`${file}: ${shardText(report)}, and ${first?.file} ${shardText(first?.report)}`)
    if (report.shard === undefined) continue
    const other = seen.get(report.shard.number)
    if (other !== undefined)
      throw new MergeError(`${file}: ${shardText(report)}, as ${other}; merge each shard once`)
    seen.set(report.shard.number, file)
  }
  for (let number = 1; number <= (of ?? 0); number++)
    if (!seen.has(number))
      throw new MergeError(
        `--merge: the report of shard ${number}/${of} is missing; merge the reports of all shards`,
      )
}

const shardText = (report: Report | undefined): string =>
  report?.shard === undefined
    ? 'is of a whole check'
    : `is of shard ${report.shard.number}/${report.shard.of}`

/** The members of a report that must be equal in all shards of one check. */
const SHARED = ['version', 'profile', 'dataset', 'seed', 'failOn'] as const

function readReport(file: string): Report {
  const json: unknown = parseJson(readRegular(file).toString('utf8'))
  if (!isReport(json)) throw new MergeError(`${file}: expected a report of \`populace check --report json\``)
  return json
}

/** The members of a report that are lists and that merging reads. */
const LISTS = [
  'cases',
  'matrix',
  'laws',
  'unexpectedPasses',
  'unjudgedKnown',
  'passedReplays',
  'notices',
] as const

/** Returns whether a JSON value looks like a report. Checks only the members that merging reads. */
function isReport(json: unknown): json is Report {
  if (typeof json !== 'object' || json === null || !('causes' in json) || !('version' in json)) return false
  const members: ReadonlyMap<string, unknown> = new Map(Object.entries(json))
  const { version, causes } = json
  return (
    version === 1 &&
    LISTS.every((name) => Array.isArray(members.get(name))) &&
    Array.isArray(causes) &&
    causes.every((one: unknown) => typeof one === 'object' && one !== null && 'key' in one && 'cases' in one)
  )
}

function merged(one: Report, other: Report): Report {
  const matrix = mergedMatrix(one.matrix, other.matrix)
  return {
    ...one,
    verdict: worst(one.verdict, other.verdict),
    sent: one.sent + other.sent,
    counts: totalOf(matrix),
    matrix,
    causes: mergedCauses(one.causes, other.causes),
    cases: [...one.cases, ...other.cases],
    laws: [...one.laws, ...other.laws],
    unexpectedPasses: [...one.unexpectedPasses, ...other.unexpectedPasses],
    unjudgedKnown: one.unjudgedKnown.filter((known) =>
      other.unjudgedKnown.some((also) => subjectOf(also) === subjectOf(known)),
    ),
    passedReplays: [...one.passedReplays, ...other.passedReplays],
    notices: mergedNotices(one.notices, other.notices),
    milliseconds: Math.max(one.milliseconds, other.milliseconds),
    ...(one.flaky === undefined && other.flaky !== undefined ? { flaky: other.flaky } : {}),
  }
}

/**
 * Merges the notices of two reports without duplicates. Adds up the numbers in notices about requests that were not
 * sent.
 */
function mergedNotices(some: readonly string[], others: readonly string[]): readonly string[] {
  const counts = new Map<string, number>()
  for (const notice of [...some, ...others]) {
    const [start, count, end] = numbered(notice)
    const key = `${start}\0${end}`
    counts.set(key, (counts.get(key) ?? 0) + count)
  }
  return [...counts].map(([key, count]) => key.replace('\0', count === 0 ? '' : String(count)))
}

/**
 * Splits a notice about unsent requests into its text and the number of these requests. Another notice gets the number
 * 0.
 */
function numbered(notice: string): readonly [start: string, count: number, end: string] {
  const start = [HEAVY_NOT_SENT, GENERATED_NOT_SENT].find((words) => notice.startsWith(words)) ?? ''
  const count = Number.parseInt(notice.slice(start.length), 10)
  if (start === '' || Number.isNaN(count)) return [notice, 0, '']
  return [start, count, notice.slice(start.length + String(count).length)]
}

const VERDICTS: readonly Verdict[] = ['conformant', 'different', 'broken']
const worst = (one: Verdict, other: Verdict): Verdict =>
  VERDICTS.indexOf(one) > VERDICTS.indexOf(other) ? one : other

function mergedCauses(some: readonly Cause[], others: readonly Cause[]): readonly Cause[] {
  const byKey = new Map(some.map((cause) => [cause.key, cause]))
  for (const cause of others) {
    const known = byKey.get(cause.key)
    byKey.set(cause.key, known === undefined ? cause : together(known, cause))
  }
  return inFixOrder([...byKey.values()])
}

function together(one: Cause, other: Cause): Cause {
  const generated: Record<string, number> = { ...one.generated }
  for (const [feature, count] of Object.entries(other.generated))
    generated[feature] = (generated[feature] ?? 0) + count
  const isLower = LEVELS.indexOf(one.level) > LEVELS.indexOf(other.level)
  const isShorter = other.example.request.url.length < one.example.request.url.length
  return {
    ...one,
    level: isLower ? other.level : one.level,
    count: one.count + other.count,
    generated,
    indices: [...one.indices, ...other.indices],
    cases: [...one.cases, ...other.cases],
    example: isShorter ? other.example : one.example,
  }
}

const LEVELS: readonly string[] = ['MUST', 'SHOULD', 'MAY']
