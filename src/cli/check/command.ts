/** `populace check`: where a server departs from the reference. */
import { Command } from 'commander'
import {
  type CheckOptions,
  checkTarget,
  datasetName,
  exitStatus,
  type Report,
  reloader,
  restarter,
  type Target,
  tokensOf,
  withPublicAccess,
} from '../../oracle/index.ts'
import type { Graph } from '../../reference/graph/graph.ts'
import { DatasetError, formatFault } from '../../reference/schema/fault.ts'
import { guideDataset } from '../root.ts'
import {
  type Opened,
  openGiven,
  profileFor,
  type SourceOptions,
  withSourceOptions,
  withTokens,
} from '../source.ts'
import { PROFILE_HELP, SOURCE_HELP } from '../world.ts'
import { type AskingOptions, manners, targetOf, withAskingOptions, withTargetOptions } from './asking.ts'
import { interruptible } from './interrupt.ts'
import { type Teller, teller } from './progress.ts'
import { delivery, knownOf, type ReportingOptions, withReportingOptions } from './reporting.ts'
import { type RunningOptions, withEqualityOptions, withRunningOptions } from './running.ts'

interface Options extends Omit<SourceOptions, 'seed'>, AskingOptions, RunningOptions, ReportingOptions {
  readonly data: string
  readonly profile: string
}

/** As it is asked for: what stands for the profile where none is named depends on the source. */
type Given = Omit<Options, 'profile'> & { readonly profile?: string }

export function checkCommand(): Command {
  const command = withSourceOptions(new Command('check'), { hasSeed: true })
  withTargetOptions(command)
    .option('--data <source>', `what the server has loaded: ${SOURCE_HELP}`, guideDataset())
    .option('--profile <name>', PROFILE_HELP)
  withEqualityOptions(command)
  withRunningOptions(command)
  withAskingOptions(command)
  withReportingOptions(command)
  return command.action((options: Given) => runCheck(options))
}

async function runCheck(given: Given): Promise<void> {
  const ending = interruptible()
  const restarting = given.restart === undefined ? undefined : restarter(given.restart)
  let telling: Teller | undefined
  try {
    const path = given.schema ?? given.data
    const opened = await openGiven(path, given)
    const options = { ...given, profile: await profileOf(given, path, opened) }
    const known = knownOf(options)
    const deliver = delivery(options, known)
    const target = targetOf(options)
    telling = teller()
    const report = await checkTarget(target, {
      ...checkOptions(options, await graphOf(options, opened, target)),
      known,
      signal: ending.signal,
      ...(restarting === undefined ? {} : { restart: restarting.restart }),
      look: true,
      waitForTarget: options.waitForTarget ?? 0,
      onLook: telling.onLook,
      onBudget: telling.onBudget,
      onProgress: telling.onProgress,
    })
    telling.stop()
    deliver(report)
    process.exitCode = options.update === true ? statusAfterUpdate(report) : exitStatus(report.verdict)
  } catch (error) {
    telling?.stop()
    process.stderr.write(`${messageOf(error)}\n`)
    process.exitCode = 2
  } finally {
    restarting?.stop()
    ending.stop()
  }
}

/** The one that is named, or that the source tells; else it is found out by looking at the target. */
const profileOf = async ({ profile }: Given, path: string, { source }: Opened): Promise<string> =>
  profile === undefined && source.server === undefined ? 'guess' : profileFor(profile, path, source)

/** What has just been written down as known is no difference. */
const statusAfterUpdate = ({ verdict }: Report): number => (verdict === 'broken' ? 2 : 0)

function messageOf(error: unknown): string {
  if (error instanceof DatasetError) return error.faults.map(formatFault).join('\n')
  return error instanceof Error ? error.message : String(error)
}

/**
 * The dataset; of a server whose data nobody knows the schema, and what the server itself lets the public
 * read.
 */
async function graphOf({ schema, token }: Options, opened: Opened, target: Target): Promise<Graph> {
  if (schema === undefined) return withTokens(opened, token)
  const { graph, source } = opened
  return source.files.access === undefined ? withPublicAccess(graph, target) : graph
}

function checkOptions(options: Options, graph: Graph): CheckOptions {
  const { data, schema, token, profile, ids, times, errors, runs, seed, causes } = options
  const isUnknownData = schema !== undefined
  const dataset = datasetName(schema ?? data)
  return {
    graph,
    dataset: dataset.name,
    profile,
    ids,
    times,
    errors,
    tokens: tokensOf(token, graph.access),
    ...(options.suite && dataset.isShipped && !isUnknownData ? {} : { suite: false }),
    runs: isUnknownData ? 0 : runs,
    seed,
    ...(options.replay === undefined ? {} : { replay: options.replay }),
    laws: options.laws === true || isUnknownData,
    causes,
    bail: options.bail === true,
    methods: options.allMethods === true ? 'all' : 'reading',
    ...manners(options),
    ...(options.reload === undefined ? {} : { reload: reloader(options.reload, () => targetOf(options)) }),
    ...(options.explorer === undefined ? {} : { explorer: options.explorer }),
    served: servedWith(options),
  }
}

/** What `populace serve` is told to have the same dataset; a key of an archive stays with its owner. */
function servedWith(options: Options): readonly string[] {
  const { schema, data, settings, access, project, fake, fakeValues, seed, strict } = options
  const source = schema ?? data
  const given: readonly (readonly [string, string | undefined])[] = [
    ['--settings', settings],
    ['--access', access],
    ['--project', project],
    ['--fake', fake?.toString()],
    ['--fake-values', fakeValues],
    ['--seed', fake === undefined ? undefined : String(seed)],
  ]
  return [
    ...(source === guideDataset() ? [] : [source]),
    ...given.flatMap(([name, value]) => (value === undefined ? [] : [name, value])),
    ...(strict === true ? ['--strict'] : []),
  ]
}
