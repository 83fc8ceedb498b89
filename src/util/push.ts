/** Appends many items to a list without an overflow of the call stack. */

/** Appends all items of `more` to `list`. A spread call would overflow the stack for a long list. */
export function pushAll<T>(list: T[], more: Iterable<T>): void {
  for (const one of more) list.push(one)
}
