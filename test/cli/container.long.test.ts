/**
 * Tests the Dockerfile, the compose file and the systemd unit of the documentation. The test cannot run containers,
 * so it runs the commands that the containers would run.
 */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test, vi } from 'vitest'
import { serveCommand } from '../../src/cli/serve/serve.ts'
import { variableOf } from '../../src/cli/settings/settings.ts'
import { root } from '../house/sources.ts'
import { blockOf } from '../support/nginx.ts'

vi.setConfig({ testTimeout: 300_000 })

const folder = mkdtempSync(join(tmpdir(), 'populace-image-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const dockerfile = blockOf('operations.md', 'dockerfile')
/** Returns the arguments of all instructions in the Dockerfile with the given name. */
const instructions = (name: string): readonly string[] =>
  [...dockerfile.matchAll(new RegExp(`^${name} (.*)$`, 'gm'))].map(([, text = '']) => text)
const only = (name: string): string => {
  const [text = '', ...more] = instructions(name)
  expect([text === '', more]).toEqual([false, []])
  return text
}

const pairsIn = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries([...text.matchAll(/(\w+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value]))

/** Expects that every `POPULACE_` variable belongs to an option of `serve`. */
function expectVariables(text: string): void {
  const known = serveCommand({}).options.map((option) => variableOf(option.attributeName()))
  const named = [...text.matchAll(/\b(POPULACE_\w+)/g)].map(([, name = '']) => name)
  expect(named.length).toBeGreaterThan(0)
  expect(named.filter((name) => !known.includes(name))).toEqual([])
}

test('the commands of the image install Populace, start it, check its health and stop it', async () => {
  const packed = only('COPY populace-\\S+').split(' ')
  expect(packed).toEqual(['/opt/'])
  execFileSync('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder], { cwd: root })
  const run = only('RUN').replace('/opt/', `${folder}/`)
  expect(run).toMatch(/^npm install --global --no-audit --no-fund \S+\.tgz$/)
  execFileSync('sh', ['-c', `${run} --prefix ${folder}/usr --omit=peer`], { stdio: 'ignore' })
  cpSync(fileURLToPath(new URL('../../fixtures/guide', import.meta.url)), join(folder, 'site'), {
    recursive: true,
  })

  expectVariables(dockerfile)
  const [program = '', ...args] = JSON.parse(only('ENTRYPOINT'))
  const given = { ...pairsIn(only('ENV')), POPULACE_PORT: '0' }
  expect(given).toMatchObject({ POPULACE_HOST: '0.0.0.0', POPULACE_LOG: 'json' })
  const env = { ...process.env, ...given }
  const child = spawn(join(folder, 'usr/bin', program), args, {
    ...{ cwd: join(folder, 'site'), env, stdio: ['ignore', 'pipe', 'inherit'] },
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const { url } = JSON.parse(String((await lines.next()).value))
  const { port } = new URL(url)

  const healthy = JSON.parse(only('HEALTHCHECK --interval=2s CMD'))
  const checked = async (at: string): Promise<unknown> => {
    const [node = '', ...script] = healthy.map((text: string) => text.replace('1337', at))
    expect(node).toBe('node')
    return (await once(spawn(process.execPath, script), 'exit'))[0]
  }
  await fetch(`http://127.0.0.1:${port}/api/categories`)
  expect(await checked(port)).toBe(0)
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
  expect(await checked(port)).toBe(1)
})

test('the image runs as the user node, and the compose file drops capabilities and makes files read-only', () => {
  expect(dockerfile).toMatch(/^USER node$/m)
  const compose = blockOf('operations.md', 'yaml')
  expectVariables(compose)
  for (const line of ['read_only: true', 'tmpfs: [/tmp]', 'cap_drop: [ALL]']) expect(compose).toContain(line)
})

test('the systemd unit runs `populace serve`, and its stop timeout is longer than the drain time of `serve`', () => {
  const unit = blockOf('operations.md', 'ini')
  expectVariables(unit)
  const settingOf = (name: string): string => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1] ?? ''
  const [program, command, source, ...more] = settingOf('ExecStart').split(' ')
  expect([program, command, source, more]).toEqual(['/usr/local/bin/populace', 'serve', '/srv/site', []])
  const drain = serveCommand({}).options.find((option) => option.attributeName() === 'drain')?.defaultValue
  expect(Number(settingOf('TimeoutStopSec')) * 1000).toBeGreaterThan(Number(drain))
})
