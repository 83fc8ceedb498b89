/** `populace check`: compares a server with the reference. */

import { performance } from 'node:perf_hooks'
import { Command } from 'commander'
import {
  type CheckOptions,
  checkTarget,
  datasetName,
  exitStatus,
  mergeReports,
  type Report,
  reloader,
  restarter,
  type Target,
  tokensOf,
  withPublicAccess,
} from '../../oracle/index.ts'
import type { Graph } from '../../reference/graph/graph.ts'
import { DatasetError, formatFault } from '../../reference/schema/fault.ts'
import { printableLines } from '../../util/printable.ts'
import { answerByCode, mockWithCode } from '../code/code.ts'
import { PROFILE, type SourceOptions, withSourceOptions } from '../options.ts'
import { guideDataset } from '../root.ts'
import { type Opened, openGiven, profileFor, running, type Started } from '../source.ts'
import { printError } from '../terminal.ts'
import { pairsOf, withListed } from '../tokens/given.ts'
import { withSource } from '../where.ts'
import { type AskingOptions, manners, targetOf, withAskingOptions, withTargetOptions } from './asking.ts'
import { casesOf } from './cases.ts'
import { type ChoosingOptions, choiceOf, namesRequests, withChoosingOptions } from './choosing.ts'
import { withConfigOption } from './config.ts'
import { interruptible } from './interrupt.ts'
import { progressPrinter } from './progress.ts'
import {
  delivery,
  knownOf,
  type ReportingOptions,
  unstartedDelivery,
  withReportingOptions,
} from './reporting.ts'
import { type Carry, type RoundOptions, runAfterChange, runRounds, withRoundOptions } from './rounds.ts'
import { type RunningOptions, withEqualityOptions, withRunningOptions } from './running.ts'

interface Options
  extends Omit<SourceOptions, 'seed'>,
    AskingOptions,
    RunningOptions,
    RoundOptions,
    ReportingOptions {
  /** The source: the folder of `--schema`, or else the argument or `--data`. */
  readonly data: string
  readonly profile: string
}

/** The options before defaults are filled in; `profile` is optional, because its default depends on the source. */
type GivenOptions = Omit<Options, 'profile'> & { readonly profile?: string }

export function checkCommand(): Command {
  const command = withSourceOptions(new Command('check'), { hasSeed: true })
  withTargetOptions(command).addOption(PROFILE)
  // The configuration file may name the source, so the hook of the configuration file runs first.
  withConfigOption(command)
  withSource(command, 'data', { instead: 'schema', without: 'merge' })
  withEqualityOptions(command)
  withChoosingOptions(command)
  withRoundOptions(command)
  withRunningOptions(command)
  withAskingOptions(command)
  withReportingOptions(command)
  return command.action((_source: unknown, options: GivenOptions) => runCheck(options))
}

/** Merges the reports of several shards into one report, and prints it. */
function runMerge(given: GivenOptions, files: readonly string[]): void {
  try {
    if (given.known !== undefined)
      throw new RangeError('--known: pass --known to the shards, whose reports mark the known failures')
    const report = mergeReports(files)
    const failOn = given.failOn?.toUpperCase() ?? report.failOn
    if (failOn !== report.failOn)
      throw new RangeError(
        `--fail-on ${failOn}: the shards ran with ${report.failOn}; pass --fail-on to the shards, whose reports state it`,
      )
    delivery(given, [])(report, true)
    process.exitCode = exitStatus(report)
  } catch (error) {
    fail(error)
  }
}

/** Prints the reason why a run has no result, passes the reason to `deliver`, and sets the exit status 2. */
function fail(error: unknown, deliver: (says: string) => void = () => undefined): void {
  const says = messageOf(error)
  printError(printableLines(says))
  process.exitCode = 2
  deliver(says)
}

async function runCheck(given: GivenOptions): Promise<void> {
  if (given.merge !== undefined) return runMerge(given, given.merge)
  const ending = interruptible()
  // The time of `--max-time` includes the start of the process and the reading of the data.
  let end = endOf(given, ending.signal, 0)
  const restarting = given.restart === undefined ? undefined : restarter(given.restart)
  let stopCode: (() => void) | undefined
  let deliverFailure: (says: string) => void = () => undefined
  try {
    deliverFailure = await failureDelivery(given)
    const read = await openGiven(given.data, given)
    const options = { ...given, profile: await profileOf(given, given.data, read) }
    const opened = await running({ ...read, profile: options.profile === GUESS ? PLAIN : options.profile })
    stopCode = opened.source.end
    const known = knownOf(options)
    const deliver = delivery(options, known)
    const carry: Carry = async ({ choice, last }) => {
      const target = targetOf(options)
      const printer = progressPrinter()
      try {
        const graph = await graphOf(options, opened, target)
        const report = await checkTarget(target, {
          ...checkOptions(options, graph, pairsOf(opened.tokens ?? [])),
          ...(await codeOf(opened, graph)),
          ...choice,
          ...(last === undefined ? {} : { last }),
          known,
          ...end,
          ...(restarting === undefined ? {} : { restart: restarting.restart }),
          look: true,
          waitForTarget: options.waitForTarget ?? (options.watch.length > 0 ? RESTARTING : 0),
          onLook: printer.onLook,
          onWrites: printer.onWrites,
          onBudget: printer.onBudget,
          onProgress: printer.onProgress,
        })
        printer.stop()
        const isWhole = choice.caseIds === undefined && options.shard === undefined && !namesRequests(options)
        deliver(report, isWhole)
        return report
      } finally {
        printer.stop()
      }
    }
    const report = await runRounds(options, carry)
    process.exitCode = options.update === true ? statusAfterUpdate(report) : exitStatus(report)
    if (options.watch.length === 0) return
    const { whileWatching } = await import('./watching.ts')
    await whileWatching(options.watch, ending.signal, () => {
      end = endOf(given, ending.signal, performance.now())
      return runAfterChange(options, carry)
    })
  } catch (error) {
    fail(error, deliverFailure)
  } finally {
    stopCode?.()
    restarting?.stop()
    ending.stop()
  }
}

