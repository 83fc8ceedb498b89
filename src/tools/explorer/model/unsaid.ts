/** The error for a part of a query that the tree cannot express; the message names the place. */
export class Unsaid extends Error {
  override readonly name = 'Unsaid'
}

/** Always throws. @throws Unsaid with a message such as `populate[author]: a list in a list`. */
export function unsaid(where: string, what: string): never {
  throw new Unsaid(`${where}: ${what}`)
}
