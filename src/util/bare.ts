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

/** So many objects the engine looks at to learn how many members those of a constructor have. */
const LOOKED_AT = 16

/**
 * Makes new ones that will have these names, and mostly no others: once the engine has seen what they come to, it makes
 * each with room for its members.
 */
export function bareMaker<T>(names: readonly string[], value: T): () => Record<string, T> {
  /**
   * The engine begins with room for as many members as a constructor could assign, and takes back what the first objects
   * leave empty. With more than a dozen members beyond that room an object is kept as a table, at several times the cost.
   */
  function Shaped(this: Record<string, null>): void {
    if (new.target !== undefined) return
    // biome-ignore format: what counts is how many there are.
    this.a = this.b = this.c = this.d = this.e = this.f = this.g = this.h = this.i = this.j = this.k
      = this.l = this.m = this.n = this.o = this.p = this.q = this.r = this.s = this.t = this.u = this.v
      = this.w = this.x = this.y = this.z = this.aa = this.ab = this.ac = this.ad = this.ae = this.af = null
  }
  Shaped.prototype = Bare.prototype
  const make = (): Record<string, T> => Reflect.construct(Shaped, NOTHING)
  for (let made = 0; made < LOOKED_AT; made++) {
    const first = make()
    for (const name of names) first[name] = value
  }
  return make
}

const NOTHING: readonly never[] = []
