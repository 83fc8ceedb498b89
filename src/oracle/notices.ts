/** Makes the notices about a run of the check, which the top of the report shows. */
import { RULES } from '../reference/rules.ts'
import { quoted } from './bodies/line.ts'
import type { Results } from './causes/results.ts'
import { idSpace } from './compare/meaning.ts'
import { keepsOrder } from './compare/renaming.ts'
import { STRESS } from './exchange/load.ts'
import type { Session } from './exchange/session.ts'
import { isNamed } from './parts/choice.ts'
import type { Run } from './parts/run.ts'
import { skippedNotice, stressing } from './parts/stress.ts'
import type { Report } from './report/report.ts'
import { GENERATED_NOT_SENT } from './report/words.ts'
import { seconds } from './target/limits/rate-limit.ts'
import { requestText } from './target/recovery/culprit.ts'

/** Returns whether the check sent requests and received no answer to any of them. */
export const isSilent = ({ session: { target } }: Run): boolean => target.sent() > 0 && target.answers() === 0

/** Returns whether the check compared no answer and tested no law, in a run that is not a replay. */
export const isIdle = ({ settings, coverage }: Run, { laws }: Results): boolean =>
  settings.choice.replays === undefined &&
  coverage.compared() === 0 &&
  laws.every(({ outcome }) => outcome === 'skipped')

/**
 * Returns the reason why the check compared no answer, as the end of a sentence; empty if the options do not explain
 * it.
 */
function idleReason({ settings: { allCases, cases, runs, profile } }: Run): string {
  if (runs > 0) return ''
  if (allCases.length === 0)
    return ': the suite has cases only for its own datasets, and the options exclude generated requests'
  if (cases.length > 0) return ''
  const profiles = new Set(allCases.map((one) => one.profile ?? 'documented'))
  return profiles.has(profile)
    ? ': the options exclude every case and the generated requests'
    : `: the cases are for the profile ${[...profiles].join(', ')}, and the check compares with ${profile}; pass --profile`
}

/** Returns whether a run may send suite cases and generated requests, but the suite has no case for the dataset. */
const lacksCases = ({ settings: { allCases, hasSuite, runs } }: Run): boolean =>
  hasSuite && allCases.length === 0 && runs > 0

/** Returns the number of flaky requests in a run, with the first of them; undefined if no request was flaky. */
export function flakyOf({ session }: Run): Report['flaky'] {
  const { count, example } = session.flaky.all()
  if (example === undefined) return undefined
  return { count, sent: session.masks.mask(example.sent), got: example.got }
}

export function noticesOf(run: Run, results: Results): readonly string[] {
  const { problem, skipped } = results
  const { session, settings } = run
  const { target } = session
  const notices: string[] = []
  const end = target.givenUp()
  if (target.isStopped())
    notices.push(`The run ended early: ${reached(run, results)}. The rest was not sent.`, ...unreached(run))
  else if (isSilent(run))
    notices.push(`The target answered no request at all${end === undefined ? '' : `: it ${end}`}.`)
  else if (end !== undefined) notices.push(`The target ${end}. The rest was not sent.`, ...unlimited(run))
  else if (isIdle(run, results)) notices.push(`Nothing was compared${idleReason(run)}.`)
  else if (lacksCases(run) && results.laws.length === 0)
    notices.push('The suite has no case for this dataset, so every request was generated.')
  if (results.laws.length > 0 && settings.graph.access.tokens.size === 0)
    notices.push('The check knows no token, so the laws tested only the public role.')
  if (comparesFew(run, results)) notices.push(FEW)
  notices.push(...flakyNotice(run), ...changedNotice(run), ...culpritNotices(run), ...limitNotice(run))
  for (const uid of fallingTypes(session))
    notices.push(
      `The ids of ${uid} do not increase in the order of the dataset, so entries with equal sort keys may come in another order.`,
    )
  notices.push(...writeNotices(results))
  if (problem !== undefined) notices.push(`A generated dataset could not be loaded: ${quoted(problem)}`)
  const stress = settings.stress ? 0 : stressing(results, run)
  if (stress > 0) notices.push(skippedNotice(stress))
  if (end !== undefined) return notices
  for (const [why, count] of skipped)
    if (why !== STRESS) notices.push(`${GENERATED_NOT_SENT}${count} (${why}).`)
  return notices
}

/**
 * Returns whether the run sent only requests that options name, found a difference, and has no last run whose causes
 * it could keep.
 */
