/** DOM helpers. Text is inserted as text, never as HTML. */

type Child = Node | string | undefined

/** Creates an element. Attributes that are undefined are omitted. */
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

/** All descendants of an element that match a selector. */
export const all = (selector: string, below: ParentNode = document): readonly HTMLElement[] => [
  ...below.querySelectorAll<HTMLElement>(selector),
]

/** Resolves an address of the site from any page. */
export const fromRoot = (address: string): string =>
  new URL(`${document.body.dataset['root'] ?? './'}${address}`, document.baseURI).href

/** A list in the data attributes of the page body. */
export const named = (key: 'datasets' | 'profiles'): readonly string[] =>
  (document.body.dataset[key] ?? '').split(' ').filter(Boolean)

/** Fetches JSON of the site; undefined on failure. */
export async function readJson<Value>(url: string): Promise<Value | undefined> {
  try {
    const response = await fetch(url)
    return response.ok ? await response.json() : undefined
  } catch {
    return undefined
  }
}
