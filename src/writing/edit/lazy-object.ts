/** Objects that make a member only when a recipe first reads it. */
import { nearest, shown } from '../../reference/schema/fault.ts'

/** An object that makes each member on first read. */
export interface LazyObject {
  /** The object that the recipe gets. */
  readonly proxy: object
  /** The members of `proxy`; a member that was never read is `UNREAD`. */
  readonly target: Record<string, unknown>
}

/** The placeholder of a member that was never read. */
export const UNREAD: unique symbol = Symbol('unread')

/**
 * Makes a lazy object. The parameter `make` makes a member, and `miss` is called for each read of a name that does not
 * exist.
 */
export function lazyObject(
  names: Iterable<string>,
  make: (name: string) => unknown,
  miss: (name: string) => void,
): LazyObject {
  const target: Record<string, unknown> = {}
  for (const name of names) target[name] = UNREAD
  const fill = (key: string | symbol): void => {
    if (typeof key === 'string' && Object.hasOwn(target, key) && target[key] === UNREAD)
      target[key] = make(key)
  }
  const proxy = new Proxy(target, {
    get: (_, key) => {
      fill(key)
      if (typeof key === 'string' && !(key in target)) miss(key)
      return Reflect.get(target, key)
    },
    getOwnPropertyDescriptor: (_, key) => {
      fill(key)
      return Reflect.getOwnPropertyDescriptor(target, key)
    },
  })
  return { proxy, target }
}

/** Names that `await`, `JSON.stringify`, test runners and consoles read from any object. */
const READ_FROM_ANY = ['then', 'toJSON', 'asymmetricMatch', 'nodeType', '$$typeof', 'inspect']

/** Throws an error for a name that does not exist, and suggests the most similar name. */
export function refuseName(name: string, what: string, names: Iterable<string>): void {
  if (READ_FROM_ANY.includes(name)) return
  const all = [...names]
  const near = nearest(name, all)
  const instead = near === undefined ? `one of ${all.slice(0, 20).join(', ')}` : `perhaps ${shown(near)}`
  throw new TypeError(`${what} ${shown(name)}: unknown name; ${instead}`)
}