const comparesFew = ({ settings: { choice, last } }: Run, { cases, generated }: Results): boolean =>
  isNamed(choice) &&
  last === undefined &&
  (cases.some(({ kind }) => kind === 'failed') ||
    [...generated.values()].some(({ different }) => different > 0))

const FEW =
  'The run compared only the named requests. A run of named requests may name another cause than a run of the whole check, which compares more requests.'

/** Returns the text about how many suite cases and generated requests the run has compared. */
function reached({ settings: { cases, runs } }: Run, results: Results): string {
  const ids = new Set(cases.map(({ id }) => id))
  const compared = results.cases.filter(({ kind, suiteCase }) => kind !== 'skipped' && ids.has(suiteCase.id))
  const made = [...results.generated.values()].reduce(
    (sum, { equal, different }) => sum + equal + different,
    0,
  )
  return `${compared.length} of ${cases.length} cases and ${made} of ${runs} generated requests were compared`
}

/** The maximum number of rules that one notice lists. */
const MOST_RULES = 10

/**
 * Returns the notice about the rules that no compared request follows. A run without suite cases has no such notice.
 */
function unreached({ settings, coverage, isHurried }: Run): readonly string[] {
  const followed = coverage.followed()
  const left = Object.keys(RULES).filter((rule) => !followed.has(rule))
  if (settings.cases.length === 0 || left.length === 0) return []
  const all = Object.keys(RULES).length
  const more = left.length > MOST_RULES ? ` and ${left.length - MOST_RULES} more` : ''
  const way = isHurried
    ? ' The target is slow, so the requests that follow the most rules came first, and no difference was repeated.'
    : ''
  return [
    `The compared requests follow ${all - left.length} of ${all} rules of reading. Not reached: ${left.slice(0, MOST_RULES).join(', ')}${more}.${way}`,
  ]
}

/**
 * Returns a notice about the rule that limits the size of answers, if the check sends heavy requests and no right
 * answer followed this rule.
 */
const unlimited = ({ settings, coverage }: Run): readonly string[] =>
  settings.stress && coverage.equal('limit.answer-size') === 0
    ? [`No compared answer followed the rule \`limit.answer-size\`: ${RULES['limit.answer-size'].says}`]
    : []

/** The maximum number of document paths that one notice lists. */
const MOST_PATHS = 20

function writeNotices({ writes }: Results): readonly string[] {
  if (writes === undefined) return []
  const { problem, left, made } = writes
  const paths = left.slice(0, MOST_PATHS).map(quoted).join(', ')
  const more = left.length > MOST_PATHS ? ` and ${left.length - MOST_PATHS} more` : ''
  return [
    ...(problem === undefined ? [] : [`The target ${problem}.`]),
    ...(left.length > 0
      ? [`The check created documents that the target may still have: ${paths}${more}. Delete them yourself.`]
      : made > 0
        ? [`The check deleted all documents that it created in the target: ${made}.`]
        : []),
  ]
}

function flakyNotice(run: Run): readonly string[] {
  const flaky = flakyOf(run)
  if (flaky === undefined) return []
  const { count, sent, got } = flaky
  const what =
    count === 1 ? '1 answer was wrong at first and right' : `${count} answers were wrong at first and right`
  return [`The target is flaky: ${what} when repeated, first ${requestText(sent)} (${quoted(got)}).`]
}

function changedNotice({ early, session }: Run): readonly string[] {
  const changed = early.changed()
  if (changed === undefined) return []
  const { exchange, difference } = changed
  const request = requestText(session.masks.mask(exchange.sent))
  return [
    `The target changed during the run: its first and its last answer to ${request} differ at ${quoted(difference.path)}. Differences may come from changed data, so check a server whose data stays the same.`,
  ]
}

const culpritNotices = ({ session: { target } }: Run): readonly string[] =>
  target
    .culprits()
    .map((request) => `${requestText(request)} makes the target end, even if no other request is open.`)

function limitNotice({ session: { target } }: Run): readonly string[] {
  const { times, waited } = target.limited()
  if (times === 0 || target.givenUp() !== undefined) return []
  const often = times === 1 ? 'once' : `${times} times`
  return [
    `The target answered 429 ${often}, so the check waited ${seconds(waited)}. To send fewer requests per second, use \`--rate\`.`,
  ]
}

function fallingTypes({ equality, reference }: Session): readonly string[] {
  const types = [...reference.graph.schema.contentTypes.values()]
  return types.filter((type) => !keepsOrder(equality.renaming, idSpace(type))).map(({ uid }) => uid)
}
