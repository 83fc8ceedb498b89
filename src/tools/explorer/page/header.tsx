/** The bar at the top: caller, undo and redo, copy, history, and the dark or light theme. */
import { useState } from 'preact/hooks'
import { COPIES, type CopyKind, copyOf } from '../model/copy.ts'
import { documentIn, typeAt } from '../model/world.ts'
import { Menu } from './menu.tsx'
import { CallerChoice, ProfileChoice, WorldInput } from './query/choices.tsx'
import type { Session } from './session.ts'
import { ThemeButton } from './theme.tsx'

export function Header({ session, open }: { readonly session: Session; readonly open: (() => void) | null }) {
  const { world, view: shown, history, backend } = session
  const { asking } = shown
  return (
    <header class="top">
      <h1 class="brand">Populace</h1>
      <div class="who">
        <CallerChoice
          label="Role"
          session={session}
          value={asking.caller}
          onChoose={(caller) => session.ask({ caller })}
        />
        <ProfileChoice
          label="Profile"
          world={world}
          value={asking.profile}
          onChoose={(profile) => session.ask({ profile })}
        />
        {backend.kind === 'server' && (
          <WorldInput label="World" value={asking.world} onCommit={(name) => session.ask({ world: name })} />
        )}
      </div>
      <div class="tools">
        <button type="button" class="small" disabled={history.past.length === 0} onClick={session.undo}>
          Undo
        </button>
        <button type="button" class="small" disabled={history.future.length === 0} onClick={session.redo}>
          Redo
        </button>
        <Menu label="Copy">{(close) => <CopyList session={session} close={close} />}</Menu>
        <Menu label="History">{(close) => <HistoryList session={session} close={close} />}</Menu>
        {open !== null && (
          <button type="button" class="small" onClick={open}>
            Open a dataset
          </button>
        )}
        <ThemeButton />
      </div>
    </header>
  )
}

function CopyList({ session, close }: { readonly session: Session; readonly close: () => void }) {
  const { view: shown, world, backend, reading } = session
  const [failed, setFailed] = useState<string | null>(null)
  const path = reading.kind === 'tree' ? reading.query.path : reading.path
  const text = (kind: CopyKind): string =>
    copyOf(kind, {
      asking: shown.asking,
      origin: backend.origin,
      prefix: world.prefix,
      type: typeAt(world, path),
      documentId: documentIn(world, path),
    })
  const take = (words: string): void => {
    navigator.clipboard.writeText(words).then(close, () => setFailed(words))
  }
  if (failed !== null)
    return (
      <label class="labelled">
        <span class="label">
          The browser does not allow the page to copy the text. Select the text and copy it yourself
        </span>
        <textarea readOnly rows={8} value={failed} />
      </label>
    )
  return (
    <ul class="menu-list">
      {COPIES.map((kind) => (
        <li key={kind}>
          <button type="button" onClick={() => take(text(kind))}>
            {kind}
          </button>
        </li>
      ))}
      <li>
        <button type="button" onClick={() => take(location.href)}>
          Link to this page
        </button>
      </li>
    </ul>
  )
}

const LISTED_REQUESTS = 30

function HistoryList({ session, close }: { readonly session: Session; readonly close: () => void }) {
  const past = [...session.history.past].reverse().slice(0, LISTED_REQUESTS)
  if (past.length === 0) return <p class="note">No earlier requests.</p>
  return (
    <ol class="menu-list">
      {past.map((shown, at) => (
        <li key={past.length - at}>
          <button
            type="button"
            onClick={() => {
              session.jump(shown)
              close()
            }}
          >
            <code>{shown.asking.url}</code>
          </button>
        </li>
      ))}
    </ol>
  )
}
