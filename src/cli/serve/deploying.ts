/** Options for a server behind a proxy, for replicas of a server, and for the number of worlds. */
import { type Command, InvalidArgumentError } from 'commander'
import { MOST_WORLDS, REPLICAS } from '../../server/http/limits.ts'
import { isPrefix } from '../../server/http/prefix.ts'
import { withoutLastSlashes } from '../../util/url/slashes.ts'
import { limitNumber, wholeNumber } from '../numbers.ts'

export interface DeployingOptions {
  /** The path prefix of all routes of the server. */
  readonly basePath?: string
  /** The number of this server among its replicas, so that each replica gives other ids to new entries. */
  readonly replica?: number
  readonly maxWorlds: number
}

export const withDeployingOptions = (command: Command): Command =>
  command
    .option(
      '--base-path <path>',
      'the prefix of all paths, such as /cms, if a proxy forwards it; a proxy that removes the prefix can send it in X-Forwarded-Prefix instead',
      basePath,
    )
    .option(
      '--replica <number>',
      `the number of this server among replicas, from 0 to ${REPLICAS - 1}; replicas with different numbers never give the same id to new entries`,
      replicaNumber,
    )
    .option(
      '--max-worlds <number>',
      'the maximum number of named worlds; a further world evicts the least recently used unchanged world, or gets 503 if all worlds are changed',
      limitNumber,
      MOST_WORLDS,
    )

function basePath(text: string): string {
  const path = withoutLastSlashes(text)
  if (isPrefix(path)) return path
  throw new InvalidArgumentError(
    'Expected a path such as /cms, of letters, digits, dots, dashes and underscores.',
  )
}

function replicaNumber(text: string): number {
  const number = wholeNumber(text)
  if (number < REPLICAS) return number
  throw new InvalidArgumentError(`Expected a whole number from 0 to ${REPLICAS - 1}.`)
}
