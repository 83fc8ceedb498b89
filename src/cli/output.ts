/** Writes the output of a command completely or not at all. */
import { lstatSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { print } from './terminal.ts'

/** Writes a text to a file as `writeFile` does; without a file, prints it. */
export function writeOut(text: string, file: string | undefined): void {
  if (file === undefined) print(text)
  else writeFile(text, file)
}

/**
 * Replaces a file atomically, and makes its folder if needed. A link, a device or a pipe, such as `/dev/stdout`, is
 * not replaced. Its target receives the content.
 */
export function writeFile(content: string | Uint8Array, file: string): void {
  mkdirSync(dirname(file), { recursive: true })
  if (lstatSync(file, { throwIfNoEntry: false })?.isFile() === false) {
    writeFileSync(file, content)
    return
  }
  const temporary = `${file}.${process.pid}.tmp`
  try {
    writeFileSync(temporary, content)
    renameSync(temporary, file)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  }
}
