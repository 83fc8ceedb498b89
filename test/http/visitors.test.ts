/** Tests which `Host` headers a server accepts, and pages of which origins may send credentials. */
import { afterEach, describe, expect, test } from 'vitest'
import { type Running, type ServeOptions, serve } from '../../src/server/http/serve.ts'
import { type Allowed, headersFor, hostsOf, isLoopback, turnedAway } from '../../src/server/http/visitors.ts'
import { exchange, guide, statuses } from '../support/raw.ts'

const LOCAL = { host: '127.0.0.1', address: '127.0.0.1' }
const OPEN = { host: '0.0.0.0', address: '0.0.0.0' }

/** Returns the status that refuses a request for the given host; undefined if the server accepts the host. */
const turned = (host: string | undefined, hosts: Allowed, url = '/api/restaurants'): number | undefined =>
  turnedAway({ url, headers: { host } }, { hosts, origins: [] })?.status

describe('names of this machine', () => {
  test.each(['localhost', 'app.localhost', '127.0.0.1', '127.9.9.9', '::1', '[::1]'])(
    'names of this machine include %s',
    (name) => {
      expect(isLoopback(name)).toBe(true)
    },
  )
  test.each([
    'example.com',
    'localhost.example.com',
    'notlocalhost',
    '127.0.0.1.example.com',
    '127.evil.example',
    '128.0.0.1',
    '0.0.0.0',
    '192.168.1.2',
    '::2',
    '',
  ])('names of this machine do not include %j', (name) => expect(isLoopback(name)).toBe(false))
})

describe('a server that listens on this machine only', () => {
  const hosts = hostsOf(LOCAL, undefined)
  test.each([
    'localhost',
    'localhost:1337',
    'LOCALHOST',
    'localhost.',
    'a.b.localhost:80',
    '127.0.0.1:9',
    '127.1',
    '[::1]:1337',
    '[0:0:0:0:0:0:0:1]',
    undefined,
  ])('a server that only this machine can reach accepts the host %s', (host) =>
    expect(turned(host, hosts)).toBeUndefined(),
  )

  test.each([
    'evil.example',
    'evil.example:1337',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    '0.0.0.0:1337',
    '192.168.1.2',
    '[::2]',
    'localhost/evil.example',
    'localhost#evil.example',
    'evil.example@localhost',
    'localhost evil',
    'local\thost',
    'localhost:port',
    ':1337',
    '',
    '*',
    'a'.repeat(300),
  ])('a server that only this machine can reach refuses the host %j', (host) =>
    expect(turned(host, hosts)).toBe(403),
  )

  test('a server that only this machine can reach refuses a request target with another host', () => {
    expect(turned('localhost', hosts, 'http://evil.example/api/restaurants')).toBe(403)
    expect(turned('localhost', hosts, 'http://localhost:1/api/restaurants')).toBeUndefined()
  })

  test('a server that only its own machine can reach accepts the host name with which it was started', () => {
    expect(
      turned('app.test:80', hostsOf({ host: 'app.test', address: '127.0.0.1' }, undefined)),
    ).toBeUndefined()
    expect(turned('[fe80::1]', hostsOf({ host: 'fe80::1', address: 'fe80::1' }, []))).toBeUndefined()
  })

  test('a server that only this machine can reach accepts the host names that options list', () => {
    const allowed = hostsOf(LOCAL, ['app.test', '*.preview.example'])
    expect(turned('App.Test:8080', allowed)).toBeUndefined()
    expect(turned('a.preview.example', allowed)).toBeUndefined()
    expect(turned('localhost', allowed)).toBeUndefined()
    for (const host of ['b.test', 'preview.example', '.preview.example', 'a.preview.example.evil.example']) {
      expect(turned(host, allowed), host).toBe(403)
    }
    expect(turned('evil.example', hostsOf(LOCAL, 'all'))).toBeUndefined()
  })
})

test('a server that other machines reach accepts every host name, unless options list names', () => {
  expect(turned('evil.example', hostsOf(OPEN, undefined))).toBeUndefined()
  expect(turned('evil.example', hostsOf(OPEN, ['app.example']))).toBe(403)
  expect(turned('app.example', hostsOf(OPEN, ['app.example']))).toBeUndefined()
})

