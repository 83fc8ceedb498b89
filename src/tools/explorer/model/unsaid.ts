/** Reports a part of a query that the tree cannot express, and its place. */
export class Unsaid extends Error {
  override readonly name = 'Unsaid'
}

/** @throws Unsaid, always: `populate[author]: a list in a list`. */
export function unsaid(where: string, what: string): never {
  throw new Unsaid(`${where}: ${what}`)
}
