/** Writes the output of a command completely or not at all. */
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { print } from './terminal.ts'

/** Replaces a file atomically, and makes its folder if needed; without a file, writes to the standard output. */
export function writeOut(text: string, file: string | undefined): void {
  if (file === undefined) {
    print(text)
    return
  }
  const temporary = `${file}.${process.pid}.tmp`
  mkdirSync(dirname(file), { recursive: true })
  try {
    writeFileSync(temporary, text)
    renameSync(temporary, file)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  }
}
