/** `populace check`: where a server departs from the reference. */

import { readFileSync, writeFileSync } from 'node:fs'
import { Command, Option } from 'commander'
import pc from 'picocolors'
import {
  type CheckOptions,
  checkTarget,
  commandTarget,
  datasetName,
  exitStatus,
  FORMAT_NAMES,
  freeze,
  httpTarget,
  isFormat,
  type Progress,
  type Report,
  readKnownFailures,
  reloader,
  type Target,
  terminalReport,
  tokensOf,
  withPublicAccess,
  writeKnownFailures,
  writeReport,
} from '../oracle/index.ts'
import type { Graph } from '../reference/graph/graph.ts'
import { DatasetError, formatFault } from '../reference/schema/fault.ts'
import { seedNumber, wholeNumber } from './numbers.ts'
import { guideDataset } from './root.ts'
import {
  type Opened,
  openGiven,
  profileFor,
  type SourceOptions,
  withSourceOptions,
  withTokens,
} from './source.ts'
import { PROFILE_HELP, SOURCE_HELP } from './world.ts'

interface Options extends SourceOptions {
  readonly target?: string
  readonly command?: string
  readonly data: string
  readonly profile: string
  readonly token: readonly string[]
  readonly ids: 'exact' | 'mapped' | 'ignore'
  readonly times: 'exact' | 'shape'
  readonly errors: 'exact' | 'name'
  readonly suite: boolean
  readonly runs: number
  readonly seed: number
  readonly replay?: string
  readonly causes: number
  readonly bail?: true
  readonly laws?: true
  readonly schema?: string
  readonly allMethods?: true
  readonly reload?: string
  readonly timeout: number
  readonly concurrency: number
  readonly known?: string
  readonly update?: true
  readonly freeze?: string
  readonly report: readonly string[]
  readonly out?: string
  readonly badge?: string
  readonly explorer?: string
}

/** As it is asked for: what stands for the profile where none is named depends on the source. */
type Given = Omit<Options, 'profile'> & { readonly profile?: string }

export function checkCommand(): Command {
  return withSourceOptions(new Command('check'), { hasSeed: true })
    .option('--target <url>', 'the server; a path in the URL goes in front of every request')
    .option('--command <line>', 'a subprocess that speaks JSON lines, in place of --target')
    .option('--data <source>', `what the server has loaded: ${SOURCE_HELP}`, guideDataset())
    .option('--profile <name>', PROFILE_HELP)
    .option('--token <name=value>', "the server's token for a token or role of the dataset", collect, [])
    .addOption(
      new Option('--ids <mode>', 'how ids are compared')
        .choices(['exact', 'mapped', 'ignore'])
        .default('mapped'),
    )
    .addOption(
      new Option('--times <mode>', 'how timestamps are compared')
        .choices(['exact', 'shape'])
        .default('shape'),
    )
    .addOption(
      new Option('--errors <mode>', 'how errors are compared').choices(['exact', 'name']).default('exact'),
    )
    .option('--no-suite', 'leave the suite out')
    .option('--runs <number>', 'how many requests are generated', wholeNumber, 1000)
    .option('--seed <number>', 'what they follow from', seedNumber, 1)
    .option('--replay <seed:path>', 'put exactly one request of a run again')
    .option('--causes <number>', 'how many differences are looked into', wholeNumber, 25)
    .option('--bail', 'end with the first difference')
    .option('--laws', 'run the laws that need no known data')
    .option('--schema <dir>', 'with --laws: the schema of a server whose data nobody knows')
    .option('--all-methods', 'send POST, PUT and DELETE too')
    .option('--reload <url or command>', 'loads a dataset into the server; datasets are then generated too')
    .option('--timeout <milliseconds>', 'how long to wait for an answer', wholeNumber, 5000)
    .option('--concurrency <number>', 'how many requests are put at once', wholeNumber, 4)
    .option('--known <file>', 'known failures: a list of {"case" or "rule", "reason"}')
    .option('--update', 'write the failures of this run to the file of --known')
    .option('--freeze <file>', 'write the smallest differing requests as suite cases')
    .option('--report <format>', `${FORMAT_NAMES.join(', ')}; format=file writes it to a file`, collect, [])
    .option('--out <file>', 'where the report goes that has no file of its own')
    .option('--badge <file>', 'write a badge for shields.io')
    .option(
      '--explorer <url>',
      "the explorer's page that reports link to (default: that of `populace serve`)",
    )
    .action((options: Given) => runCheck(options))
}

