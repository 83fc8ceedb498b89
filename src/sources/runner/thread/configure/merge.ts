/**
 * Merges the configuration of an environment into the general configuration. The merged configuration is the same as
 * with `_.merge`, which Strapi uses.
 */

const isPlain = (value: unknown): value is Record<string, unknown> => {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

const MAX_DEPTH = 64

/**
 * Merges two configuration values. Merges configuration objects and lists member by member. If the second value is
 * undefined, returns the first value.
 */
export function merged(base: unknown, over: unknown, depth = 0): unknown {
  if (over === undefined) return base
  if (depth > MAX_DEPTH) return over
  if (Array.isArray(base) && Array.isArray(over)) {
    const length = Math.max(base.length, over.length)
    return Array.from({ length }, (_, at) => merged(base[at], over[at], depth + 1))
  }
  if (!isPlain(base) || !isPlain(over)) return over
  const all: Record<string, unknown> = { ...base }
  for (const [name, value] of Object.entries(over))
    if (name !== '__proto__') all[name] = merged(all[name], value, depth + 1)
  return all
}
