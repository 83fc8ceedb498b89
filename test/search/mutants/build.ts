/**
 * A copy of the build, in which one file at a time gets a mutant. Only the file with the mutant is converted to
 * JavaScript, without type checks, so inserting a mutant is fast.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { transform } from 'sucrase'
import { type Fault, seeded } from './mutants.ts'

export interface BuildCopy {
  readonly dir: string
  readonly remove: () => void
}

export function copyOfBuild(root: string): BuildCopy {
  const dir = mkdtempSync(join(tmpdir(), 'populace-seeded-'))
  cpSync(join(root, 'dist'), join(dir, 'dist'), { recursive: true })
  for (const name of ['node_modules', 'fixtures', 'package.json', 'properties'])
    symlinkSync(join(root, name), join(dir, name))
  return { dir, remove: () => rmSync(dir, { recursive: true }) }
}

/** Inserts a mutant into a copy of the build; returns a function that removes it. */
export function seededBuild(root: string, dir: string, fault: Fault): () => void {
  const built = join(dir, 'dist', fault.file.replace(/\.ts$/, '.js'))
  const sound = readFileSync(built, 'utf8')
  writeFileSync(built, compiled(seeded(readFileSync(join(root, fault.file), 'utf8'), fault)))
  return () => writeFileSync(built, sound)
}

/** Removes the types without checking them, because a mutant may have type errors. */
function compiled(text: string): string {
  const { code } = transform(text, { transforms: ['typescript'], disableESTransforms: true })
  return code.replaceAll(/(from\s+'\.[^']*)\.ts'/g, "$1.js'")
}