async function runCheck(given: Given): Promise<void> {
  try {
    const path = given.schema ?? given.data
    const opened = await openGiven(path, given)
    const options = { ...given, profile: await profileFor(given.profile, path, opened.source) }
    const reports = wantedReports(options)
    const known = knownOf(options)
    const target = targetOf(options)
    const report = await checkTarget(target, {
      ...checkOptions(options, await graphOf(options, opened, target)),
      known,
    })
    clearProgress()
    if (options.update === true && options.known !== undefined)
      writeKnownFailures(options.known, known, report.causes)
    if (options.freeze !== undefined) freeze(options.freeze, report)
    for (const { format, file } of reports) deliver(writeReport(format, report), file)
    if (options.badge !== undefined) writeFileSync(options.badge, writeReport('badge', report))
    const isTaken = reports.some(({ file }) => file === undefined)
    if (!isTaken) process.stdout.write(terminalReport(report))
    process.exitCode = options.update === true ? statusAfterUpdate(report) : exitStatus(report.verdict)
  } catch (error) {
    clearProgress()
    process.stderr.write(`${messageOf(error)}\n`)
    process.exitCode = 2
  }
}

/** What has just been written down as known is no difference. */
const statusAfterUpdate = ({ verdict }: Report): number => (verdict === 'broken' ? 2 : 0)

function messageOf(error: unknown): string {
  if (error instanceof DatasetError) return error.faults.map(formatFault).join('\n')
  return error instanceof Error ? error.message : String(error)
}

function targetOf({ target, command, timeout, concurrency }: Options): Target {
  if ((target === undefined) === (command === undefined))
    throw new RangeError('Expected either --target or --command')
  return target === undefined
    ? commandTarget(command ?? '', { timeout })
    : httpTarget(target, { timeout, concurrency })
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
  const { data, schema, token, profile, ids, times, errors, runs, seed, causes, timeout, concurrency } =
    options
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
    timeout,
    concurrency,
    ...(options.reload === undefined ? {} : { reload: reloader(options.reload, () => targetOf(options)) }),
    ...(options.explorer === undefined ? {} : { explorer: options.explorer }),
    served: servedWith(options),
    onProgress: progressBar(),
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

function knownOf({ known, update }: Options): ReturnType<typeof readKnownFailures> {
  if (known === undefined) {
    if (update === true) throw new RangeError('--update needs the file of --known')
    return []
  }
  try {
    readFileSync(known)
  } catch (error) {
    // A file that is to be written need not be there.
    if (update === true) return []
    throw error
  }
  return readKnownFailures(known)
}

function wantedReports({
  report,
  out,
}: Options): readonly { format: Parameters<typeof writeReport>[0]; file: string | undefined }[] {
  return report.map((text) => {
    const [format = '', ...file] = text.split('=')
    if (!isFormat(format)) throw new RangeError(`Unknown report "${format}": ${FORMAT_NAMES.join(', ')}`)
    return { format, file: file.length > 0 ? file.join('=') : out }
  })
}

function deliver(text: string, file: string | undefined): void {
  if (file === undefined) process.stdout.write(text)
  else writeFileSync(file, text)
}

const collect = (value: string, before: readonly string[]): readonly string[] => [...before, value]

const BAR_WIDTH = 30

/** Draws on stderr, and only where somebody is looking. */
function progressBar(): (progress: Progress) => void {
  if (!process.stderr.isTTY) return () => undefined
  let last = 0
  return ({ part, done, of, differing }) => {
    if (Date.now() - last < 50 && done < of) return
    last = Date.now()
    const full = of === 0 ? BAR_WIDTH : Math.round((done / of) * BAR_WIDTH)
    const bar = `${'█'.repeat(full)}${'░'.repeat(BAR_WIDTH - full)}`
    const found = differing === 0 ? '' : pc.red(` ${differing} different`)
    process.stderr.write(`\r\u001b[2K${part.padEnd(9)} ${bar} ${done}/${of}${found}`)
  }
}

function clearProgress(): void {
  if (process.stderr.isTTY) process.stderr.write('\r\u001b[2K')
}
