/** `populace upgrade`: compares answers before and after an upgrade. */
import { Command, Option } from 'commander'
import { httpTarget, sampleRequests } from '../../oracle/index.ts'
import { readTrafficFile, type Traffic, TrafficCollector, TrafficError } from '../../oracle/traffic/index.ts'
import {
  comparedElsewhere,
  compareLive,
  compareServers,
  EXIT_OF,
  type LiveReport,
  type LiveTargets,
  namedIn,
  receivedRequests,
  serversNamed,
  type UpgradeReport,
  upgradeHtml,
  upgradeMarkdown,
  upgradeReport,
  upgradeText,
} from '../../oracle/upgrade/index.ts'
import type { ApiRequest } from '../../reference/api.ts'
import type { Graph } from '../../reference/graph/graph.ts'
import { type Profile, ProfileError } from '../../reference/strapi/profile.ts'
import { NEWEST } from '../../reference/strapi/versions.ts'
import type { Source } from '../../sources/index.ts'
import { urlWithoutSecrets } from '../../util/secrets.ts'
import { mockOf, receivedBy, whileRunning } from '../code/code.ts'
import { seedNumber, wholeNumber } from '../numbers.ts'
import { OUT, type OutOptions, type SourceOptions, TOKEN, withSourceOptions } from '../options.ts'
import { writeOut } from '../output.ts'
import { withToken } from '../request.ts'
import { reportingErrors } from '../run.ts'
import { openSound, profileFor, running } from '../source.ts'
import { withSource } from '../where.ts'

interface UpgradeOptions extends SourceOptions, OutOptions {
  readonly from: string
  readonly to: string
  readonly requests?: string
  readonly prefix?: string
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
  return withSource(withSourceOptions(new Command('upgrade'), { hasSeed: true }), 'argument')
    .option(
      '--from <server>',
      'a release (5.12), a database (sqlite), a profile, or auto; with the URL of a real server, URL or 5.12=URL, the command also compares its real answers with the predicted ones; it sends only GET requests',
      'auto',
    )
    .requiredOption(
      '--to <server>',
      'the later side, in the form of --from, or latest; a real server as 5.54=URL',
    )
    .option(
      '--requests <file>',
      'a HAR, an OpenAPI document, a log, or a list of URLs, also compressed by gzip; - reads standard input. Without it, the command generates requests',
    )
    .option(
      '--prefix <path>',
      'a path before /api that is removed from the URLs of the requests, such as /cms',
    )
    .addOption(TOKEN)
    .option('--runs <number>', 'the number of generated requests', wholeNumber, 2000)
    .option('--seed <number>', 'the seed of the generated requests', seedNumber, 1)
    .addOption(
      new Option('--format <name>', 'the format of the upgrade report')
        .choices(Object.keys(FORMATS))
        .default('text'),
    )
    .addOption(OUT)
    .action(reportingErrors(upgrade))
}

async function upgrade(source: string, options: UpgradeOptions): Promise<void> {
  const opened = await openSound(source, options)
  // Returns the profile name for a value of `--from` or `--to`: `latest` and `auto` become a profile.
  const named = async (flag: string, asked: string): Promise<string> => {
    if (asked === 'latest') return NEWEST
    return asked === 'auto' ? ownProfile(flag, source, opened.source) : asked
  }
  const sides = { from: sideOf(options.from, 'auto'), to: sideOf(options.to, undefined) }
  const { from, to } = serversNamed(
    await named('--from', sides.from.name),
    await named('--to', sides.to.name),
  )
  requireTwo(from.name, to.name)
  const started = await running({ ...opened, profile: from.name })
  const { graph } = started
  const traffic = await trafficFor(graph, options)
  const hits = new Map(
    traffic.requests.map((one): [ApiRequest, number] => [withToken(one.request, started), one.hits]),
  )
  const report = await whileRunning(started, async () => {
    const mock = await mockOf(started)
    const { requests, receivedOf, ownAnswers } = await receivedRequests(
      [...hits.keys()],
      started.code === undefined ? undefined : (request) => receivedBy(mock, request),
    )
    const hitsOf = (request: ApiRequest): number => hits.get(request) ?? 1
    const { roleOfToken } = mock
    const servers = { from, to }
    const comparing = { receivedOf, hitsOf, roleOfToken }
    return upgradeReport(compareServers(graph, requests, servers, comparing), {
      from: from.name,
      to: to.name,
      warnings: [...new Set([...from.warnings, ...to.warnings])],
      leftOut: [...traffic.leftOut, ...ownAnswers],
      databases: isOtherDatabase(from, to) ? [] : comparedElsewhere(graph, requests, to, comparing),
      live: await liveReport(sides, (targets) => compareLive(graph, requests, servers, targets, comparing)),
    })
  })
  const text = FORMATS[options.format](report)
  writeOut(text, options.out)
  process.exitCode = EXIT_OF[report.verdict]
}

