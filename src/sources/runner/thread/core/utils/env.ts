/** Implements the function `env` of `@strapi/utils`, which reads environment variables. */
import { trimmed } from '../../../../../util/trimmed.ts'

const has = (name: string): boolean => Object.hasOwn(process.env, name)
const read = (name: string): string => process.env[name] ?? ''

/**
 * Makes a function that reads and parses an environment variable. If the environment variable is not set, the
 * function returns the argument `otherwise`.
 */
const reader =
  <T>(parse: (text: string, name: string) => T) =>
  (name: string, otherwise?: T): T | undefined =>
    has(name) ? parse(read(name), name) : otherwise

function json(text: string, name: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof Error) throw new Error(`Invalid json environment variable ${name}: ${error.message}`)
    throw error
  }
}

function list(text: string): readonly string[] {
  const inner = text.startsWith('[') && text.endsWith(']') ? text.slice(1, -1) : text
  return inner.split(',').map((item) => trimmed(trimmed(item, ' '), '"'))
}

function oneOf(name: string, expected?: readonly unknown[], otherwise?: unknown): unknown {
  if (!expected) throw new Error('env.oneOf requires expectedValues')
  if (otherwise && !expected.includes(otherwise))
    throw new Error('env.oneOf requires defaultValue to be included in expectedValues')
  const value = env(name, otherwise)
  return value !== undefined && expected.includes(value) ? value : otherwise
}

export const env = Object.assign(
  (name: string, otherwise?: unknown): unknown => (has(name) ? process.env[name] : otherwise),
  {
    int: reader((text) => Number.parseInt(text, 10)),
    float: reader(Number.parseFloat),
    bool: reader((text) => text === 'true'),
    json: reader(json),
    array: reader(list),
    date: reader((text) => new Date(text)),
    oneOf,
  },
)
