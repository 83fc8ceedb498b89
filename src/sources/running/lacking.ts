/** What code may ask for and is not there: said plainly, where it is asked for. */

/** Code of a project asked for something that only a running Strapi has. */
export class Lacking extends Error {
  override readonly name = 'Lacking'
}

/**
 * An object that has what is given, and throws for anything else that is asked of it.
 * @param path - How it is written: `strapi`, `ctx.state`.
 */
export function onlyWith(path: string, given: Readonly<Record<string, unknown>>): object {
  return new Proxy(
    { ...given },
    {
      get(target, name) {
        if (typeof name === 'symbol' || name in target || SILENT.has(name)) return Reflect.get(target, name)
        throw new Lacking(
          `${path}.${name} is not there: this is Populace, which answers from data, not a running Strapi`,
        )
      },
    },
  )
}

/** Names that are looked at without being meant. */
const SILENT = new Set(['then', 'toJSON', 'constructor', 'inspect'])
