/** Renders the result of a request on a page of the site: verdict, differences, answer and rules. */
import type { DiffRow } from '../../../oracle/report/diff.ts'
import { ruleAddress } from '../address.ts'
import { element, fromRoot } from './dom.ts'
import type { CheckedExpectation, RenderedAnswer, WorkerReply } from './protocol.ts'
import type { Start } from './start.ts'

export interface Around {
  /** The request that the user sent. */
  readonly now: Start
  /** Whether the user changed the request that the page proposed. */
  readonly isEdited: boolean
}

export function resultOf(reply: WorkerReply, { now, isEdited }: Around): readonly Node[] {
  if (reply.kind === 'failed') return [element('p', { class: 'verdict bad', role: 'alert' }, reply.message)]
  const { found, compared, checks, rows, rules, milliseconds } = reply
  const titles: readonly [string, string] =
    compared === undefined ? ['expected', 'found'] : [now.compareWith, now.profile]
  const differs = rows.length > 0
  return [
    element(
      'p',
      { class: 'facts' },
      statusOf(found),
      compared === undefined ? undefined : ' ',
      compared === undefined ? undefined : element('span', {}, `beside ${compared.status}`),
      element(
        'span',
        { class: 'soft' },
        ` ${found.text.length} characters, ${milliseconds.toFixed(1)} ms, profile ${now.profile}`,
      ),
    ),
    ...(compared === undefined ? verdictOf(checks, isEdited) : [comparisonLine(differs, now)]),
    ...(differs ? [diffTable(rows, titles)] : []),
    element(
      'details',
      { open: differs ? undefined : '' },
      element('summary', {}, 'Answer'),
      block(found.text),
    ),
    element('details', {}, element('summary', {}, 'Headers'), block(headerText(found))),
    element(
      'details',
      {},
      element('summary', {}, `Rules followed (${rules.length})`),
      element(
        'p',
        { class: 'rules' },
        ...rules.flatMap((rule) => [
          element('a', { href: fromRoot(ruleAddress(rule)) }, element('code', {}, rule)),
          ' ',
        ]),
      ),
    ),
  ]
}

const statusOf = ({ status }: RenderedAnswer): HTMLElement =>
  element('b', { class: `status s${String(status).slice(0, 1)}` }, String(status))

function verdictOf(checks: readonly CheckedExpectation[], isEdited: boolean): readonly Node[] {
  if (checks.length === 0) return []
  const isRight = checks.every(({ holds }) => holds)
  const says = isRight
    ? isEdited
      ? 'Changed. The answer is still equal to the answer that the case expects.'
      : 'As expected.'
    : isEdited
      ? 'Changed. The answer to the changed request differs from the answer that the case expects.'
      : 'The answer differs from the answer that the case expects.'
  const items = checks.map(({ says: line, holds }) =>
    element('li', { class: holds ? 'good' : 'bad' }, `${holds ? '✓' : '✗'} ${line}`),
  )
  return [
    element('p', { class: `verdict ${isRight ? 'good' : 'bad'}` }, says),
    element('ul', { class: 'checked' }, ...items),
  ]
}

const comparisonLine = (differs: boolean, { profile, compareWith }: Start): HTMLElement =>
  element(
    'p',
    { class: `verdict ${differs ? 'differs' : 'good'}` },
    differs
      ? `${profile} and ${compareWith} answer differently.`
      : `${profile} and ${compareWith} give the same answer.`,
  )

/** Renders two texts side by side, line by line, with the differences marked. */
function diffTable(rows: readonly DiffRow[], [left, right]: readonly [string, string]): HTMLElement {
  const head = element(
    'thead',
    {},
    element('tr', {}, element('th', { scope: 'col' }, left), element('th', { scope: 'col' }, right)),
  )
  const body = rows.map(({ kind, left: one, right: other }) =>
    element(
      'tr',
      { class: kind },
      element('td', { class: one === undefined ? 'void' : undefined }, one ?? ''),
      element('td', { class: other === undefined ? 'void' : undefined }, other ?? ''),
    ),
  )
  return element(
    'div',
    { class: 'wide', tabindex: '0', role: 'region', 'aria-label': `${left} and ${right}` },
    element('table', { class: 'diff' }, head, element('tbody', {}, ...body)),
  )
}

const block = (text: string): HTMLElement => element('pre', { class: 'json', tabindex: '0' }, text)

const headerText = ({ headers }: RenderedAnswer): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')
