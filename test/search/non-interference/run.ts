/**
 * Looks for a request that tells apart what a role may not see: `--requests N` requests put to twins under the profiles
 * that reveal nothing, `--seed N`. Then, for the profiles of the real server as they are, it tells which switch makes how
 * many differences. `--path p` makes one trial of a seed again, as small as it goes. The exit status is 0 where no
 * request told twins apart that should not, and no switch was caught at what it is not marked with.
 */
import { parseArgs } from 'node:util'
import { QUIRK_IDS, revealsOf } from '../../../src/reference/strapi/quirks.ts'
import { attribute, differences, HELD, REVEALING } from './compare.ts'
import type { Twins } from './non-interference.ts'
import { type Interference, search, shrunk, told } from './search.ts'

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

/** The same requests under every profile: those that must not differ, and those that may. */
function look(twins: Twins, from: Interference): void {
  add('pairs', 1)
  for (const profile of HELD) {
    add('held', twins.requests.length)
    add(`${profile} ${twins.differIn}`, twins.requests.length)
    const [found] = differences(twins, profile)
    if (found === undefined) continue
    const again = `repeat: npm run search:non-interference -- --seed ${from.seed} --path ${from.path}`
    fault(`${told(shrunk(from) ?? found)}\n${again}`)
  }
  for (const profile of REVEALING) {
    add('revealing', twins.requests.length)
    const { revealed, joint } = attribute(twins, profile)
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
  console.log(`${count('revealing')} under the profiles of the real server as they are; told apart by`)
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
  let told = 0
  search(seed, look, () => {
    const tenth = Math.floor((count('held') * 10) / wanted)
    if (tenth > told) console.error(`${count('held')} of ${wanted}, ${faults} differences`)
    told = Math.max(told, tenth)
    return count('held') < wanted
  })
  console.log(
    `${count('held')} requests to ${count('pairs')} pairs of twins, where nothing may differ: ${faults} differences`,
  )
  report()
} else {
  const found = shrunk({ seed, path: values.path })
  if (found === undefined) console.log('nothing differs')
  else fault(told(found))
}
process.exitCode = faults === 0 ? 0 : 1
