/** DOM helpers. Texts are inserted as text nodes, never as HTML. */

type Child = Node | string | undefined

/** Creates an element. An attribute whose value is undefined is omitted. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string | undefined>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(attributes))
    if (value !== undefined) made.setAttribute(key, value)
  for (const child of children) if (child !== undefined) made.append(child)
  return made
}

/** Returns all descendants of an element that match a selector. */
export const all = (selector: string, below: ParentNode = document): readonly HTMLElement[] => [
  ...below.querySelectorAll<HTMLElement>(selector),
]

/** Converts an address of the site to a URL that is valid on the page on which the script runs. */
export const fromRoot = (address: string): string =>
  new URL(`${document.body.dataset['root'] ?? './'}${address}`, document.baseURI).href

/** Returns the list of names in a data attribute of the page's `body` element. */
export const named = (key: 'datasets' | 'profiles'): readonly string[] =>
  (document.body.dataset[key] ?? '').split(' ').filter(Boolean)

/** Fetches a JSON file of the site; resolves to undefined if the file cannot be fetched. */
export async function readJson<Value>(url: string): Promise<Value | undefined> {
  try {
    const response = await fetch(url)
    return response.ok ? await response.json() : undefined
  } catch {
    return undefined
  }
}
