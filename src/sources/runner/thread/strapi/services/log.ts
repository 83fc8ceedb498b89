/**
 * Implements the logger `strapi.log`, with the log levels of Strapi. The logger prints to the terminal of Populace's
 * server.
 */
import { inspect } from 'node:util'
import { withOwnFrames } from '../../guard/frames.ts'
import type { MemberMap } from '../core-parts.ts'
import type { Loading } from '../loading.ts'
import { messageOf } from '../values.ts'

/**
 * The level at which Populace prints a message, by the level of Strapi's logger. Messages of a level with the value
 * undefined are not printed.
 */
const LEVELS = {
  error: 'error',
  warn: 'warn',
  info: 'info',
  http: undefined,
  verbose: undefined,
  debug: undefined,
  silly: undefined,
  trace: undefined,
  fatal: 'error',
} as const

const MOST_LENGTH = 10_000

/** Makes the logger. Of the stack frames in a logged error, only those of the project in `folder` remain. */
export function createLog({ folder, log }: Pick<Loading, 'folder' | 'log'>): MemberMap {
  const logger: MemberMap = { level: 'info', child: () => logger }
  const textOf = (parts: readonly unknown[]): string =>
    withOwnFrames(folder, parts.map(textOfPart).join(' ')).slice(0, MOST_LENGTH)
  for (const [name, level] of Object.entries(LEVELS))
    logger[name] = (...given: readonly unknown[]) => {
      if (level !== undefined) log(level, textOf(given))
      return logger
    }
  logger['log'] = (level: unknown, ...given: readonly unknown[]) => {
    const known = Object.entries(LEVELS).find(([name]) => name === level)
    if (known?.[1] !== undefined) log(known[1], textOf(given))
    return logger
  }
  return logger
}

const textOfPart = (part: unknown): string => {
  if (typeof part === 'string') return part
  return part instanceof Error ? messageOf(part) : inspect(part, { depth: 4, breakLength: Infinity })
}
