/** Tests the verdict of `populace upgrade` and `populace since` with each kind of token of a project. */
import { execFile, spawnSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { bearers, makeProject } from '../support/project.ts'
import { makeRoutedProject } from '../support/project-routes.ts'

const cli = fileURLToPath(new URL('../../dist/bundle/cli.js', import.meta.url))
const guide = fileURLToPath(new URL('../../fixtures/guide', import.meta.url))
const project = makeProject()
afterAll(project.remove)

const log = join(project.folder, 'access.log')
writeFileSync(
  log,
  `${['/api/articles?pagination[page]=2', '/api/articles?fields=title', '/api/tags'].join('\n')}\n`,
)
const start = ['upgrade', project.folder, '--from', '5.12', '--to', '5.54', '--requests']

/** Runs a command; returns its exit status and its outputs. */
const run = (args: readonly string[]): Promise<{ code: unknown; out: string; err: string }> =>
  new Promise((resolve) => {
    execFile(process.execPath, [cli, ...args], (error, out, err) =>
      resolve({ code: error?.code ?? 0, out, err }),
    )
  })

/** Returns a JWT for user 1 of the project that expired in 1970. */
function expiredJwt(): string {
  const part = (json: object): string => Buffer.from(JSON.stringify(json)).toString('base64url')
  const text = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ id: 1, iat: 1, exp: 2 })}`
  const key = 'lab-users-permissions-jwt-secret-0123456789'
  return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`
}

const tokens = bearers()
test.each<[string, string, number, RegExp]>([
  [
    'a valid API token',
    tokens.get('tokenFull') ?? '',
    1,
    /^3 requests: 2 get the same answer, 1 another one/,
  ],
  ['a valid JWT', tokens.get('jwtReader') ?? '', 1, /^3 requests: 2 get the same answer, 1 another one/],
  ['the name of a token', 'full-access=any', 1, /^3 requests: 2 get the same answer, 1 another one/],
  ['an unknown token', 'unknown', 2, /^Not compared: 3 of 3 .* 401 .*The data does not contain the token/],
  ['an expired JWT', expiredJwt(), 2, /^Not compared: 3 of 3 .* 401 .*or the token expired/],
  ['a role without rights', tokens.get('jwtLimited') ?? '', 2, /^Not compared: .* 403 .*--grant/],
])('populace upgrade prints the expected verdict with %s as the token', async (_what, token, code, line) => {
  const ran = await run([...start, log, '--token', token])
  expect(ran.out.split('\n')[1]).toMatch(line)
  expect(ran.code).toBe(code)
})

test('upgrade reads compressed requests from standard input', () => {
  const input = gzipSync('https://x.example/cms/api/articles?pagination[page]=2\n')
  const ran = spawnSync(process.execPath, [cli, ...start, '-', '--prefix', '/cms', '--format', 'json'], {
    input,
  })
  expect(JSON.parse(ran.stdout.toString())).toMatchObject({ verdict: 'breaks', asked: 1, leftOut: [] })
})

test.each([
  ['one server twice', ['--from', '5.12', '--to', 'postgres'], /^Both sides are strapi-5\.12-postgres/],
  ['a dataset without a release', ['--to', 'latest'], /names no release: expected --from with one/],
])('%s: upgrade rejects the comparison', async (_what, sides, says) => {
  const { code, out, err } = await run(['upgrade', guide, ...sides, '--requests', log])
  expect([code, out]).toEqual([2, ''])
  expect(err).toMatch(says)
})

test('an error of populace upgrade names requests outside the API path, and the option that removes their prefix', async () => {
  const file = join(project.folder, 'others.log')
  writeFileSync(file, 'https://x.example/cms/api/articles\n')
  const { code, err } = await run([...start, file])
  expect(code).toBe(2)
  expect(err).toMatch(/not below \/api: https:\/\/x\.example\/cms\/api\/articles.*--prefix/)
})

test('`since` answers with the permissions of the token, and explains how to correct an unknown token', async () => {
  const args = (token: string) => ['since', '/api/articles', '--data', project.folder, '--token', token]
  const known = await run(args(tokens.get('tokenFull') ?? ''))
  expect(known).toMatchObject({ code: 0, out: expect.stringContaining('200') })
  expect((await run(args('unknown'))).code).toBe(2)
})

test('`upgrade` and `since` report an unknown token that a route with code refuses', async () => {
  const routed = makeRoutedProject()
  const file = join(routed.folder, 'routes.log')
  writeFileSync(file, '/api/authors\n')
  const sides = ['--from', '5.12', '--to', '5.54']
  const args = ['upgrade', routed.folder, ...sides, '--requests', file, '--token']
  const unknown = await run([...args, 'unknown'])
  expect(unknown.out.split('\n')[1]).toMatch(
    /^Not compared: 1 of 1 .* 401 .*The data does not contain the token/,
  )
  expect(unknown.code).toBe(2)
  expect((await run([...args, tokens.get('tokenFull') ?? ''])).out).toMatch(/^1 request: /m)
  const since = await run(['since', '/api/authors', '--data', routed.folder, '--token', 'unknown'])
  expect([since.code, since.err]).toEqual([2, expect.stringContaining('does not contain the token')])
  routed.remove()
})
