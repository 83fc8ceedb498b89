/**
 * Counts the mutants in the code for reads that the live laws detect. The live laws need no dataset, no second
 * evaluator and no cases. The search inserts each mutant into a copy of the build, and runs the live laws on
 * generated worlds. After `--runs N` worlds, a mutant with one broken law is not tested on further worlds. `--most
 * N` sets the number after which a mutant counts as undetected. `--seed N` sets the seed, `--workers N` the number
 * of copies. `--only text` selects the mutants whose file or description contains the text. `--out file` writes the
 * result as JSON after each mutant; `--from file` runs only the mutants that this result lacks or calls undetected.
 * `--page` writes the score to the documentation.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { copyOfBuild, seededBuild } from './build.ts'
import { type BrokenIn, brokenIn } from './live-run.ts'
import { type Fault, located, placeText, readMutants } from './mutants.ts'
import { readSources } from './places.ts'
import { type LawScore, writeScore } from './score-page.ts'

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '1' },
    most: { type: 'string', default: '400' },
    seed: { type: 'string', default: '1' },
    workers: { type: 'string', default: '2' },
    only: { type: 'string', default: '' },
    from: { type: 'string' },
    out: { type: 'string' },
    page: { type: 'boolean', default: false },
  },
})
const root = process.cwd()
/** The share of mutants that the laws must detect. */
const ENOUGH = 0.95

interface Detected {
  readonly says: string
  /** Each broken law with the first line of its failure. */
  readonly laws: BrokenIn
}

const isDetected = ({ laws }: Detected): boolean => Object.keys(laws).length > 0

const all = located(readMutants(root), readSources(root)).faults.filter(
  ({ file, says }) => file.startsWith('src/reference/') && `${file} ${says}`.includes(values.only),
)
const faults = all.filter(({ noLaw }) => noLaw === undefined)
const known: readonly Detected[] =
  values.from === undefined ? [] : JSON.parse(readFileSync(values.from, 'utf8')).filter(isDetected)
const detected = known.filter(({ says }) => faults.some((fault) => fault.says === says))
const waiting = faults.filter(({ says }) => !detected.some((one) => one.says === says))

const how = { runs: values.runs, seed: values.seed, most: values.most }
const sound = await brokenIn(root, how)
if (Object.keys(sound).length > 0) {
  console.error(`laws break without a mutant: ${JSON.stringify(sound, null, 2)}`)
  process.exit(1)
}

await Promise.all(
  Array.from({ length: Number(values.workers) }, async () => {
    const copy = copyOfBuild(root)
    for (let fault = waiting.shift(); fault !== undefined; fault = waiting.shift()) {
      detected.push(await tryFault(fault, copy.dir))
      if (values.out !== undefined) writeFileSync(values.out, JSON.stringify(detected, null, 2))
    }
    copy.remove()
  }),
)

async function tryFault(fault: Fault, dir: string): Promise<Detected> {
  const restore = seededBuild(root, dir, fault)
  const laws = await brokenIn(dir, how)
  restore()
  console.log(`${Object.keys(laws).join(' ') || 'NONE'}: ${placeText(fault)} ${fault.says}`)
  return { says: fault.says, laws }
}

const survivors = detected.filter((one) => !isDetected(one)).map(({ says }) => says)
const score: LawScore = {
  worlds: Number(values.most),
  seed: Number(values.seed),
  mutants: detected.length,
  detected: detected.length - survivors.length,
  survivors: survivors.toSorted(),
  excused: all.length - faults.length,
}
console.log(`\n${score.detected} of ${score.mutants} mutants are detected by the live laws alone`)
for (const says of survivors) console.log(`by none: ${says}`)
if (values.page) writeScore(root, score)
if (score.detected < score.mutants * ENOUGH) process.exitCode = 1
