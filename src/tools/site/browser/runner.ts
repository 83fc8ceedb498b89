/** A form with a request that the reader can edit and run on a page of the site. */

import { datasetData } from '../address.ts'
import { element, fromRoot, named } from './dom.ts'
import type { PageRequest } from './protocol.ts'
import { askReference } from './reference.ts'
import { resultOf } from './result.ts'
import type { Start } from './start.ts'

const METHODS = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE']
let runners = 0

export interface Runner {
  readonly element: HTMLElement
  readonly run: () => Promise<void>
  readonly focus: () => void
}

/** Creates a form with the request in `start`, and shows the answer below the form. */
export function runner(start: Start): Runner {
  const controls = controlsFor(start, `runner-${++runners}`)
  const { url, tokens } = controls
  const result = element('div', { class: 'result', 'aria-live': 'polite' })
  let turns = 0
  const run = async (): Promise<void> => {
    const turn = ++turns
    const now = read(controls)
    result.setAttribute('aria-busy', 'true')
    const reply = await askReference(requestOf(now, start))
    // If the user has started a later run, the form ignores the answer of this run.
    if (turn !== turns) return
    if (reply.kind === 'answered')
      tokens.replaceChildren(...reply.tokens.map((value) => element('option', { value })))
    result.removeAttribute('aria-busy')
    result.replaceChildren(...resultOf(reply, { now, isEdited: isEdited(start, now) }))
  }
  const reset = element('button', { type: 'button', class: 'quiet' }, 'Reset')
  reset.addEventListener('click', () => {
    fill(controls, start)
    void run()
  })
  const form = formOf(controls, reset, Object.keys(start.headers).length > 0)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void run()
  })
  form.addEventListener('keydown', (event) => {
    const isText = event.target === url
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey || (isText && !event.shiftKey))) {
      event.preventDefault()
      void run()
    }
  })
  url.addEventListener('input', () => grow(url))
  fill(controls, start)
  const made = element('div', { class: 'runner' }, form, result)
  return { element: made, run, focus: () => url.focus() }
}

interface Controls {
  readonly url: HTMLTextAreaElement
  readonly method: HTMLSelectElement
  readonly dataset: HTMLSelectElement
  readonly profile: HTMLInputElement
  readonly compareWith: HTMLInputElement
  readonly token: HTMLInputElement
  readonly headers: HTMLTextAreaElement
  /** The suggested values for the fields `token`, `profile` and `compareWith`. */
  readonly tokens: HTMLDataListElement
  readonly profiles: HTMLDataListElement
}

/**
 * Creates the empty input fields of a runner. The parameter `id` must be unique in the page; the ids of the suggestion
 * lists begin with this `id`.
 */
function controlsFor({ method }: Start, id: string): Controls {
  const [tokens, profiles] = [`${id}-tokens`, `${id}-profiles`]
  const text = (list: string, placeholder?: string): HTMLInputElement =>
    element('input', { list, spellcheck: 'false', placeholder })
  return {
    url: element('textarea', { rows: '2', spellcheck: 'false', autocapitalize: 'off' }),
    method: select(METHODS.includes(method) ? METHODS : [...METHODS, method]),
    dataset: select(named('datasets')),
    profile: text(profiles),
    compareWith: text(profiles, 'none'),
    token: text(tokens, 'none'),
    headers: element('textarea', { rows: '2', spellcheck: 'false', placeholder: 'name: value' }),
    tokens: element('datalist', { id: tokens }),
    profiles: element(
      'datalist',
      { id: profiles },
      ...named('profiles').map((value) => element('option', { value })),
    ),
  }
}

function fill({ url, method, dataset, profile, compareWith, token, headers }: Controls, start: Start): void {
  url.value = start.url
  method.value = start.method
  dataset.value = start.dataset
  profile.value = start.profile
  compareWith.value = start.compareWith
  token.value = start.token
  headers.value = linesOf(start.headers)
  grow(url)
}

const read = ({ url, method, dataset, profile, compareWith, token, headers }: Controls): Start => ({
  dataset: dataset.value,
  method: method.value,
  url: url.value.trim(),
  headers: headersIn(headers.value),
  token: token.value.trim(),
  profile: profile.value.trim() || 'documented',
  compareWith: compareWith.value.trim(),
})

const requestOf = (now: Start, { expect }: Start): Omit<PageRequest, 'id'> => ({
  dataset: fromRoot(datasetData(now.dataset)),
  method: now.method,
  url: now.url,
  headers: { ...now.headers, ...(now.token === '' ? {} : { authorization: `Bearer ${now.token}` }) },
  profile: now.profile,
  ...(now.compareWith === '' ? {} : { compareWith: now.compareWith }),
  ...(expect === undefined ? {} : { expect }),
})

function formOf(controls: Controls, reset: HTMLElement, hasHeaders: boolean): HTMLFormElement {
  const { url, method, dataset, profile, compareWith, token, headers, tokens, profiles } = controls
  return element(
    'form',
    {},
    element('div', { class: 'target' }, labelled('Method', method), labelled('URL', url)),
    element(
      'div',
      { class: 'choices' },
      labelled('Dataset', dataset),
      labelled('Profile', profile),
      labelled('Compare with', compareWith),
      labelled('Token', token),
    ),
    element(
      'details',
      { open: hasHeaders ? '' : undefined },
      element('summary', {}, 'Headers'),
      labelled('Headers, one per line', headers),
    ),
    element(
      'div',
      { class: 'buttons' },
      element('button', { type: 'submit' }, 'Run'),
      reset,
      element('span', { class: 'soft' }, 'Ctrl+Enter'),
    ),
    profiles,
    tokens,
  )
}

const select = (values: readonly string[]): HTMLSelectElement =>
  element('select', {}, ...values.map((value) => element('option', { value }, value)))

const labelled = (text: string, control: HTMLElement): HTMLElement =>
  element('label', {}, element('span', {}, text), control)

/** Fits the height of a text field to the length of its text. */
function grow(area: HTMLTextAreaElement): void {
  area.rows = Math.min(8, Math.max(2, Math.ceil(area.value.length / 70)))
}

const linesOf = (headers: Readonly<Record<string, string>>): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')

const headersIn = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    text.split('\n').flatMap((line) => {
      const at = line.indexOf(':')
      return at < 1 ? [] : [[line.slice(0, at).trim().toLowerCase(), line.slice(at + 1).trim()]]
    }),
  )

const isEdited = (start: Start, now: Start): boolean =>
  (['dataset', 'method', 'url', 'token', 'profile', 'compareWith'] as const).some(
    (key) => start[key] !== now[key],
  ) || linesOf(start.headers) !== linesOf(now.headers)
