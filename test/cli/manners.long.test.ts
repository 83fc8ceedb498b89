/** Tests the errors of commands (at most three lines with a remedy, and exit status 2), the version and the help. */
import { execFile } from 'node:child_process'
import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import packageFile from '../../package.json' with { type: 'json' }

const main = fileURLToPath(new URL('../../dist/bundle/cli.js', import.meta.url))

const populace = (...args: string[]): Promise<{ code: unknown; out: string; err: string }> =>
  new Promise((resolve) => {
    execFile(process.execPath, [main, ...args], (error, out, err) => {
      resolve({ code: error?.code ?? 0, out, err })
    })
  })

describe('commands that fail at the start', () => {
  test.each<[string, readonly string[], RegExp]>([
    ['a port that is not a number', ['serve', '--port', 'abc'], /'abc' is invalid\. Expected a whole number/],
    ['a port above the highest port', ['serve', '--port', '99999'], /from 0 to 65535; 0 chooses a free port/],
    [
      'a header name with a blank',
      ['serve', '--cors-headers', 'X-A,b c'],
      /expected names of headers such as X-Preview,X-Region, found "b c"/i,
    ],
    ['a folder that does not exist', ['serve', '/nowhere/at/all'], /found nothing; check the path/],
    ['a dataset folder that does not exist', ['validate', '/nowhere'], /expected a dataset folder/],
    ['a request that is missing', ['get'], /missing required argument 'request'/],
    ['a command that does not exist', ['serv'], /unknown command 'serv'\n\(Did you mean serve\?\)/],
    ['a role that does not exist', ['types', '--role', 'nope'], /no role nope: expected one of public/],
    ['a file that cannot be written', ['openapi', '--out', '/dev/null/all.json'], /check the path/],
    ['an option that does not exist', ['get', '/api/articles', '--dat', 'x'], /unknown option '--dat'/],
    ['a check of nothing', ['check'], /Expected either --target or --command/],
    [
      'a header that is none',
      ['check', '--target', 'http://127.0.0.1:9', '--header', 'x', '--no-suite'],
      /--header 1: expected 'name: value'/,
    ],
    ['a pace of nothing', ['check', '--target', 'http://127.0.0.1:9', '--rate', '0'], /are at least 1/],
    [
      'an explorer that is none',
      ['check', '--target', 'http://127.0.0.1:9', '--explorer', 'javascript:alert(1)'],
      /Expected the address of an explorer such as http/,
    ],
    [
      'a profile that does not exist',
      ['get', '/api/articles', '--profile', 'strapi'],
      /Unknown profile "strapi"/,
    ],
    [
      'a project that does not exist',
      [
        'get',
        '/api/x',
        '--data',
        fileURLToPath(new URL('../../fixtures/guide', import.meta.url)),
        '--profile',
        'auto',
      ],
      /expected a package\.json with the dependency @strapi\/strapi/,
    ],
  ])('%s', async (_what, args, says) => {
    const { code, out, err } = await populace(...args)
    expect(err).toMatch(says)
    expect(err.trimEnd().split('\n').length).toBeLessThanOrEqual(3)
    expect(err).not.toMatch(/^\s+at /m)
    expect([code, out]).toEqual([2, ''])
  })

  test('a check whose source does not answer writes its reports, with the reason', async () => {
    const dead = 'http://127.0.0.1:4'
    for (const [report, says] of [
      ['junit', /<testsuites [^>]*tests="1"[^>]*errors="1"[\s\S]*<error message="[^"]*ECONNREFUSED/],
      ['github', /^::error title=populace check::Not checked: .*ECONNREFUSED/],
      ['sarif', /ECONNREFUSED/],
    ] as const) {
      const { code, out } = await populace('check', dead, '--target', dead, '--report', report)
      expect(code).toBe(2)
      expect(out).toMatch(says)
    }
  })

  test('`serve` on a port in use suggests another port', async () => {
    const taken = createServer()
    await new Promise<void>((listening) => taken.listen(0, '127.0.0.1', listening))
    const address = taken.address()
    const port = typeof address === 'object' ? String(address?.port) : ''
    const { code, err } = await populace('serve', '--port', port)
    expect([code, err]).toEqual([
      2,
      expect.stringMatching(/another program listens there; --port names another/),
    ])
    taken.close()
  })
})

test('a check of a server that does not answer ends with a short message and status 2', async () => {
  const { code, out, err } = await populace('check', '--target', 'http://127.0.0.1:9')
  expect(code).toBe(2)
  expect(err).toMatch(/^No Strapi project here: this is the built-in example\. [^\n]*\n$/)
  expect(out).toMatch(
    /^! Nothing answers at http:\/\/127\.0\.0\.1:9: .*ECONNREFUSED.*\. Start the server, or wait/m,
  )
  expect(out.trim().split(/\n+/).length).toBeLessThanOrEqual(4)
})

test('`--version` prints the version of the package', async () => {
  expect(await populace('--version')).toEqual({ code: 0, out: `${packageFile.version}\n`, err: '' })
})

test('every command prints its own help', async () => {
  const { out } = await populace('--help')
  const names = [...(out.split('Most used:')[1] ?? '').matchAll(/^ {2}([a-z][a-z-]*) /gm)].map(
    ([, name = '']) => name,
  )
  const commands = names.filter((name) => name !== 'help')
  expect(commands.length).toBeGreaterThan(8)
  const helps = await Promise.all(commands.map((name) => populace(name, '--help')))
  expect(helps.map(({ code, err }) => ({ code, err }))).toEqual(commands.map(() => ({ code: 0, err: '' })))
})

test('the help names serve, get, validate, check, suite and quirks', async () => {
  const { code, out } = await populace('--help')
  expect(code).toBe(0)
  for (const name of ['serve', 'get', 'validate', 'check', 'suite', 'quirks'])
    expect(out).toContain(`  ${name}`)
})
