/** Elements as values: text that is put in stays text. */

type Child = Node | string | undefined

/** An element with attributes; those that are undefined are left out. */
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

/** Every element that fits, below another. */
export const all = (selector: string, below: ParentNode = document): readonly HTMLElement[] => [
  ...below.querySelectorAll<HTMLElement>(selector),
]

/** An address of the site, from whatever page. */
export const fromRoot = (address: string): string =>
  new URL(`${document.body.dataset['root'] ?? './'}${address}`, document.baseURI).href

/** A list that the body of the page names. */
export const named = (key: 'datasets' | 'profiles'): readonly string[] =>
  (document.body.dataset[key] ?? '').split(' ').filter(Boolean)

/** JSON of the site, or undefined where it cannot be had. */
export async function readJson<Value>(url: string): Promise<Value | undefined> {
  try {
    const response = await fetch(url)
    return response.ok ? await response.json() : undefined
  } catch {
    return undefined
  }
}
