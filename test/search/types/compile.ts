/** Compiles a batch in a separate folder. */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const OPTIONS = {
  target: 'es2023',
  module: 'nodenext',
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  allowImportingTsExtensions: true,
  noEmit: true,
  skipLibCheck: true,
  types: [],
}

/** The comment that marks the next line of a program as one that the compiler must reject. */
export const REFUSED = ['// @ts', 'expect', 'error'].join('-')

/**
 * Returns the compiler errors in some files, one line each. The parameter `parent` is the folder from which imports are
 * resolved.
 */
export async function compile(
  files: Readonly<Record<string, string>>,
  parent = tmpdir(),
): Promise<readonly string[]> {
  const folder = mkdtempSync(join(parent, 'populace-types-'))
  try {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
    const config = { compilerOptions: OPTIONS, include: ['*.ts'] }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
    return await faultsIn(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** The path of tsc, resolved from this file so that it works in any folder. */
const TSC = fileURLToPath(new URL('bin/tsc', import.meta.resolve('typescript/package.json')))

function faultsIn(folder: string): Promise<readonly string[]> {
  return new Promise((resolve, reject) => {
    const options = { maxBuffer: 256 * 1024 * 1024 }
    execFile(process.execPath, [TSC, '-p', folder], options, (error, out, err) => {
      const lines = out.split('\n').filter((line) => line.includes(': error TS'))
      if (error !== null && lines.length === 0) reject(new Error(`${error.message}\n${err}`))
      else resolve(lines.map((line) => line.slice(0, 1000)))
    })
  })
}
