/** What a command writes, as a whole or not at all. */
import { renameSync, rmSync, writeFileSync } from 'node:fs'

/** Writes a text to a file, which is replaced at once; to the standard output where no file is named. */
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
