/**
 * Makes the first lines that `serve` prints: the source, the address, the content types, and how many code files
 * run.
 */
import pc from 'picocolors'
import type { Row, Table } from '../../reference/graph/graph.ts'
import { type Profile, revealing } from '../../reference/strapi/profile.ts'
import { printable } from '../../util/printable.ts'
import { outcomeLine, outcomeOf } from '../inspect/files.ts'
import { countOf, type Started } from '../source.ts'

interface BannerOptions {
  readonly asked: Profile
  /** Whether answers reveal the private data that the answers of the real server reveal. */
  readonly reveal: boolean
  /**
   * The address of `/_populace`, with the secret if the server generated it. The address is undefined if the server
   * does not offer `/_populace`.
   */
  readonly adminUrl: string | undefined
  /** The address of the server. */
  readonly url: string
  /** The path or URL of the source, as the user wrote it. */
  readonly path: string
  /** Whether the banner lists every type. */
  readonly verbose?: true
}

const MAX_PATH = 2_000

/** The maximum number of types without a route that the banner names. */
const MAX_NAMED = 5

/**
 * The number of types that the banner lists if it omits types, so that the banner has at most ten lines. Without
 * `--verbose`, the banner omits types if there are at least two more.
 */
const MAX_TYPES = 3

/** Returns the lines that `serve` prints when it listens. */
export function bannerOf(opened: Started, options: BannerOptions): string {
  const { asked, url, path } = options
  const { graph, source } = opened
  const title = pc.bold(`Populace (${asked.name}) at ${url}`)
  const counts = `${source.kind}: ${countOf(graph)}`
  const reveals = revealLine(asked, options.reveal)
  return `${title}\n${counts}\n${codeLine(opened, path)}${reveals}\n${typeLines(opened, url, options.verbose === true)}\n${adminLine(options)}\n`
}

/** Returns the line with the number of the project's code files that run; empty for a source without code. */
function codeLine({ code }: Started, path: string): string {
  if (code === undefined || code.report.files.length === 0) return ''
  const { files } = code.report
  const { failed } = outcomeOf(files)
  const line = `${outcomeLine(files)}; \`npx populace inspect ${printable(path, MAX_PATH)}\` lists them\n`
  return failed.length === 0 ? line : pc.yellow(line)
}

const adminLine = ({ adminUrl }: BannerOptions): string =>
  adminUrl === undefined ? '' : `Explorer, worlds, requests, faults: ${adminUrl}\n`

/**
 * Returns the line about the profile's switches that reveal private data; empty for a profile without such switches.
 */
function revealLine(asked: Profile, isRevealed: boolean): string {
  const ids = revealing(asked)
  if (ids.length === 0) return ''
  return isRevealed
    ? pc.yellow(`Private data is revealed like on the real server: ${ids.join(', ')}\n`)
    : 'Private data that the real server reveals stays hidden; --reveal shows it. `npx populace quirks` lists it.\n'
}

/**
 * Returns the lines that list the types. Each line has the number of entries in the list of the type: published entries
 * in the default locale.
 */
function typeLines({ graph, code }: Started, url: string, isVerbose: boolean): string {
  const { tables, settings, locales } = graph
  const own = [...tables.values()].filter(({ type }) => type.uid.startsWith('api::'))
  if (own.length === 0) return 'The source has no content types of its own.'
  const unrouted = new Set(code?.report.unrouted ?? [])
  const served = own
    .filter(({ type }) => !unrouted.has(type.uid))
    .map((table) => ({ path: pathOf(table, settings.prefix), ...entriesOf(table, locales.default) }))
  const width = Math.max(0, ...served.map(({ entries }) => String(entries).length))
  const lines = served.map(({ path, entries }) => `  ${String(entries).padStart(width)}  ${url}${path}`)
  const isEmpty = own.every(({ rows }) => rows.length === 0)
  if (isEmpty && !isVerbose) return 'No entries yet: --fake 20 creates some.'
  const isLong = !isVerbose && lines.length > MAX_TYPES + 1
  const more = isLong ? [`  … and ${lines.length - MAX_TYPES} more; --verbose lists all`] : []
  const without = [...unrouted].slice(0, MAX_NAMED).join(', ')
  const rest = unrouted.size > MAX_NAMED ? ` and ${unrouted.size - MAX_NAMED} more` : ''
  const lacking =
    unrouted.size === 0 ? [] : [printable(`  without a route, so 404: ${without}${rest}`, MAX_PATH)]
  return [...(isLong ? lines.slice(0, MAX_TYPES) : lines), ...more, ...lacking].join('\n')
}

function entriesOf({ rows }: Table, locale: string): { readonly entries: number; readonly rows: number } {
  const isAnswered = (row: Row): boolean =>
    row.status === 'published' && (row.locale === null || row.locale === locale)
  return { entries: rows.filter(isAnswered).length, rows: rows.length }
}

const pathOf = ({ type }: Table, prefix: string): string =>
  `${prefix}/${type.kind === 'singleType' ? type.singularName : type.pluralName}`
