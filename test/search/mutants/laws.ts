/**
 * Counts the mutants of reading that the live laws detect alone: no dataset, no second evaluator, no case. Seeds each mutant
 * into a copy of the build and runs the live laws on generated worlds. `--runs N` sets the worlds after which one broken
 * law is enough, `--most N` those after which a mutant survives, `--seed N`, `--workers N`, and `--only text` takes the
 * mutants whose file or sentence has the text. `--page` writes the result into the documentation, `--out file` as JSON.
 */
import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { copyOfBuild, seededBuild } from './build.ts'
import { type Fault, located, placeText, readMutants } from './mutants.ts'
import { readSources } from './places.ts'

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '40' },
    most: { type: 'string', default: '400' },
    seed: { type: 'string', default: '1' },
    workers: { type: 'string', default: '2' },
    only: { type: 'string', default: '' },
    out: { type: 'string' },
  },
})
const root = process.cwd()
const MOST_MILLISECONDS = 240_000

interface Detected {
  readonly fault: Fault
  /** Each broken law with the first line of its fault. */
  readonly laws: Readonly<Record<string, string>>
}

const waiting = located(readMutants(root), readSources(root)).faults.filter(
  ({ file, says }) => file.startsWith('src/reference/') && `${file} ${says}`.includes(values.only),
)
const detected: Detected[] = []
await Promise.all(
  Array.from({ length: Number(values.workers) }, async () => {
    const copy = copyOfBuild(root)
    for (let fault = waiting.shift(); fault !== undefined; fault = waiting.shift()) {
      const restore = seededBuild(root, copy.dir, fault)
      const laws = await brokenIn(copy.dir)
      restore()
      detected.push({ fault, laws })
      console.log(`${Object.keys(laws).length} laws: ${placeText(fault)} ${fault.says}`)
    }
    copy.remove()
  }),
)

const survivors = detected.filter(({ laws }) => Object.keys(laws).length === 0)
console.log(
  `\n${detected.length - survivors.length} of ${detected.length} mutants are detected by the live laws alone`,
)
for (const { fault } of survivors) console.log(`by none: ${placeText(fault)}: ${fault.says}`)
if (values.out !== undefined) writeFileSync(values.out, JSON.stringify(detected, null, 2))

/** The broken laws. A process that hangs or crashes breaks the law of crashes. */
function brokenIn(dir: string): Promise<Readonly<Record<string, string>>> {
  return new Promise((resolve) => {
    const script = join(dir, 'dist/test/search/mutants/live.js')
    const options = { cwd: dir, timeout: MOST_MILLISECONDS, maxBuffer: 1 << 26 }
    execFile(process.execPath, [script, values.runs, values.seed, values.most], options, (error, stdout) => {
      const lines = stdout.split('\n').filter((line) => line.startsWith('{'))
      const found = lines.map((line): { readonly law: string; readonly fault: string } => JSON.parse(line))
      const ended = error === null ? [] : [['(crashed)', error.message.split('\n')[0] ?? '']]
      resolve(Object.fromEntries([...found.map(({ law, fault }) => [law, fault]), ...ended]))
    })
  })
}
