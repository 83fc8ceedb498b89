/** `populace upgrade`: the options and the output. */
import { writeFileSync } from 'node:fs'
import { Command, Option } from 'commander'
import * as fc from 'fast-check'
import { soundRequests } from '../../oracle/index.ts'
import { contentTraffic, seenIn, type Traffic, TrafficError } from '../../oracle/traffic/index.ts'
import {
  compareServers,
  receivedRequests,
  serversNamed,
  type UpgradeReport,
  upgradeHtml,
  upgradeMarkdown,
  upgradeReport,
  upgradeText,
} from '../../oracle/upgrade/index.ts'
import type { Graph } from '../../reference/graph/graph.ts'
import { readRegular } from '../../sources/regular-file.ts'
import { effectiveOf, whileRunning } from '../code/code.ts'
import { seedNumber, wholeNumber } from '../numbers.ts'
import { OUT, type OutOptions, SOURCE, type SourceOptions, TOKEN, withSourceOptions } from '../options.ts'
import { withToken } from '../request.ts'
import { reportingErrors } from '../run.ts'
import { openSound, profileFor, running } from '../source.ts'

interface UpgradeOptions extends SourceOptions, OutOptions {
  readonly from: string
  readonly to: string
  readonly requests?: string
  readonly token?: string
  readonly runs: number
  readonly seed: number
  readonly format: 'text' | 'json' | 'markdown' | 'html'
}

const FORMATS: { readonly [format in UpgradeOptions['format']]: (report: UpgradeReport) => string } = {
  text: upgradeText,
  json: (report) => `${JSON.stringify(report, undefined, 2)}\n`,
  markdown: upgradeMarkdown,
  html: upgradeHtml,
}

export function upgradeCommand(): Command {
  return withSourceOptions(new Command('upgrade'), { hasSeed: true })
    .addArgument(SOURCE)
    .requiredOption('--from <server>', 'a release (5.12), a database (sqlite), a profile, or auto')
    .requiredOption('--to <server>', 'the same for what is gone to')
    .option(
      '--requests <file>',
      'a HAR, an OpenAPI document, a log, or addresses; made from the schemas without',
    )
    .addOption(TOKEN)
    .option('--runs <number>', 'how many requests are made where none are given', wholeNumber, 2000)
    .option('--seed <number>', 'of those that are made', seedNumber, 1)
    .addOption(
      new Option('--format <name>', 'how the report is written')
        .choices(Object.keys(FORMATS))
        .default('text'),
    )
    .addOption(OUT)
    .action(reportingErrors(upgrade))
}

async function upgrade(source: string, options: UpgradeOptions): Promise<void> {
  const opened = await openSound(source, options)
  // Completes a release or a database to a profile.
  const named = async (asked: string): Promise<string> =>
    asked === 'auto' ? profileFor(asked, source, opened.source) : asked
  const { from, to } = serversNamed(await named(options.from), await named(options.to))
  const started = await running({ ...opened, profile: from.name })
  const { graph } = started
  const traffic = trafficFor(graph, options)
  const sent = traffic.requests.map((request) => withToken(request, options.token))
  const { requests, receivedOf, ownAnswers } = await whileRunning(started, async () =>
    receivedRequests(sent, await effectiveOf(started)),
  )
  const own = ownAnswers === 0 ? [] : [{ why: "answered by the project's own code", count: ownAnswers }]
  const report = upgradeReport(compareServers(graph, requests, { from, to }, receivedOf), {
    from: from.name,
    to: to.name,
    warnings: [...new Set([...from.warnings, ...to.warnings])],
    leftOut: [...traffic.leftOut, ...own],
  })
  const text = FORMATS[options.format](report)
  if (options.out === undefined) process.stdout.write(text)
  else writeFileSync(options.out, text)
  process.exitCode = report.broken > 0 ? 1 : 0
}

/** The limit of recorded traffic, in bytes. */
const MOST_TRAFFIC = 500_000_000

/** @throws TrafficError if the file has no request for content of the graph. */
function trafficFor(graph: Graph, { requests: file, runs, seed }: UpgradeOptions): Traffic {
  if (file === undefined) {
    const made = fc.sample(soundRequests(graph), { numRuns: runs, seed })
    return { requests: made.map(({ url }) => ({ url })), leftOut: [] }
  }
  const traffic = contentTraffic(seenIn(readRegular(file, MOST_TRAFFIC).toString('utf8'), file), graph)
  if (traffic.requests.length > 0) return traffic
  const reasons = traffic.leftOut.map(({ why, count }) => `${count} (${why})`).join(', ')
  throw new TrafficError(
    `${file}: expected requests to this dataset's content, found others alone: ${reasons}`,
  )
}
