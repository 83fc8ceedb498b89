/** Stores the history of a server's checks: one line per run, a sentence about the trend, and a bar chart. */
import { appendFileSync, existsSync, writeFileSync } from 'node:fs'
import { readRegular } from '../../sources/regular-file.ts'
import { escaped } from '../../util/html.ts'
import { isObject, parseJson } from '../../util/json.ts'
import type { Report } from './report.ts'

interface PastRun {
  readonly at: string
  readonly differences: number
  readonly causes: number
}

/** The maximum number of past checks that the trend and the chart show. */
const MOST_RUNS = 30
/** The height of the chart in pixels. */
const HEIGHT = 60
/** The width of one bar and its gap, in pixels. */
const STEP = 12

/**
 * Appends a run of the check to the history file as a line of JSON. Also draws a chart of the numbers of differences
 * in the last runs as `FILE.svg`. Returns the report with a notice about the trend.
 * @throws FileError for a history that is not a regular file.
 */
export function withHistory(file: string, report: Report, now: Date = new Date()): Report {
  const { counts, causes, verdict } = report
  const news = causes.filter(({ knownBecause }) => knownBecause === undefined)
  const run = {
    ...{ at: now.toISOString(), verdict, passed: counts.passed, differences: counts.failed },
    ...{ known: counts.known, causes: news.length, rules: news.map(({ key }) => key) },
  }
  const before = existsSync(file) ? readRegular(file).toString('utf8') : ''
  const runs = [...before.split('\n').flatMap(pastRun), run].slice(-MOST_RUNS)
  // The last line of the history may lack a line break, if the process that wrote it was interrupted.
  appendFileSync(file, `${before === '' || before.endsWith('\n') ? '' : '\n'}${JSON.stringify(run)}\n`)
  writeFileSync(`${file}.svg`, picture(runs))
  return { ...report, notices: [...report.notices, trend(runs)] }
}

function pastRun(line: string): readonly PastRun[] {
  const json = line.trim() === '' ? undefined : parseJson(line)
  if (json === undefined || !isObject(json)) return []
  const { at, differences, causes } = json
  const isRun = typeof at === 'string' && typeof differences === 'number' && typeof causes === 'number'
  return isRun ? [{ at, differences, causes }] : []
}

function trend(runs: readonly PastRun[]): string {
  const [first] = runs
  if (first === undefined || runs.length === 1) return 'This is the first run of the history.'
  const numbers = (of: (run: PastRun) => number): string => runs.map(of).join(', ')
  const differences = numbers((run) => run.differences)
  return `The last ${runs.length} runs, since ${first.at.slice(0, 10)}, had ${differences} differences for ${numbers((run) => run.causes)} reasons.`
}

/**
 * Draws an SVG chart with one bar per run. The height of a bar shows the number of differences in the run. A run
 * without differences becomes a low green bar.
 */
function picture(runs: readonly PastRun[]): string {
  const most = Math.max(1, ...runs.map(({ differences }) => differences))
  const bars = runs.map(({ at, differences }, place) => {
    const height = differences <= 0 ? 2 : Math.max(2, Math.round((differences / most) * HEIGHT))
    const text = `${escaped(at.slice(0, 16))}: ${differences}`
    return `<rect x="${place * STEP}" y="${HEIGHT - height}" width="${STEP - 2}" height="${height}" fill="${differences <= 0 ? '#2da44e' : '#cf222e'}"><title>${text}</title></rect>`
  })
  const width = runs.length * STEP
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${HEIGHT}" viewBox="0 0 ${width} ${HEIGHT}" role="img">` +
    `<title>Differences of the last ${runs.length} runs</title>${bars.join('')}</svg>\n`
  )
}
