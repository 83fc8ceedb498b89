/** A request that can be changed and asked, with what comes of it below. */

import { datasetData } from '../address.ts'
import { element, fromRoot, named } from './dom.ts'
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

export function runner(start: Start): Runner {
  const lists = `runner-${++runners}`
  const url = element('textarea', { rows: '2', spellcheck: 'false', autocapitalize: 'off' })
  const method = select(METHODS.includes(start.method) ? METHODS : [...METHODS, start.method])
  const dataset = select(named('datasets'))
  const profile = element('input', { list: `${lists}-profiles`, spellcheck: 'false' })
  const beside = element('input', { list: `${lists}-profiles`, spellcheck: 'false', placeholder: 'none' })
  const token = element('input', { list: `${lists}-tokens`, spellcheck: 'false', placeholder: 'none' })
  const headers = element('textarea', { rows: '2', spellcheck: 'false', placeholder: 'name: value' })
  const tokens = element('datalist', { id: `${lists}-tokens` })
  const result = element('div', { class: 'result', 'aria-live': 'polite' })
  const reset = (): void => {
    url.value = start.url
    method.value = start.method
    dataset.value = start.dataset
    profile.value = start.profile
    beside.value = start.beside
    token.value = start.token
    headers.value = linesOf(start.headers)
    grow(url)
  }
  const current = (): Start => ({
    dataset: dataset.value,
    method: method.value,
    url: url.value.trim(),
    headers: headersIn(headers.value),
    token: token.value.trim(),
    profile: profile.value.trim() || 'documented',
    beside: beside.value.trim(),
  })
  let asked = 0
  const run = async (): Promise<void> => {
    const turn = ++asked
    const now = current()
    result.setAttribute('aria-busy', 'true')
    const telling = await askReference({
      dataset: fromRoot(datasetData(now.dataset)),
      method: now.method,
      url: now.url,
      headers: { ...now.headers, ...(now.token === '' ? {} : { authorization: `Bearer ${now.token}` }) },
      profile: now.profile,
      ...(now.beside === '' ? {} : { beside: now.beside }),
      ...(start.expect === undefined ? {} : { expect: start.expect }),
    })
    // Who asks again while an answer is on its way wants the later one.
    if (turn !== asked) return
    if (telling.kind === 'answered')
      tokens.replaceChildren(...telling.tokens.map((value) => element('option', { value })))
    result.removeAttribute('aria-busy')
    result.replaceChildren(...resultOf(telling, { now, isEdited: isEdited(start, now) }))
  }
  const again = element('button', { type: 'button', class: 'quiet' }, 'Reset')
  again.addEventListener('click', () => {
    reset()
    void run()
  })
  const form = element(
    'form',
    {},
    element('div', { class: 'target' }, labelled('Method', method), labelled('URL', url)),
    element(
      'div',
      { class: 'choices' },
      labelled('Dataset', dataset),
      labelled('Profile', profile),
      labelled('Compare with', beside),
      labelled('Token', token),
    ),
    element(
      'details',
      { open: Object.keys(start.headers).length > 0 ? '' : undefined },
      element('summary', {}, 'Headers'),
      labelled('Headers, one a line', headers),
    ),
    element(
      'div',
      { class: 'buttons' },
      element('button', { type: 'submit' }, 'Run'),
      again,
      element('span', { class: 'soft' }, 'Ctrl+Enter'),
    ),
    element(
      'datalist',
      { id: `${lists}-profiles` },
      ...named('profiles').map((value) => element('option', { value })),
    ),
    tokens,
  )
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
  reset()
  const made = element('div', { class: 'runner' }, form, result)
  return { element: made, run, focus: () => url.focus() }
}

const select = (values: readonly string[]): HTMLSelectElement =>
  element('select', {}, ...values.map((value) => element('option', { value }, value)))

const labelled = (text: string, control: HTMLElement): HTMLElement =>
  element('label', {}, element('span', {}, text), control)

/** As many lines as the text takes. */
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
  (['dataset', 'method', 'url', 'token', 'profile', 'beside'] as const).some(
    (key) => start[key] !== now[key],
  ) || linesOf(start.headers) !== linesOf(now.headers)
