/**
 * Objects in which nothing is found but what was put there, like those without a prototype. Theirs is empty, so that the
 * engine keeps their members side by side, as it does for any object that is made by a constructor, and not in a table.
 */
class Bare<T> {
  [name: string]: T
}
Reflect.deleteProperty(Bare.prototype, 'constructor')
Object.setPrototypeOf(Bare.prototype, null)
Object.freeze(Bare.prototype)

/** A new one, to be filled by name. */
export const bare = <T>(): Record<string, T> => new Bare<T>()
