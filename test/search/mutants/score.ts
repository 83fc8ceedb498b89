/**
 * Which faults does the suite notice, which do generated requests, and which only both? Seeds each into a copy of what is
 * built: those of the list in the reference, and those made by rule of the lines of its phases (`--every N` takes one of so
 * many, 0 none). `--runs` and `--seed` are the generated requests, those of a check; `--workers N`, `--only text` for files
 * or sentences that have the text, `--out file` for the results as JSON.
 */
import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { transform } from 'sucrase'
import { type MadeMutant, madeMutants, withFault } from './made.ts'
import { type Mutant, occurrences, readMutants } from './mutants.ts'

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    every: { type: 'string', default: '8' },
    workers: { type: 'string', default: '2' },
    only: { type: 'string', default: '' },
    out: { type: 'string' },
  },
})
const root = process.cwd()
const MOST_MILLISECONDS = 60_000

interface Scored {
  readonly mutant: Mutant | MadeMutant
  readonly kind: 'listed' | 'made'
  /** The first case or request that is answered otherwise; null where none is. */
  readonly suite: string | null
  readonly generated: string | null
}

const isWanted = ({ file, says }: Mutant): boolean => `${file} ${says}`.includes(values.only)
const listed = readMutants(root)
  .filter((one) => one.file.startsWith('src/reference/') && occurrences(one, root) === 1)
  .map((mutant) => ({ mutant, kind: 'listed' as const }))
const every = Number(values.every)
const made = (every === 0 ? [] : madeMutants(root, every)).map((mutant) => ({
  mutant,
  kind: 'made' as const,
}))
const waiting = [...listed, ...made].filter(({ mutant }) => isWanted(mutant))

const kept = join(mkdtempSync(join(tmpdir(), 'populace-score-')), 'kept.json')
await ask(root, ['keep', kept, values.runs, values.seed])

const scored: Scored[] = []
await Promise.all(
  Array.from({ length: Number(values.workers) }, async () => {
    const dir = copy()
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const one = { ...next, ...(await score(next.mutant, dir)) }
      scored.push(one)
      if (one.suite === null)
        console.log(`no case${one.generated === null ? ', no request' : ''}: ${told(one)}`)
    }
    rmSync(dir, { recursive: true })
  }),
)

console.log(`\n${table()}`)
if (values.out !== undefined) writeFileSync(values.out, JSON.stringify(scored, null, 2))

/** What is built, in which one file may be broken. */
function copy(): string {
  const dir = mkdtempSync(join(tmpdir(), 'populace-score-'))
  cpSync(join(root, 'dist'), join(dir, 'dist'), { recursive: true })
  for (const name of ['node_modules', 'fixtures', 'package.json'])
    symlinkSync(join(root, name), join(dir, name))
  return dir
}

async function score(mutant: Mutant | MadeMutant, dir: string): Promise<Pick<Scored, 'suite' | 'generated'>> {
  const built = join(dir, 'dist', mutant.file.replace(/\.ts$/, '.js'))
  const sound = readFileSync(built, 'utf8')
  writeFileSync(built, compiled(withFault(readFileSync(join(root, mutant.file), 'utf8'), mutant)))
  const suite = await ask(dir, ['suite'])
  const generated = await ask(dir, ['generated', kept])
  writeFileSync(built, sound)
  return { suite, generated }
}

/** Types are taken away and not looked at: a fault may well have none. */
function compiled(text: string): string {
  const { code } = transform(text, { transforms: ['typescript'], disableESTransforms: true })
  return code.replaceAll(/(from\s+'\.[^']*)\.ts'/g, "$1.js'")
}

/** What is answered otherwise; a process that does not end, or not by itself, has noticed too. */
function ask(dir: string, args: readonly string[]): Promise<string | null> {
  return new Promise((resolve) => {
    const script = join(dir, 'dist/test/search/mutants/asked.js')
    const options = { cwd: dir, timeout: MOST_MILLISECONDS, maxBuffer: 1 << 26 }
    execFile(process.execPath, [script, ...args], options, (error, stdout) => {
      resolve(error === null ? stdout.trim() || null : 'it does not come to its end')
    })
  })
}

function told({ mutant }: Scored): string {
  return 'line' in mutant ? `${mutant.file}:${mutant.line}: ${mutant.says}` : `${mutant.file}: ${mutant.says}`
}

/** Of each kind how many are noticed, and by whom. */
function table(): string {
  const rows = [
    ['of the list', scored.filter(({ kind }) => kind === 'listed')],
    ['made by rule', scored.filter(({ kind }) => kind === 'made')],
    ['all', scored],
  ] as const
  const lines = rows.map(([name, of]) => {
    const by = (test: (one: Scored) => boolean): string => share(of.filter(test).length, of.length)
    const cells = [
      by(({ suite }) => suite !== null),
      by(({ generated }) => generated !== null),
      by(({ suite, generated }) => suite !== null || generated !== null),
    ]
    return `| ${[name, String(of.length), ...cells].join(' | ')} |`
  })
  return [
    '| faults | | the suite alone | generated requests alone | both |',
    '|---|---|---|---|---|',
    ...lines,
  ].join('\n')
}

function share(count: number, all: number): string {
  return all === 0 ? '–' : `${count} (${Math.floor((100 * count) / all)} %)`
}
