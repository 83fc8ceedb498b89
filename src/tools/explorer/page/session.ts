/** The state of the explorer's page: the request with its history, the backend, and the last answer. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { Explanation } from '../../../explain/explanation.ts'
import { type Json, parseJson } from '../../../util/json.ts'
import {
  type Against,
  type Asking,
  againstOf,
  type ExplorerView,
  hashOf,
  publicRequest,
  viewIn,
} from '../../../util/url/explorer-url.ts'
import type { Backend } from '../backend/backend.ts'
import type { Described } from '../described.ts'
import { changedTo, type History, redone, startedWith, undone } from '../model/history.ts'
import type { Query } from '../model/query.ts'
import { type QueryReading, readUrl } from '../model/read/read.ts'
import { leadsIn, linksOf } from '../model/world.ts'
import { writeUrl } from '../model/write.ts'

export interface Got {
  readonly asking: Asking
  readonly status: number
  readonly text: string
  /** The parsed body of the answer; undefined if the body is not JSON. */
  readonly json: Json | undefined
  readonly milliseconds: number
  readonly explanation: Explanation | null
}

export interface Session {
  readonly backend: Backend
  readonly world: Described
  readonly view: ExplorerView
  readonly history: History<ExplorerView>
  readonly reading: QueryReading
  readonly got: Got | null
  /** The answer to the second request, if the user compares two requests. */
  readonly other: Got | null
  readonly isBusy: boolean
  /** The reason why the backend gave no answer; null if the backend answered. */
  readonly problem: string | null
  readonly ask: (asking: Partial<Asking>) => void
  readonly edit: (change: (query: Query) => Query) => void
  readonly compare: (against: Against | null) => void
  readonly undo: () => void
  readonly redo: () => void
  readonly jump: (shown: ExplorerView) => void
}

export function useSession(backend: Backend, world: Described): Session {
  const [history, setHistory] = useState(() => startedWith(viewIn(location.hash) ?? startOf(world)))
  const shown = history.now
  const { asking, against } = shown
  const reading = useMemo(() => readUrl(asking.url, leadsIn(world)), [asking.url, world])
  const first = useAnswer(backend, world, asking)
  const second = useAnswer(
    backend,
    world,
    useMemo(() => (against === null ? null : againstOf(asking, against)), [shown]),
  )
  const show = useCallback(
    (next: ExplorerView) =>
      setHistory((before) => (isSame(before.now, next) ? before : changedTo(before, next))),
    [],
  )
  useHash(shown, show)
  return {
    backend,
    world,
    view: shown,
    history,
    reading,
    got: first.got,
    other: second.got,
    isBusy: first.isBusy || second.isBusy,
    problem: first.problem ?? second.problem,
    ask: (next) => show({ ...shown, asking: { ...asking, ...next } }),
    edit: (change) => setHistory((before) => edited(before, change, world)),
    compare: (next) => show({ ...shown, against: next }),
    undo: () => setHistory(undone),
    redo: () => setHistory(redone),
    jump: show,
  }
}

/**
 * Applies a change to the latest state of the page, so that two changes in quick succession do not overwrite each
 * other.
 */
function edited(
  history: History<ExplorerView>,
  change: (query: Query) => Query,
  world: Described,
): History<ExplorerView> {
  const { asking } = history.now
  const reading = readUrl(asking.url, leadsIn(world))
  if (reading.kind === 'text') return history
  const next = { ...history.now, asking: { ...asking, url: writeUrl(change(reading.query)) } }
  return isSame(history.now, next) ? history : changedTo(history, next)
}

const isSame = (one: ExplorerView, other: ExplorerView): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

/**
 * Returns the view at the start: the list of the collection type with the most relations, files, components and
 * zones.
 */
function startOf({ types, prefix }: Described): ExplorerView {
  const lists = types.filter(({ path, isSingle }) => path !== null && !isSingle)
  const [best] = [...lists].sort((one, other) => linksOf(other).length - linksOf(one).length)
  return { asking: publicRequest(`${prefix}/${best?.path ?? ''}`), against: null }
}

/** Keeps the view and the fragment of the page's URL equal: a change of one changes the other. */
function useHash(shown: ExplorerView, show: (shown: ExplorerView) => void): void {
  const written = useRef('')
  useEffect(() => {
    written.current = hashOf(shown)
    if (location.hash !== written.current) globalThis.history.replaceState(null, '', written.current)
    written.current = location.hash
  }, [shown])
  useEffect(() => {
    const followed = (): void => {
      const next = location.hash === written.current ? null : viewIn(location.hash)
      if (next !== null) show(next)
    }
    addEventListener('hashchange', followed)
    return () => removeEventListener('hashchange', followed)
  }, [show])
}

interface Answering {
  readonly got: Got | null
  readonly isBusy: boolean
  readonly problem: string | null
}

/** Fetches the answer to the current request. Until the new answer arrives, the previous answer stays visible. */
function useAnswer(backend: Backend, world: Described, asking: Asking | null): Answering {
  const [state, setState] = useState<Answering>({ got: null, isBusy: asking !== null, problem: null })
  useEffect(() => {
    if (asking === null) return setState({ got: null, isBusy: false, problem: null })
    let isWanted = true
    setState((before) => ({ ...before, isBusy: true }))
    gotBy(backend, world, asking).then(
      (got) => isWanted && setState({ got, isBusy: false, problem: null }),
      (error: unknown) => isWanted && setState({ got: null, isBusy: false, problem: messageOf(error) }),
    )
    return () => {
      isWanted = false
    }
  }, [backend, world, JSON.stringify(asking)])
  return state
}

async function gotBy(backend: Backend, { explains }: Described, asking: Asking): Promise<Got> {
  const [{ status, body, milliseconds }, explanation] = await Promise.all([
    backend.ask(asking),
    explains === 'no' ? null : backend.explain(asking),
  ])
  return { asking, status, text: body, json: parseJson(body), milliseconds, explanation }
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
