/** Tests that each limit of the server has a default, is an option of `serve`, and must be an integer. */
import { describe, expect, test, vi } from 'vitest'
import { serveCommand } from '../../src/cli/serve/serve.ts'
import { DEFAULT_LIMITS, MAX_LIMIT, withDefaults } from '../../src/server/http/limits.ts'
import { serve } from '../../src/server/http/serve.ts'
import { guide } from '../support/raw.ts'

const parsed = (...args: readonly string[]): Readonly<Record<string, unknown>> =>
  serveCommand()
    .action(() => undefined)
    .exitOverride()
    .parse(args, { from: 'user' })
    .opts()

describe('limits', () => {
  test('limits have their defaults if omitted', () => {
    expect(withDefaults({})).toEqual(DEFAULT_LIMITS)
    expect(withDefaults({ stallTimeout: 7 })).toEqual({ ...DEFAULT_LIMITS, stallTimeout: 7 })
  })

  test.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, MAX_LIMIT + 1])(
    'limits of %d are refused',
    async (value) => {
      await expect(serve(guide, { port: 0, limits: { maxConnections: value } })).rejects.toThrow(
        `maxConnections must be a whole number from 1 to ${MAX_LIMIT}, not ${value}`,
      )
    },
  )

  test('limits are options of `populace serve` with the same defaults', () => {
    expect(parsed()).toEqual({
      port: 1337,
      host: '127.0.0.1',
      admin: true,
      journal: 1_000,
      reveal: false,
      projectCode: true,
      log: 'text',
      logLevel: 'info',
      maxWorlds: 10_000,
      clock: 'real',
      drain: 10_000,
      ...DEFAULT_LIMITS,
    })
    expect(parsed('--max-connections', '5', '--stall-timeout', '6')).toMatchObject({
      maxConnections: 5,
      stallTimeout: 6,
    })
  })

  test.each(['0', '-1', '1.5', 'many', `${MAX_LIMIT + 1}`])('limits of %s are rejected', (value) => {
    const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    expect(() => parsed('--max-connections', value)).toThrow(/whole number/)
    write.mockRestore()
  })
})

test('the options --allowed-host and --allowed-origin can be repeated', () => {
  const options = parsed(
    '--allowed-host',
    'a.test',
    '--allowed-host',
    'b.test',
    '--allowed-origin',
    'https://c.test',
  )
  expect(options).toMatchObject({ allowedHost: ['a.test', 'b.test'], allowedOrigin: ['https://c.test'] })
})
