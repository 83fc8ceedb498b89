/** Objects as a recipe sees them: what is in them is made, to be changed in place, when it is first looked at. */
import { nearest, shown } from '../../reference/schema/fault.ts'

/** An object whose members are made when they are first asked for. */
export interface Lazy {
  /** For the recipe. */
  readonly proxy: object
  /** What is behind it: what was not asked for is `UNTOUCHED`. */
  readonly target: Record<string, unknown>
}

/** Stands for a member that nobody has asked for. */
export const UNTOUCHED: unique symbol = Symbol('untouched')

/** `make` makes a member; `miss` is told the name of one that is asked for and not there. */
export function lazyObject(
  names: Iterable<string>,
  make: (name: string) => unknown,
  miss: (name: string) => void,
): Lazy {
  const target: Record<string, unknown> = {}
  for (const name of names) target[name] = UNTOUCHED
  const fill = (key: string | symbol): void => {
    if (typeof key === 'string' && Object.hasOwn(target, key) && target[key] === UNTOUCHED)
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

/** What is asked of any object: by `await`, `JSON.stringify`, and whoever prints it. */
const ASKED_OF_ALL = ['then', 'toJSON', 'asymmetricMatch', 'nodeType', '$$typeof', 'inspect']

/** Refuses to look for what nobody can have meant to find. */
export function refuseName(name: string, what: string, names: Iterable<string>): void {
  if (ASKED_OF_ALL.includes(name)) return
  const all = [...names]
  const near = nearest(name, all)
  const instead = near === undefined ? `one of ${all.slice(0, 20).join(', ')}` : `perhaps ${shown(near)}`
  throw new TypeError(`${what} ${shown(name)}: there is none of that name; ${instead}`)
}
