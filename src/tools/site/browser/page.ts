/** The script of every page of the site. */
import { makeRunnable } from './cases.ts'
import { all } from './dom.ts'
import { makeSearch } from './find.ts'

document.documentElement.classList.add('scripts')
makeRunnable()
void makeSearch()
makeMessages()
openTarget()
addEventListener('hashchange', openTarget)

/** The key `/` moves the focus to the search field, except while the user types in another field. */
addEventListener('keydown', (event) => {
  const { target, key, ctrlKey, metaKey, altKey } = event
  const isTyping = target instanceof Element && target.closest('input, textarea, select, dialog') !== null
  if (key !== '/' || isTyping || ctrlKey || metaKey || altKey) return
  event.preventDefault()
  document.querySelector<HTMLInputElement>('#q, .find input')?.focus()
})

/** Opens the collapsed element to which the URL fragment leads. */
function openTarget(): void {
  const target = document.getElementById(decoded(location.hash.slice(1)))
  if (target instanceof HTMLDetailsElement) target.open = true
  const first = target?.matches('.case, .recording') ? target.querySelector('details') : null
  if (first !== null && first !== undefined) first.open = true
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** Finds the error message that the user pastes into the field on the page of errors. */
function makeMessages(): void {
  const input = document.querySelector<HTMLInputElement>('#message')
  input?.addEventListener('input', () => {
    const text = input.value.trim()
    for (const article of all('.message')) {
      const pieces = (article.dataset['text'] ?? '').split('…').filter(Boolean)
      const isIt =
        pieces.every((piece) => text.includes(piece)) || (article.dataset['text'] ?? '').includes(text)
      article.hidden = text !== '' && !isIt
    }
  })
}
