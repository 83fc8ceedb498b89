/** Writes the output of a command completely or not at all. */
import { renameSync, rmSync, writeFileSync } from 'node:fs'

/** Replaces a file atomically; without a file, writes to the standard output. */
export function writeOut(text: string, file: string | undefined): void {
  if (file === undefined) {
    process.stdout.write(text)
    return
  }
  const beside = `${file}.${process.pid}.tmp`
  try {
    writeFileSync(beside, text)
    renameSync(beside, file)
  } catch (error) {
    rmSync(beside, { force: true })
    throw error
  }
}