describe('credentials', () => {
  const given = { 'access-control-allow-origin': 'as asked', 'access-control-allow-credentials': 'true' }
  const may = (origin: string | undefined, origins: Allowed = []): boolean =>
    'access-control-allow-credentials' in headersFor(origin, given, { hosts: 'all', origins })

  test.each([
    'http://localhost:3000',
    'https://app.localhost',
    'http://127.0.0.1:5173',
    'http://[::1]',
    undefined,
  ])('credentials are allowed for a page of this machine: %s', (origin) => expect(may(origin)).toBe(true))
  test.each([
    'https://evil.example',
    'http://localhost.evil.example',
    'http://192.168.1.2:3000',
    'null',
    '',
    'localhost',
    'http://',
  ])('credentials are not allowed for any other page: %j', (origin) => expect(may(origin)).toBe(false))

  test('credentials are allowed for the origins that options list', () => {
    const origins = ['https://app.example', 'https://*.preview.example']
    expect(may('https://app.example', origins)).toBe(true)
    expect(may('https://branch-7.preview.example', origins)).toBe(true)
    for (const origin of [
      'http://app.example',
      'https://app.example:8443',
      'https://preview.example',
      'http://a.preview.example',
      'https://preview.example.evil.example',
    ]) {
      expect(may(origin, origins), origin).toBe(false)
    }
    expect(may('https://evil.example', 'all')).toBe(true)
  })

  test('an answer to an unlisted origin lacks the header that allows credentials, and no other header', () => {
    const left = headersFor('https://evil.example', given, { hosts: 'all', origins: [] })
    expect(left).toEqual({ 'access-control-allow-origin': 'as asked' })
  })
})

describe('over HTTP', () => {
  let running: Running | undefined
  const started = async (options: ServeOptions = {}): Promise<Running> => {
    running = await serve(guide, { port: 0, ...options })
    return running
  }
  afterEach(() => running?.stop())
  const asked = (host: string, ...more: readonly string[]): string =>
    ['GET /api/restaurants?fields=name HTTP/1.1', `host: ${host}`, 'connection: close', ...more, '', ''].join(
      '\r\n',
    )

  test('an unknown host name is refused with the option that allows it, and without any data', async () => {
    const server = await started()
    const text = await exchange(server, asked('rebound.example:1337'))
    expect(statuses(text)).toEqual([403])
    expect(text).not.toContain('Biscotte')
    const { error } = JSON.parse(text.split('\r\n\r\n')[1] ?? '')
    expect(error).toEqual({
      status: 403,
      name: 'ForbiddenError',
      message: expect.stringMatching(
        /^The host "rebound\.example" is not .*--allowed-host rebound\.example .*--allowed-host all$/,
      ),
      details: {},
    })
    expect(statuses(await exchange(server, asked('localhost')))).toEqual([200])
  })

  test('an invalid host name is not echoed', async () => {
    const text = await exchange(await started(), asked('"><script>'))
    expect(statuses(text)).toEqual([403])
    expect(text).not.toContain('script')
  })

  test('a server accepts a host name that the option `allowedHosts` lists', async () => {
    const server = await started({ allowedHosts: ['rebound.example'] })
    expect(statuses(await exchange(server, asked('rebound.example')))).toEqual([200])
  })

  test('a request without `Host` is accepted, because it is HTTP/1.0 and not from a browser', async () => {
    expect(statuses(await exchange(await started(), 'GET /api/restaurants HTTP/1.0\r\n\r\n'))).toEqual([200])
  })

  test('a preflight allows credentials only for this machine and for listed origins', async () => {
    const server = await started({ allowedOrigins: ['https://app.example'] })
    const preflight = async (origin: string): Promise<string | null> => {
      const headers = { origin, 'access-control-request-method': 'GET' }
      const answer = await fetch(`${server.url}/api/restaurants`, { method: 'OPTIONS', headers })
      expect(answer.headers.get('access-control-allow-origin')).toBe(origin)
      return answer.headers.get('access-control-allow-credentials')
    }
    expect(await preflight('https://evil.example')).toBeNull()
    expect(await preflight('http://localhost:3000')).toBe('true')
    expect(await preflight('https://app.example')).toBe('true')
  })
})
