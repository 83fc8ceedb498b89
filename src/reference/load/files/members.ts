/** Reads the members of lists and plain objects that a program passes in, without running code of that program. */

/** The members of a list by position, or the members of an object by name. */
export type Members = readonly (readonly [string | number, unknown])[]

/**
 * Returns the members of a list or a plain object. For an object that is neither a list nor plain, the function
 * returns a description for the fault message.
 */
export function membersOf(source: object): { readonly isList: boolean; readonly members: Members } | string {
  try {
    if (Array.isArray(source)) return itemsOf(source)
    return isPlain(source) ? namedOf(source) : 'an object of a class'
  } catch {
    // The value may be a JavaScript Proxy, which can throw any value when it is read.
    return 'an object that throws when it is read'
  }
}

/** Returns whether an object is plain, like `{}` or `Object.create(null)`, even if it comes from another realm. */
function isPlain(source: object): boolean {
  const above: unknown = Object.getPrototypeOf(source)
  if (above === null) return true
  const isTop = typeof above === 'object' && Object.getPrototypeOf(above) === null
  return isTop && Object.hasOwn(above, 'isPrototypeOf')
}

function itemsOf(source: readonly unknown[]): { isList: true; members: Members } | string {
  const keys = Reflect.ownKeys(source)
  // A list without gaps has only its positions and `length` as own keys.
  if (keys.length - 1 < source.length) return 'a list with gaps'
  if (keys.length - 1 > source.length) return 'a list with names'
  const members: (readonly [number, unknown])[] = []
  for (let at = 0; at < source.length; at++) {
    const item = Object.getOwnPropertyDescriptor(source, at)
    if (item === undefined) return 'a list with gaps'
    if (!('value' in item)) return 'a list with a getter'
    members.push([at, item.value])
  }
  return { isList: true, members }
}

function namedOf(source: object): { isList: false; members: Members } | string {
  const members: (readonly [string, unknown])[] = []
  for (const key of Reflect.ownKeys(source)) {
    if (typeof key === 'symbol') return 'an object with a symbol'
    const item = Object.getOwnPropertyDescriptor(source, key)
    if (item === undefined || !('value' in item)) return 'an object with a getter'
    if (item.enumerable !== true) return 'an object with a hidden member'
    members.push([key, item.value])
  }
  return { isList: false, members }
}
