/** Numbers, and what may be given many times, among the options of a command. */
import { InvalidArgumentError } from 'commander'
import { isLimit, MAX_LIMIT } from '../server/http/limits.ts'

/** @throws InvalidArgumentError, which the command line tells in one sentence. */
export function wholeNumber(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('Expected a whole number.')
  return Number(text)
}

/** A whole number with or without a minus, as seeds are. @throws InvalidArgumentError */
export function seedNumber(text: string): number {
  if (!/^-?\d+$/.test(text)) throw new InvalidArgumentError('Expected a whole number.')
  return Number(text)
}

/** @throws InvalidArgumentError */
export function portNumber(text: string): number {
  const port = wholeNumber(text)
  if (port > 65_535) throw new InvalidArgumentError('Expected a port from 0 to 65535; 0 takes any free one.')
  return port
}

/** A limit of the server. @throws InvalidArgumentError */
export function limitNumber(text: string): number {
  const value = wholeNumber(text)
  if (!isLimit(value)) throw new InvalidArgumentError(`Expected a whole number from 1 to ${MAX_LIMIT}.`)
  return value
}

/** For an option that may be given many times. */
export const collect = (value: string, before: readonly string[] = []): readonly string[] => [
  ...before,
  value,
]
