/** Pipes, devices and links in place of files: each command ends with one sentence. */
import { execFile, execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { datasetFolder } from '../../src/oracle/suite/suite.ts'
import { makeProject } from '../support/project.ts'

const main = fileURLToPath(new URL('../../dist/bundle/cli.js', import.meta.url))
const HANGS_AFTER_MILLISECONDS = 30_000

interface Ran {
  readonly code: number | null
  readonly lines: readonly string[]
}

function populace(...args: string[]): Promise<Ran> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [main, ...args],
      { timeout: HANGS_AFTER_MILLISECONDS, killSignal: 'SIGKILL' },
      (_error, _out, err) => resolve({ code: child.exitCode, lines: err.split('\n').filter(Boolean) }),
    )
  })
}

const dataset = mkdtempSync(join(tmpdir(), 'populace-kinds-'))
cpSync(datasetFolder('guide'), dataset, { recursive: true })
const project = makeProject()
afterAll(() => {
  rmSync(dataset, { recursive: true, force: true })
  project.remove()
})

function pipe(path: string): string {
  rmSync(path, { force: true })
  execFileSync('mkfifo', [path])
  return path
}

function device(path: string): string {
  rmSync(path, { force: true })
  symlinkSync('/dev/zero', path)
  return path
}

const isPosix = process.platform !== 'win32'

describe.runIf(isPosix)('a command ends with one sentence about', () => {
  test.each([
    ['a pipe', pipe],
    ['a device', device],
  ])('%s as --settings, --access or --fake-values', async (found, make) => {
    const file = make(join(dataset, '..', `kinds-${process.pid}.json`))
    const says = `${file}: expected a regular file, found ${found}`
    try {
      for (const option of ['--settings', '--access'])
        expect(await populace('validate', dataset, option, file)).toEqual({ code: 2, lines: [says] })
      expect(await populace('validate', dataset, '--fake', '1', '--fake-values', file)).toEqual({
        code: 2,
        lines: [says],
      })
    } finally {
      rmSync(file)
    }
  })

  test.each(['entries/article.json', 'content-types/article.json', 'settings.json'])(
    'a pipe as %s',
    async (path) => {
      const copy = mkdtempSync(join(tmpdir(), 'populace-kinds-'))
      try {
        cpSync(dataset, copy, { recursive: true })
        pipe(join(copy, path))
        const { code, lines } = await populace('validate', copy)
        expect(code).toBe(1)
        expect(lines.join('\n')).toContain(
          `${path}#: neither a file nor a folder: expected a regular file, found a pipe`,
        )
      } finally {
        rmSync(copy, { recursive: true, force: true })
      }
    },
  )

  test.each([
    ['-wal', pipe, 'a pipe'],
    ['-journal', pipe, 'a pipe'],
    ['', device, 'a device'],
    ['', pipe, 'a pipe'],
  ])('data.db%s that is one', async (end, make, found) => {
    make(`${project.database}${end}`)
    const { code, lines } = await populace('validate', project.folder, '--no-project-code')
    expect(code).toBe(2)
    expect(lines.at(-1)).toBe(`${project.database}${end}: expected a regular file, found ${found}`)
    if (end !== '') rmSync(`${project.database}${end}`)
  })
})
