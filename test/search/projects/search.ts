/** Creates hostile projects from seeds, and opens each with a command. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decisions } from '../fuzz/chance.ts'
import { type Ended, faultOf, run } from './judge.ts'
import { writeProject } from './project.ts'

export interface OpenedProject {
  readonly seed: number
  /** A text with the command and the harmful parts of the project. */
  readonly says: string
  readonly ended: Ended
  readonly fault: string | undefined
}

const COMMANDS: readonly ((folder: string) => readonly string[])[] = [
  (folder) => ['validate', folder],
  (folder) => ['get', '/api/things?populate=*', '--data', folder],
  (folder) => ['inspect', folder],
  (folder) => ['validate', folder, '--no-project-code'],
]

/** Creates and opens the project of a seed. The parameter `most` is the time limit in milliseconds. */
export async function tryProject(cli: string, seed: number, most: number): Promise<OpenedProject> {
  const above = mkdtempSync(join(tmpdir(), 'populace-hostile-'))
  const folder = join(above, 'project')
  mkdirSync(folder)
  try {
    const roll = decisions(seed)
    const harms = writeProject(folder, roll)
    const args = roll.pick(COMMANDS)(folder)
    const ended = await run(cli, args, most + 1_000)
    const says = `${args.filter((word) => word !== folder).join(' ')}: ${harms.join('; ')}`
    return { seed, says, ended, fault: faultOf(ended, most) }
  } finally {
    rmSync(above, { recursive: true, force: true })
  }
}