/**
 * Prepares the reports of a run that cannot start. The options for the checked server and for the report formats are
 * validated before the source is read.
 * @throws RangeError or TypeError for an invalid option about the checked server or a report format.
 */
async function failureDelivery(given: GivenOptions): Promise<(says: string) => void> {
  const { data, profile = GUESS, seed, ids, times, errors } = given
  const target = targetOf(given)
  await target.close()
  const dataset = datasetName(data).name
  const known = { target: target.name, dataset, profile, seed, settings: { ids, times, errors } }
  return unstartedDelivery(given, known)
}

/** The two conditions that end a run early: the signal of Ctrl-C, and the time limit of `--max-time`. */
type End = Pick<CheckOptions, 'signal' | 'endsAt'>

function endOf({ maxTime }: ChoosingOptions, signal: AbortSignal, start: number): End {
  if (maxTime === undefined) return { signal }
  const endsAt = start + maxTime * 1000
  // Node.js may garbage-collect a signal of `AbortSignal.timeout` inside `AbortSignal.any`, which then never aborts.
  const ending = new AbortController()
  const end = (): void => ending.abort()
  setTimeout(end, Math.max(1, endsAt - performance.now())).unref()
  signal.addEventListener('abort', end, { once: true })
  return { signal: ending.signal, endsAt }
}
/**
 * The profile name that makes the check detect the profile of the checked server. With this name, the source's own code
 * runs under `documented`.
 */
const GUESS = 'guess'
const PLAIN = 'documented'

/**
 * Returns the check option `code`: a function that answers reading requests with the project code of the source. For
 * a source without code, the result has no member `code`.
 */
async function codeOf(opened: Started, graph: Graph): Promise<Pick<CheckOptions, 'code'>> {
  const mock = await mockWithCode({ ...opened, graph })
  return mock === undefined ? {} : { code: answerByCode(mock) }
}

/** The seconds that a server may take to restart in watch mode. */
const RESTARTING = 20

/**
 * Returns the profile of `--profile`, else the profile of the source, else the name that makes the check detect it.
 */
const profileOf = async ({ profile }: GivenOptions, path: string, { source }: Opened): Promise<string> =>
  profile === undefined && source.server === undefined ? GUESS : profileFor(profile, path, source)

/**
 * Returns the exit status after `--update`: the file of known failures then contains every difference, so only a broken
 * run fails.
 */
const statusAfterUpdate = ({ verdict }: Report): number => (verdict === 'broken' ? 2 : 0)

function messageOf(error: unknown): string {
  if (error instanceof DatasetError) return error.faults.map(formatFault).join('\n')
  return error instanceof Error ? error.message : String(error)
}

/**
 * Without `--schema`, returns the graph of the source with the tokens of `--token`. With `--schema` and without
 * `access.json`, the graph has the permissions of the public role on the checked server.
 */
async function graphOf({ schema }: Options, opened: Opened, target: Target): Promise<Graph> {
  if (schema === undefined) return withListed(opened, opened.tokens ?? [])
  const { graph, source } = opened
  return source.files.access === undefined ? withPublicAccess(graph, target) : graph
}

function checkOptions(options: Options, graph: Graph, tokens: readonly string[]): CheckOptions {
  const { data, schema, profile, ids, times, errors, runs, seed, causes } = options
  const isUnknownData = schema !== undefined
  const dataset = datasetName(data)
  return {
    graph,
    dataset: dataset.name,
    profile,
    ids,
    times,
    errors,
    tokens: tokensOf(tokens, graph.access),
    ...casesOf(options.caseFile, dataset, options.suite && dataset.isShipped && !isUnknownData),
    runs: isUnknownData || options.generate === 'off' ? 0 : runs,
    seed,
    ...choiceOf(options),
    laws: options.laws === true || isUnknownData,
    causes,
    bail: options.bail === true,
    methods: options.allMethods === true ? 'all' : 'reading',
    writes: options.writes === true && !isUnknownData,
    ...manners(options),
    ...(options.reload === undefined ? {} : { reload: reloader(options.reload, () => targetOf(options)) }),
    ...(options.explorer === undefined ? {} : { explorer: options.explorer }),
    served: servedWith(options),
  }
}

/**
 * Returns the options with which `populace serve` serves the same dataset, without the key of an archive, which is
 * secret.
 */
function servedWith(options: Options): readonly string[] {
  const { data, settings, access, project, fake, fakeValues, seed, strict } = options
  const { grant = [], projectCode } = options
  const given: readonly (readonly [string, string | undefined])[] = [
    ['--settings', settings],
    ['--access', access],
    ['--project', project],
    ['--fake', fake?.toString()],
    ['--fake-values', fakeValues],
    ['--seed', fake === undefined ? undefined : String(seed)],
  ]
  return [
    ...(data === guideDataset() ? [] : [data]),
    ...given.flatMap(([name, value]) => (value === undefined ? [] : [name, value])),
    ...(strict === true ? ['--strict'] : []),
    ...(projectCode === false ? ['--no-project-code'] : []),
    ...grant.flatMap((action) => ['--grant', action]),
  ]
}
