/** The search: everything that the index has, ranked while one types. */
import { SEARCH_DATA } from '../address.ts'
import type { SearchEntry } from '../search.ts'
import { element, fromRoot, readJson } from './dom.ts'

/** So many results are shown. */
const SHOWN = 60

/** On the page of the search: what is asked for in the address, and what is typed. */
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
    list.replaceChildren(...found.slice(0, SHOWN).map(resultItem))
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

/** Entries that have every word, the nearest first: by the name, then by the kind, then by the text. */
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

/** What is of a kind that there is less of stands first where all else is the same. */
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
