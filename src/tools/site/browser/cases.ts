/** Makes the test cases and requests on a page of the site runnable. */
import type { SuiteCase } from '../../../oracle/suite/case.ts'
import { all, element, readJson } from './dom.ts'
import { type Runner, runner } from './runner.ts'
import type { Start } from './start.ts'

/** Adds a button to each test case and each request on the page. */
export function makeRunnable(): void {
  for (const article of all('.case')) addButton(article, 'Run', () => startOfCase(article))
  for (const place of all('div[data-try]')) {
    const open = addButton(place, 'Try it', async () => startOf(place))
    if ('open' in place.dataset) void open()
  }
  for (const cell of all('td[data-try]')) makeCell(cell)
}

/** Adds a button to an element. A click replaces the button by a form that runs the request at once. */
function addButton(
  place: HTMLElement,
  title: string,
  startOf: () => Promise<Start | undefined>,
): () => Promise<void> {
  const button = element('button', { type: 'button', class: 'run' }, title)
  let made: Runner | undefined
  const open = async (): Promise<void> => {
    if (made !== undefined) return
    const start = await startOf()
    if (start === undefined) {
      button.replaceWith(
        element('p', { class: 'verdict bad', role: 'alert' }, 'The data of the case did not load.'),
      )
      return
    }
    made = runner(start)
    const hadFocus = document.activeElement === button
    button.replaceWith(made.element)
    if (hadFocus) made.focus()
    await made.run()
  }
  button.addEventListener('click', () => void open())
  place.append(button)
  return open
}

const groups = new Map<string, Promise<readonly SuiteCase[] | undefined>>()

async function startOfCase({ dataset: { case: id, cases } }: HTMLElement): Promise<Start | undefined> {
  if (id === undefined || cases === undefined) return undefined
  const url = new URL(cases, document.baseURI).href
  const loaded = groups.get(url) ?? readJson<readonly SuiteCase[]>(url)
  groups.set(url, loaded)
  const found = (await loaded)?.find((one) => one.id === id)
  if (found === undefined) return undefined
  const { request, dataset, profile = 'documented', expect } = found
  return { ...request, token: request.token ?? '', dataset, profile, compareWith: '', expect }
}

const startOf = ({ dataset }: HTMLElement): Start => ({
  dataset: dataset['dataset'] ?? 'guide',
  method: dataset['method'] ?? 'GET',
  url: dataset['url'] ?? '/api',
  headers: headersIn(dataset['headers']),
  token: dataset['token'] ?? '',
  profile: dataset['profile'] ?? 'documented',
  compareWith: dataset['beside'] ?? '',
})

/** Parses the request headers that the page contains as JSON. */
const headersIn = (text: string | undefined): Start['headers'] => (text === undefined ? {} : JSON.parse(text))

/** Turns the content of a table cell into a button that opens a dialog with the cell's request. */
function makeCell(cell: HTMLElement): void {
  const button = element('button', { type: 'button' })
  button.append(...cell.childNodes)
  button.addEventListener('click', () => inDialog(startOf(cell)))
  cell.append(button)
}

function inDialog(start: Start): void {
  const made = runner(start)
  const close = element('button', { type: 'button', class: 'quiet' }, 'Close')
  const dialog = element('dialog', { 'aria-label': 'Try it' }, made.element, close)
  close.addEventListener('click', () => dialog.close())
  dialog.addEventListener('close', () => dialog.remove())
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close()
  })
  document.body.append(dialog)
  dialog.showModal()
  void made.run()
}
