/**
 * `npm run bench`: measures, and prints a description of the machine and tables. `--quick` takes about two minutes.
 * `--strapi URL` also measures a real server, and `strapi --strapi URL` measures only that server. If the arguments
 * name parts or standalone benches, the bench runs only the named ones. The results go to `bench.json` and `bench.svg`
 * in `.bench` or in `--out DIR`. `--publish` writes the results to `.github/pictures` and updates the tables of
 * `.github/docs/performance.md`.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { machine, sentenceOf } from './machine.ts'
import { pageWith } from './page.ts'
import { code } from './parts/code.ts'
import { http } from './parts/http.ts'
import { inProcess } from './parts/in-process.ts'
import { memory } from './parts/memory.ts'
import { peers } from './parts/peers.ts'
import { scale } from './parts/scale.ts'
import { start } from './parts/start.ts'
import { strapi } from './parts/strapi.ts'
import { picture } from './picture.ts'
import type { Report } from './report.ts'
import { ROOT } from './root.ts'
import { asText, type Table } from './table.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    strapi: { type: 'string' },
    out: { type: 'string' },
    publish: { type: 'boolean', default: false },
  },
})

type Part = (isQuick: boolean) => Promise<readonly Table[]> | readonly Table[]
const PARTS: Readonly<Record<string, Part>> = { http, code, process: inProcess, start, scale, peers, memory }
/** The names of the standalone benches, which print their own tables. */
const OTHERS = ['attacks', 'edit', 'growth', 'worlds']

async function measure(names: readonly string[]): Promise<Report> {
  const report = { machine: machine(), isQuick: values.quick }
  console.log(`${sentenceOf(report.machine)}\n`)
  const tables: Table[] = []
  const parts: (readonly [string, Part])[] = names.flatMap((name) => {
    const part = PARTS[name]
    return part === undefined ? [] : [[name, part]]
  })
  const { strapi: url } = values
  if (url !== undefined) parts.push(['strapi', (isQuick) => strapi(isQuick, url)])
  for (const [, part] of parts) {
    const found = await part(values.quick)
    for (const table of found) console.log(asText(table))
    tables.push(...found)
  }
  return { ...report, tables }
}

function write(report: Report, folder: string): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'bench.json'), `${JSON.stringify(report, null, 2)}\n`)
  writeFileSync(join(folder, 'bench.svg'), picture(report))
}

function publish(report: Report): void {
  write(report, join(ROOT, '.github/pictures'))
  const path = join(ROOT, '.github/docs/performance.md')
  writeFileSync(path, pageWith(readFileSync(path, 'utf8'), report))
}

const unknown = positionals.filter((name) => !(name in PARTS) && ![...OTHERS, 'strapi'].includes(name))
if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(', ')}: ${[...Object.keys(PARTS), ...OTHERS].join(', ')}.`)
  process.exit(2)
}
for (const name of positionals.filter((one) => OTHERS.includes(one))) {
  const words = [
    'vitest',
    'bench',
    '--run',
    '--config',
    'test/vitest.config.ts',
    `test/bench/${name}.bench.ts`,
  ]
  const { status } = spawnSync('npx', words, {
    cwd: ROOT,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  if (status !== 0) process.exitCode = 1
}
const chosen = positionals.filter((name) => name in PARTS)
if (positionals.length === 0 || chosen.length > 0 || values.strapi !== undefined) {
  const isWhole = positionals.length === 0
  const report = await measure(isWhole ? Object.keys(PARTS) : chosen)
  write(report, resolve(ROOT, values.out ?? '.bench'))
  if (values.publish) publish(report)
}
