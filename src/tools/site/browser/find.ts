/** The search page: ranks the entries of the index while the user types. */
import { SEARCH_DATA } from '../address.ts'
import type { SearchEntry } from '../search.ts'
import { element, fromRoot, readJson } from './dom.ts'

/** The most results shown. */
const MAX_RESULTS = 60

/** Reads the query from the URL, then searches on every input. */
export async function makeSearch(): Promise<void> {
  const input = document.querySelector<HTMLInputElement>('#q')
  const list = document.querySelector('#results')
  const line = document.querySelector('#found')
  if (input === null || list === null || line === null) return
  const index = await readJson<readonly SearchEntry[]>(fromRoot(SEARCH_DATA))
  if (index === undefined) {
    line.textContent = 'The index could not be loaded.'
    return
  }
  const show = (): void => {
    const found = search(index, input.value)
    line.textContent =
      input.value.trim() === '' ? `${index.length} things to find.` : `${found.length} found.`
    list.replaceChildren(...found.slice(0, MAX_RESULTS).map(resultItem))
  }
  input.value = new URLSearchParams(location.search).get('q') ?? ''
  input.form?.addEventListener('submit', (event) => event.preventDefault())
  input.addEventListener('input', () => {
    history.replaceState(null, '', `?q=${encodeURIComponent(input.value)}`)
    show()
  })
  show()
}

const resultItem = ([kind, name, text, address]: SearchEntry): HTMLElement =>
  element(
    'li',
    {},
    element('a', { href: fromRoot(address) }, element('code', {}, name)),
    ' ',
    element('span', { class: `tag k-${kind}` }, kind),
    element('p', {}, text.replaceAll('`', '')),
  )

/** Entries that contain every word. Matches in the name rank before those in the kind, then in the text. */
export function search(index: readonly SearchEntry[], asked: string): readonly SearchEntry[] {
  const words = asked.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  return index
    .flatMap((entry) => {
      const points = words.map((word) => pointsOf(entry, word))
      return points.includes(0) ? [] : [{ entry, sum: points.reduce((sum, one) => sum + one, 0) }]
    })
    .sort((a, b) => b.sum - a.sum)
    .map(({ entry }) => entry)
}

/** Breaks ties in favour of rarer kinds. */
const BONUS: Readonly<Record<SearchEntry[0], number>> = {
  rule: 6,
  message: 5,
  quirk: 5,
  decision: 5,
  change: 4,
  statement: 3,
  case: 0,
}

function pointsOf([kind, name, text]: SearchEntry, word: string): number {
  const own = name.toLowerCase()
  if (own === word) return 100
  const base = own.startsWith(word)
    ? 40
    : own.includes(word)
      ? 25
      : text.toLowerCase().includes(word)
        ? 10
        : 0
  return base === 0 ? 0 : base + BONUS[kind]
}
