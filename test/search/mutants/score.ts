/**
 * Counts the mutants that the suite detects, that generated requests detect, and that at least one of the two detects.
 * The search inserts each mutant into a copy of the build. The mutants are those of the list that change the reference,
 * and mutants that rules generate from its lines. `--every N` uses one of N generated mutants (0: none), `--runs` and
 * `--seed` determine the generated requests. `--workers N` sets the number of parallel copies. `--only text` selects
 * the mutants whose file or description contains the text. `--out file` writes the results as JSON.
 */
import { execFile } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { copyOfBuild, seededBuild } from './build.ts'
import { madeFaults } from './made.ts'
import { type Fault, located, placeText, readMutants } from './mutants.ts'
import { readSources } from './places.ts'

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
  readonly fault: Fault
  readonly kind: 'listed' | 'made'
  /** The first case or request whose answer differs; null if there is none. */
  readonly suite: string | null
  readonly generated: string | null
}

const isWanted = ({ file, says }: Fault): boolean => `${file} ${says}`.includes(values.only)
const listed = located(readMutants(root), readSources(root))
  .faults.filter(({ file }) => file.startsWith('src/reference/'))
  .map((fault) => ({ fault, kind: 'listed' as const }))
const every = Number(values.every)
const made = (every === 0 ? [] : madeFaults(root, every)).map((fault) => ({ fault, kind: 'made' as const }))
const waiting = [...listed, ...made].filter(({ fault }) => isWanted(fault))

const kept = join(mkdtempSync(join(tmpdir(), 'populace-score-')), 'kept.json')
await ask(root, ['keep', kept, values.runs, values.seed])

const scored: Scored[] = []
await Promise.all(
  Array.from({ length: Number(values.workers) }, async () => {
    const { dir, remove } = copyOfBuild(root)
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const one = { ...next, ...(await score(next.fault, dir)) }
      scored.push(one)
      if (one.suite === null)
        console.log(`no case${one.generated === null ? ', no request' : ''}: ${faultLine(one.fault)}`)
    }
    remove()
  }),
)

console.log(`\n${table()}`)
if (values.out !== undefined) writeFileSync(values.out, JSON.stringify(scored, null, 2))

async function score(fault: Fault, dir: string): Promise<Pick<Scored, 'suite' | 'generated'>> {
  const restore = seededBuild(root, dir, fault)
  const suite = await ask(dir, ['suite'])
  const generated = await ask(dir, ['generated', kept])
  restore()
  return { suite, generated }
}

/**
 * Returns the first case or request whose answer differs. If the process hangs or crashes, the mutant counts as
 * detected.
 */
function ask(dir: string, args: readonly string[]): Promise<string | null> {
  return new Promise((resolve) => {
    const script = join(dir, 'dist/test/search/mutants/answers.js')
    const options = { cwd: dir, timeout: MOST_MILLISECONDS, maxBuffer: 1 << 26 }
    execFile(process.execPath, [script, ...args], options, (error, stdout) => {
      resolve(error === null ? stdout.trim() || null : 'the program does not end normally')
    })
  })
}

function faultLine(fault: Fault): string {
  return `${placeText(fault)}: ${fault.says}`
}

/** Returns a table with the numbers of detected mutants of each kind. */
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
