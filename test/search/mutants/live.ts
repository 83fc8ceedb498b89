/**
 * Runs the live laws on generated worlds with the build that contains this file. The program prints each broken law
 * with its failure as a JSON line, and a line for every ten worlds. The arguments are the number of worlds after which
 * one broken law is enough, the seed, the maximum number of worlds, and a prefix of law ids.
 */
import { sweep } from '../../../properties/check/worlds.ts'
import { liveLaws } from '../../../properties/laws/laws.ts'
import { readBroken } from '../../../properties/laws/servers.ts'
import { serving } from './served.ts'

const [runs = '40', seed = '1', most = runs, prefix = ''] = process.argv.slice(2)
const laws = liveLaws.filter(({ id }) => id.startsWith(prefix))

let broken = 0
await sweep(
  laws,
  { runs: Number(most), seed: Number(seed), serve: serving(readBroken(process.cwd())) },
  ({ law, fault, path }) => {
    broken++
    console.log(JSON.stringify({ law: law.id, fault: fault.split('\n')[0], path }))
  },
  (count) => {
    if (count % 10 === 0) console.log(`${count} worlds`)
    if (count >= Number(runs) && broken > 0) process.exit()
  },
)
