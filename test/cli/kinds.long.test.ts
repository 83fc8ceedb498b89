/** Tests commands with pipes, devices and links in place of files: each command ends with one sentence. */
import { execFile, execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
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

const TARGET = ['check', '--target', 'http://127.0.0.1:1', '--no-suite', '--runs', '1']

/** The options and arguments that name a file that may come from another person. */
const READERS: Readonly<Record<string, (file: string) => readonly string[]>> = {
  'an archive': (file) => ['validate', file],
  'serve --trouble': (file) => ['serve', dataset, '--port', '0', '--trouble', file],
  'check --known': (file) => [...TARGET, '--known', file],
  'check --merge': (file) => ['check', '--merge', file],
  'check --config': (file) => [...TARGET, '--config', file],
  'check --ca': (file) => [...TARGET, '--ca', file],
  'explain --body': (file) => ['explain', '/api/articles', '--method', 'POST', '--body', `@${file}`],
  'upgrade --requests': (file) => ['upgrade', dataset, '--from', '5.53', '--to', '5.54', '--requests', file],
}

const KINDS: Readonly<Record<string, (file: string) => unknown>> = {
  'a pipe': pipe,
  'endless zeros': device,
  'a folder': (file) => mkdirSync(file),
  'a link to itself': (file) => symlinkSync(file, file),
  'two gigabytes of nothing': (file) => {
    writeFileSync(file, '')
    truncateSync(file, 2 ** 31)
  },
}

describe.runIf(isPosix)('a special file ends a command with one sentence', () => {
  test.each([
    ['a pipe', pipe],
    ['a device', device],
  ])('%s as --settings, --access or --fake-values ends a command with one sentence', async (found, make) => {
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

  test.each(Object.entries(READERS))(
    'every kind of special file as %s is refused, and the last line names the file',
    async (name, argsOf) => {
      for (const [kind, make] of Object.entries(KINDS)) {
        // Exceptions: a folder is a valid source, and the file of `--requests` may have any size.
        if (kind === 'a folder' && name === 'an archive') continue
        if (kind.startsWith('two') && name === 'upgrade --requests') continue
        const folder = mkdtempSync(join(tmpdir(), 'populace-kinds-'))
        try {
          const file = join(folder, 'file.tar.gz')
          make(file)
          const { code, lines } = await populace(...argsOf(file))
          expect([kind, code]).toEqual([kind, 2])
          expect(lines.at(-1), kind).toContain(file)
        } finally {
          rmSync(folder, { recursive: true, force: true })
        }
      }
    },
  )

  test.each(['entries/article.json', 'content-types/article.json', 'settings.json'])(
    'a pipe in a dataset folder in place of %s is reported as a fault',
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
  ])(
    'a special file as the database file data.db%s ends a command with one sentence',
    async (end, make, found) => {
      make(`${project.database}${end}`)
      const { code, lines } = await populace('validate', project.folder, '--no-project-code')
      expect(code).toBe(2)
      expect(lines.at(-1)).toBe(`${project.database}${end}: expected a regular file, found ${found}`)
      if (end !== '') rmSync(`${project.database}${end}`)
    },
  )
})
