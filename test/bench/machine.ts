/** The machine of a bench run, because figures of different machines are not comparable. */
import { readFileSync } from 'node:fs'
import { arch, availableParallelism, cpus, loadavg, platform, release, totalmem } from 'node:os'
import { join } from 'node:path'
import { ROOT } from './root.ts'

export interface Machine {
  readonly processor: string
  readonly cores: number
  /** GiB. */
  readonly memory: number
  readonly system: string
  readonly node: string
  /** The load average of the last minute before the bench. */
  readonly load: number
  readonly populace: string
}

export function machine(): Machine {
  const { version }: { readonly version: string } = JSON.parse(
    readFileSync(join(ROOT, 'package.json'), 'utf8'),
  )
  return {
    processor: cpus()[0]?.model.trim() ?? 'unknown',
    cores: availableParallelism(),
    memory: Math.round(totalmem() / 2 ** 30),
    system: `${platform()} ${release().split('-')[0]} ${arch()}`,
    node: process.version,
    load: Math.round((loadavg()[0] ?? 0) * 10) / 10,
    populace: version,
  }
}

export const sentenceOf = ({ processor, cores, memory, system, node, load }: Machine): string =>
  `${cores} cores of ${processor}, ${memory} GiB, ${system}, Node ${node}, load average ${load} at the start`
