/**
 * The class of objects without a prototype, like those of `Object.create(null)`, but with a constructor. V8 stores
 * the members of an object with a constructor inline. The members of an object from `Object.create(null)` are in a
 * slower hash table.
 */
class PlainObject<T> {
  [name: string]: T
}
Reflect.deleteProperty(PlainObject.prototype, 'constructor')
Object.setPrototypeOf(PlainObject.prototype, null)
Object.freeze(PlainObject.prototype)

/** Returns a new empty object without a prototype. */
export const plainObject = <T>(): Record<string, T> => new PlainObject<T>()

/** The number of objects from which V8 learns how many members the objects of a constructor have. */
const SAMPLES = 16

/**
 * Returns a function that makes objects whose members mostly have the names in `names`. The function first makes
 * sample objects, so that V8 reserves memory for exactly these members.
 */
export function plainObjectMaker<T>(names: readonly string[], value: T): () => Record<string, T> {
  /**
   * V8 reserves memory for as many members as the constructor assigns, and frees the memory that the samples do not
   * use. If an object gets a dozen members more than V8 reserved, V8 converts it to a hash table, which takes
   * several times as much memory.
   */
  function Shaped(this: Record<string, null>): void {
    if (new.target !== undefined) return
    // biome-ignore format: the number of assignments matters.
    this.a = this.b = this.c = this.d = this.e = this.f = this.g = this.h = this.i = this.j = this.k
      = this.l = this.m = this.n = this.o = this.p = this.q = this.r = this.s = this.t = this.u = this.v
      = this.w = this.x = this.y = this.z = this.aa = this.ab = this.ac = this.ad = this.ae = this.af = null
  }
  Shaped.prototype = PlainObject.prototype
  const make = (): Record<string, T> => Reflect.construct(Shaped, NOTHING)
  for (let made = 0; made < SAMPLES; made++) {
    const first = make()
    for (const name of names) first[name] = value
  }
  return make
}

const NOTHING: readonly never[] = []

/** Returns whether an object has at least one own key. Unlike `Object.keys`, the function allocates no memory. */
export function hasKeys(object: object): boolean {
  for (const key in object) if (Object.hasOwn(object, key)) return true
  return false
}