interface Side {
  /** The release, database or profile that `--from` or `--to` names, or the word `auto` or `latest`. */
  readonly name: string
  /** A real server. */
  readonly url?: string
}

/**
 * Parses the value of `--from` or `--to`: `5.12`, `5.12=URL`, or only `URL` if the parameter `otherwise` names the
 * release.
 * @throws TrafficError
 */
function sideOf(text: string, otherwise: string | undefined): Side {
  const [, , given, url] = /^(([^=/]+)=)?(https?:\/\/.*)$/i.exec(text) ?? []
  if (url === undefined) return { name: text }
  const name = given ?? otherwise
  if (name !== undefined) return { name, url }
  throw new TrafficError(
    `--to ${urlWithoutSecrets(url)}: expected the release of this server before its URL, such as 5.54=URL`,
  )
}

const isOtherDatabase = (from: Profile, to: Profile): boolean =>
  namedIn(from.name).database !== namedIn(to.name).database

/** The time limit in milliseconds for one answer of a real server. */
const PATIENCE = 30_000

/**
 * Compares the predicted answers with the answers of the real servers that the options name; returns null if the
 * options name no server.
 * @throws TrafficError if a real server does not answer
 */
async function liveReport(
  { from, to }: { readonly from: Side; readonly to: Side },
  compare: (targets: LiveTargets) => Promise<LiveReport>,
): Promise<LiveReport | null> {
  if (from.url === undefined && to.url === undefined) return null
  const how = { timeout: PATIENCE, concurrency: 4 }
  const targets = {
    ...(from.url === undefined ? {} : { from: httpTarget(from.url, how) }),
    ...(to.url === undefined ? {} : { to: httpTarget(to.url, how) }),
  }
  try {
    return await compare(targets)
  } finally {
    for (const target of Object.values(targets)) await target.close()
  }
}

/**
 * Returns the profile of the source's own server.
 * @throws TrafficError if no Strapi release is known for the data source, as for a dataset folder
 */
async function ownProfile(flag: string, path: string, source: Source): Promise<string> {
  try {
    return await profileFor('auto', path, source)
  } catch (error) {
    if (!(error instanceof ProfileError)) throw error
    throw new TrafficError(`${path} names no release: expected ${flag} with one, such as ${flag} 5.12`)
  }
}

/** Rejects a comparison of a profile with itself, which would never find a difference. @throws TrafficError */
function requireTwo(from: string, to: string): void {
  if (from !== to) return
  const example = '--from strapi-5.54-sqlite --to strapi-5.54-postgres'
  throw new TrafficError(
    `Both sides are ${from}, because each side takes a missing release or database from the other: expected two servers, such as ${example}`,
  )
}

/**
 * Returns the requests to compare: the requests in a traffic file, or made-up requests without such a file.
 * @throws TrafficError if the file has no request for content of the graph.
 */
async function trafficFor(
  graph: Graph,
  { requests: file, prefix, runs, seed }: UpgradeOptions,
): Promise<Traffic> {
  if (file === undefined) {
    const made = sampleRequests(graph, runs, seed)
    return { requests: made.map(({ url }) => ({ request: { url }, hits: 1 })), leftOut: [] }
  }
  const collector = new TrafficCollector(graph, prefix === undefined ? {} : { base: prefix })
  for await (const line of readTrafficFile(file)) collector.add(line)
  const traffic = collector.traffic()
  if (traffic.requests.length > 0) return traffic
  const reasons = traffic.leftOut.map(({ why, count, examples }) => `${count} (${why}: ${examples[0] ?? ''})`)
  throw new TrafficError(
    `${file}: expected requests to this dataset's content, found only other requests: ${reasons.join(', ')}; --prefix names a path before ${graph.settings.prefix}`,
  )
}
