/** Lists that grow by many at once. */

/** Adds all of `more`, however many they are: as arguments of one call they might be more than the stack holds. */
export function pushAll<T>(list: T[], more: Iterable<T>): void {
  for (const one of more) list.push(one)
}
