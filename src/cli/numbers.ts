/** Parsers of option values: numbers, and options that may repeat. */
import { InvalidArgumentError } from 'commander'
import { isLimit, MAX_LIMIT } from '../server/http/limits.ts'

/** Parses a whole number. @throws InvalidArgumentError, which commander prints in one sentence. */
export function wholeNumber(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('Expected a whole number.')
  return Number(text)
}

/** Parses an integer, such as a seed. */
export function seedNumber(text: string): number {
  if (!/^-?\d+$/.test(text)) throw new InvalidArgumentError('Expected a whole number.')
  return Number(text)
}

/** Parses the number of a port. @throws InvalidArgumentError */
export function portNumber(text: string): number {
  const port = wholeNumber(text)
  if (port > 65_535) throw new InvalidArgumentError('Expected a port from 0 to 65535; 0 chooses a free port.')
  return port
}

/** Parses the value of an option that sets a limit of the server. */
export function limitNumber(text: string): number {
  const value = wholeNumber(text)
  if (!isLimit(value)) throw new InvalidArgumentError(`Expected a whole number from 1 to ${MAX_LIMIT}.`)
  return value
}

/** Collects the values of an option that may repeat. */
export const collect = (value: string, before: readonly string[] = []): readonly string[] => [
  ...before,
  value,
]
