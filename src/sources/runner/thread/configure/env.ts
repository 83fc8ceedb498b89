/**
 * Makes the function `env` that configuration files receive. The function `env` reads environment variables and
 * converts their values.
 */
import { trimmed } from '../../../../util/trimmed.ts'

type Variables = Readonly<Record<string, string | undefined>>
/**
 * A function that reads one environment variable. If the environment variable is not set, the function returns the
 * fallback.
 */
type Reader = (name: string, fallback?: unknown) => unknown

export type EnvHelper = Reader &
  Readonly<Record<'int' | 'float' | 'bool' | 'json' | 'array' | 'date', Reader>> & {
    readonly oneOf: (name: string, expected: readonly unknown[], fallback?: unknown) => unknown
  }

/**
 * Makes the function `env` of `@strapi/utils` for the given variables. The function `env` calls `lacks` with the
 * name of each variable that is not set and that is read without a fallback.
 */
export function envHelper(variables: Variables, lacks: (name: string) => void = () => undefined): EnvHelper {
  const reader =
    (parse: (text: string, name: string) => unknown): Reader =>
    (name, fallback) => {
      const text = Object.hasOwn(variables, name) ? variables[name] : undefined
      if (text !== undefined) return parse(text, name)
      if (fallback === undefined) lacks(String(name))
      return fallback
    }
  const plain = reader((text) => text)
  return Object.assign(plain, {
    int: reader((text) => Number.parseInt(text, 10)),
    float: reader((text) => Number.parseFloat(text)),
    bool: reader((text) => text === 'true'),
    json: reader(jsonOf),
    array: reader(listOf),
    date: reader((text) => new Date(text)),
    oneOf: (name: string, expected: readonly unknown[], fallback?: unknown): unknown => {
      if (!Array.isArray(expected)) throw new Error('env.oneOf requires expectedValues')
      if (fallback && !expected.includes(fallback))
        throw new Error('env.oneOf requires defaultValue to be included in expectedValues')
      const value = plain(name, fallback)
      return value !== undefined && expected.includes(value) ? value : fallback
    },
  })
}

function jsonOf(text: string, name: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new Error(`Invalid json environment variable ${name}: ${why}`)
  }
}

const listOf = (text: string): readonly string[] =>
  (text.startsWith('[') && text.endsWith(']') ? text.slice(1, -1) : text)
    .split(',')
    .map((item) => trimmed(item.trim(), '"'))
