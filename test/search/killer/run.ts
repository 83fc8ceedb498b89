/**
 * Stops `--save` at every system call of every kind of write, and opens the folder again. The folder must always load,
 * with the whole write or without any of it. The search prints a table. The exit status is 1 if a folder did not load
 * or had a part of a write, or if the next start changed its rows.
 */
import { killedAt, measured } from './kill.ts'
import { WRITES } from './writes.ts'

let places = 0
for (const name of Object.keys(WRITES)) {
  const { start, all, after } = await measured(name)
  const counts = { absent: 0, complete: 0, broken: 0 }
  for (let at = start + 1; at <= all; at++) {
    places++
    try {
      counts[await killedAt(name, at, after)]++
    } catch (error) {
      counts.broken++
      process.exitCode = 1
      console.log(`call ${at}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  console.log(`${name}: ${counts.absent} absent, ${counts.complete} complete, ${counts.broken} broken`)
}
console.log(`${places} places`)
