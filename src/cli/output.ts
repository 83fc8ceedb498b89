/** Writes the output of a command completely or not at all. */
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { print } from './terminal.ts'

/** Replaces a file atomically; without a file, writes to the standard output. */
export function writeOut(text: string, file: string | undefined): void {
  if (file === undefined) {
    print(text)
    return
  }
  const temporary = `${file}.${process.pid}.tmp`
  try {
    writeFileSync(temporary, text)
    renameSync(temporary, file)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  }
}
