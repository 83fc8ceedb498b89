/** The whole page of the explorer: types, query and answer. */
import { useEffect, useState } from 'preact/hooks'
import { publicRequest } from '../../../util/url/explorer-url.ts'
import type { Backend } from '../backend/backend.ts'
import type { PageBackend } from '../backend/page.ts'
import type { Described } from '../described.ts'
import { AnswerPanel } from './answer/answer-panel.tsx'
import { TypesPanel } from './answer/types-panel.tsx'
import { useDrop } from './drop.tsx'
import { Header } from './header.tsx'
import { QueryPanel } from './query/query-panel.tsx'
import { UrlField } from './query/url-field.tsx'
import { messageOf, useSession } from './session.ts'

export function App({ backend, page }: { readonly backend: Backend; readonly page: PageBackend | null }) {
  const [world, setWorld] = useState<{ readonly described: Described; readonly at: number } | string | null>(
    null,
  )
  const learn = (): void => {
    backend.describe(publicRequest('/')).then(
      (described) =>
        setWorld((before) => ({
          described,
          at: typeof before === 'object' && before !== null ? before.at + 1 : 0,
        })),
      (error: unknown) => setWorld(messageOf(error)),
    )
  }
  useEffect(learn, [backend])
  const drop = useDrop(page, () => {
    history.replaceState(null, '', '#')
    learn()
  })
  if (world === null) return <p class="starting">…</p>
  if (typeof world === 'string')
    return (
      <main class="starting">
        <h1 class="brand">Populace</h1>
        <p class="notice bad" role="alert">
          {world}
        </p>
      </main>
    )
  return (
    <>
      <Explorer
        key={world.at}
        backend={backend}
        world={world.described}
        open={page === null ? null : drop.choose}
      />
      {drop.view}
    </>
  )
}

const PANELS = ['types', 'query', 'answer'] as const
type PanelName = (typeof PANELS)[number]
const NAMES: Readonly<Record<PanelName, string>> = { types: 'Types', query: 'Query', answer: 'Answer' }

function Explorer(props: {
  readonly backend: Backend
  readonly world: Described
  readonly open: (() => void) | null
}) {
  const session = useSession(props.backend, props.world)
  /** The visible panel on a narrow screen, which shows one panel at a time. */
  const [panel, setPanel] = useState<PanelName>('answer')
  useUndoKeys(session.undo, session.redo)
  return (
    <div class="page" data-panel={panel}>
      <Header session={session} open={props.open} />
      <main>
        <UrlField session={session} />
        <nav class="panel-names" aria-label="Panels of the page">
          {PANELS.map((name) => (
            <button key={name} type="button" aria-pressed={panel === name} onClick={() => setPanel(name)}>
              {NAMES[name]}
            </button>
          ))}
        </nav>
        <div class="panels">
          <TypesPanel session={session} />
          <QueryPanel session={session} />
          <AnswerPanel session={session} />
        </div>
      </main>
    </div>
  )
}

/** Handles the undo keys, except in a text field, which has its own undo. */
function useUndoKeys(undo: () => void, redo: () => void): void {
  useEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z') return
      if (
        event.target instanceof HTMLTextAreaElement ||
        (event.target instanceof HTMLInputElement && event.target.type === 'text')
      )
        return
      event.preventDefault()
      if (event.shiftKey) redo()
      else undo()
    }
    addEventListener('keydown', pressed)
    return () => removeEventListener('keydown', pressed)
  }, [undo, redo])
}
