/**
 * Searches for requests that reveal private data. The search sends `--requests N` requests to pairs of datasets, under
 * the profiles that reveal nothing, beginning with `--seed N`. The search then counts the differences that each switch
 * of the real server's profiles causes. `--path p` repeats one trial of the seed and shrinks it. The exit status is 1
 * if an answer reveals private data, or if a switch reveals a kind of data that its entry does not list.
 */
import { parseArgs } from 'node:util'
import { QUIRK_IDS, revealsOf } from '../../../src/reference/strapi/quirks.ts'
import { attribute, differences, HELD, REVEALING } from './compare.ts'
import type { DatasetPair } from './non-interference.ts'
import { formatDifference, type Interference, search, shrunk } from './search.ts'

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '20000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000_000) },
    path: { type: 'string' },
  },
})
const seed = Number(values.seed)
const wanted = Number(values.requests)

const counts = new Map<string, number>()
const add = (key: string, by: number): void => void counts.set(key, (counts.get(key) ?? 0) + by)
const count = (key: string): number => counts.get(key) ?? 0
let faults = 0

function fault(text: string): void {
  faults++
  console.log(text)
}

/**
 * Compares the pair under all profiles: the profiles whose answers must be equal, and the profiles whose answers may
 * differ.
 */
function compareUnderProfiles(pair: DatasetPair, from: Interference): void {
  add('pairs', 1)
  for (const profile of HELD) {
    add('held', pair.requests.length)
    add(`${profile} ${pair.differIn}`, pair.requests.length)
    const [found] = differences(pair, profile)
    if (found === undefined) continue
    const again = `repeat: npm run search -- non-interference --seed ${from.seed} --path ${from.path}`
    fault(`${formatDifference(shrunk(from) ?? found)}\n${again}`)
  }
  for (const profile of REVEALING) {
    add('revealing', pair.requests.length)
    const { revealed, joint } = attribute(pair, profile)
    for (const { quirk, secret } of revealed) add(`${quirk}: ${secret}`, 1)
    add('joint', joint.length)
  }
}

function report(): void {
  for (const profile of HELD) {
    const each = ['private values', 'private links', 'closed entries']
    console.log(
      `  ${profile}: ${each.map((secret) => `${count(`${profile} ${secret}`)} ${secret}`).join(', ')}`,
    )
  }
  console.log(
    `${count('revealing')} under the profiles of the real server as they are; differences by switch:`,
  )
  for (const id of QUIRK_IDS)
    for (const secret of ['private values', 'private links', 'closed entries'] as const) {
      const times = count(`${id}: ${secret}`)
      const isMarked = revealsOf(id).includes(secret)
      if (times > 0 || isMarked) console.log(`  ${id}: ${secret} ${times}×`)
      if (times > 0 && !isMarked) fault(`  ${id} is not marked with ${secret}`)
    }
  console.log(`  several together: ${count('joint')}×`)
}

console.log(`seed ${seed}`)
if (values.path === undefined) {
  let reported = 0
  search(seed, compareUnderProfiles, () => {
    const tenth = Math.floor((count('held') * 10) / wanted)
    if (tenth > reported) console.error(`${count('held')} of ${wanted}, ${faults} differences`)
    reported = Math.max(reported, tenth)
    return count('held') < wanted
  })
  console.log(
    `${count('held')} requests to ${count('pairs')} pairs, where nothing may differ: ${faults} differences`,
  )
  report()
} else {
  const found = shrunk({ seed, path: values.path })
  if (found === undefined) console.log('nothing differs')
  else fault(formatDifference(found))
}
process.exitCode = faults === 0 ? 0 : 1
