/** Runs the search page: finds and ranks entries of the search index while the user types. */
import { SEARCH_DATA } from '../address.ts'
import type { SearchEntry } from '../search.ts'
import { element, fromRoot, readJson } from './dom.ts'

/** The maximum number of results that the page shows. */
const MAX_RESULTS = 60

/**
 * Searches for the value of `q` in the page's URL, and again whenever the user changes the text of the search field.
 */
export async function makeSearch(): Promise<void> {
  const input = document.querySelector<HTMLInputElement>('#q')
  const list = document.querySelector('#results')
  const line = document.querySelector('#found')
  if (input === null || list === null || line === null) return
  const index = await readJson<readonly SearchEntry[]>(fromRoot(SEARCH_DATA))
  if (index === undefined) {
    line.textContent = 'The search index did not load.'
    return
  }
  const show = (): void => {
    const found = search(index, input.value)
    line.textContent =
      input.value.trim() === '' ? `${index.length} entries in the index.` : `${found.length} found.`
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
    element('p', {}, shortened(text.replaceAll('`', ''))),
  )

/** The maximum number of characters of a result's text that the page shows. */
const MAX_TEXT = 240

const shortened = (text: string): string => (text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text)

/**
 * Returns the results of a search. The results are the entries that contain every search word except filler words.
 * If no entry contains them all, the results are the entries that lack the fewest words, at most half of them.
 * Matches in the name rank before matches in the text.
 */
export function search(index: readonly SearchEntry[], asked: string): readonly SearchEntry[] {
  const all = asked
    .toLowerCase()
    .replaceAll(/[?!,;]/g, ' ')
    .split(/\s+/)
    .filter(Boolean)
  const telling = all.filter((word) => !FILLERS.has(word))
  const words = telling.length === 0 ? all : telling
  const found = index.flatMap((entry) => {
    const points = words.map((word) => pointsOf(entry, word))
    const lacking = points.filter((point) => point === 0).length
    const sum = points.reduce((total, one) => total + one, 0)
    return lacking * 2 > words.length || sum === 0 ? [] : [{ entry, lacking, sum }]
  })
  const fewest = found.reduce((least, { lacking }) => Math.min(least, lacking), words.length)
  return found
    .filter(({ lacking }) => lacking === fewest)
    .sort((a, b) => b.sum - a.sum)
    .map(({ entry }) => entry)
}

/** The filler words, which the search ignores unless the question has no other word. */
const FILLERS: ReadonlySet<string> = new Set(
  'a an and are can do does for from get how i in is it make me my of on or the to use what when where which why with you'.split(
    ' ',
  ),
)

/** The bonus of each kind of entry in the ranking: of two equal matches, the one with the larger bonus comes first. */
const BONUS: Readonly<Record<SearchEntry[0], number>> = {
  page: 8,
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
