/**
 * Shows an answer as a tree, and renders only the visible rows of the tree. The arrow keys select, open and close
 * rows.
 */
import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { Change, Explanation } from '../../../../explain/explanation.ts'
import type { Json } from '../../../../util/json.ts'
import { type AnswerRow, rowsOf, Sizes } from '../../model/answer.ts'
import type { CellDifference } from '../../model/differences.ts'
import { bytesText } from '../parts.tsx'

const ROW_HEIGHT = 26
/** The number of tree rows that are rendered above and below the visible rows. */
const MARGIN = 12

export interface AnswerTreeProps {
  readonly label: string
  readonly json: Json
  readonly explanation: Explanation | null
  readonly differences?: ReadonlyMap<string, CellDifference>
  /** Receives the tree row under the pointer, or else the focused row. */
  readonly onRow: (row: AnswerRow | null) => void
  readonly onChange: (change: Change) => void
}

export function AnswerTree(props: AnswerTreeProps) {
  const { rows, toggle } = useRows(props)
  const { current, setCurrent, at } = useCurrent(rows)
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const [from, to] = useWindow(box, rows.length)
  useEffect(() => props.onRow(current === null ? null : (rows[at] ?? null)), [rows, at, current])

  const go = (to: number): void => {
    const row = rows[Math.min(Math.max(to, 0), rows.length - 1)]
    if (row === undefined) return
    setCurrent(row.path)
    scrollTo(box.current, rows.indexOf(row))
  }
  const choose = ({ path, isOpen }: AnswerRow): void => {
    setCurrent(path)
    if (isOpen !== null) toggle(path)
  }
  const pressed = (event: KeyboardEvent): void => {
    const row = rows[at]
    const step = row === undefined || hasModifier(event) ? undefined : stepOf(event.key, row, rows, at)
    if (row === undefined || step === undefined) return
    event.preventDefault()
    if (step === 'toggle') toggle(row.path)
    else if (step !== 'change') go(step)
    else if (row.absent?.change) props.onChange(row.absent.change)
  }

  return (
    <div
      ref={box}
      class="tree"
      role="tree"
      aria-label={props.label}
      tabIndex={0}
      aria-activedescendant={at >= from && at < to ? `${id}-${at}` : undefined}
      onKeyDown={pressed}
      onFocus={({ currentTarget }) => {
        // A click already selects its row, so this handler selects a row only if the keyboard moved the focus.
        if (current === null && currentTarget.matches(':focus-visible')) setCurrent(rows[0]?.path ?? null)
      }}
      onPointerLeave={() => props.onRow(rows[at] ?? null)}
    >
      <div class="tree-space" role="presentation" style={{ height: `${rows.length * ROW_HEIGHT}px` }}>
        {rows.slice(from, to).map((row, index) => (
          <Row
            key={row.path}
            id={`${id}-${from + index}`}
            row={row}
            top={(from + index) * ROW_HEIGHT}
            isCurrent={row.path === current}
            onPoint={() => props.onRow(row)}
            onChoose={() => choose(row)}
            onChange={props.onChange}
          />
        ))}
      </div>
    </div>
  )
}

/** Computes the rows of the answer's tree. The returned function `toggle` opens or closes the row at a path. */
function useRows({ json, explanation, differences }: AnswerTreeProps) {
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set())
  const sizes = useMemo(() => new Sizes(json), [json])
  const rows = useMemo(
    () =>
      rowsOf(json, { toggled, explanation, sizes, ...(differences === undefined ? {} : { differences }) }),
    [json, toggled, explanation, sizes, differences],
  )
  const toggle = (path: string): void => {
    const next = new Set(toggled)
    if (!next.delete(path)) next.add(path)
    setToggled(next)
  }
  return { rows, toggle }
}

/** Returns the chosen row: its path, and its index among the rows. The index is 0 while no row is chosen. */
function useCurrent(rows: readonly AnswerRow[]) {
  const [current, setCurrent] = useState<string | null>(null)
  const found = rows.findIndex(({ path }) => path === current)
  return { current, setCurrent, at: Math.max(0, found) }
}

const hasModifier = ({ altKey, ctrlKey, metaKey }: KeyboardEvent): boolean => altKey || ctrlKey || metaKey

const PAGE_STEP = 12

/**
 * Returns the index of the row that a key selects, or the effect of the key on the current row; undefined for a key
 * without effect.
 */
function stepOf(
  key: string,
  row: AnswerRow,
  rows: readonly AnswerRow[],
  at: number,
): number | 'toggle' | 'change' | undefined {
  switch (key) {
    case 'ArrowDown':
      return at + 1
    case 'ArrowUp':
      return at - 1
    case 'PageDown':
      return at + PAGE_STEP
    case 'PageUp':
      return at - PAGE_STEP
    case 'Home':
      return 0
    case 'End':
      return rows.length - 1
    case 'ArrowRight':
      return row.isOpen === false ? 'toggle' : row.isOpen === true ? at + 1 : at
    case 'ArrowLeft':
      if (row.isOpen === true) return 'toggle'
      return Math.max(
        0,
        rows.findLastIndex(({ depth }, index) => index < at && depth < row.depth),
      )
    case 'Enter':
    case ' ':
      return row.isOpen !== null ? 'toggle' : 'change'
    default:
      return undefined
  }
}

function scrollTo(box: HTMLDivElement | null, row: number): void {
  if (box === null) return
  const top = row * ROW_HEIGHT
  if (top < box.scrollTop) box.scrollTop = top
  else if (top + ROW_HEIGHT > box.scrollTop + box.clientHeight)
    box.scrollTop = top + ROW_HEIGHT - box.clientHeight
}

/** Returns the range of tree rows to render: the visible rows, and some rows above and below them. */
function useWindow(
  box: { readonly current: HTMLDivElement | null },
  count: number,
): readonly [number, number] {
  const [seen, setSeen] = useState<readonly [number, number]>([0, 60])
  useLayoutEffect(() => {
    const element = box.current
    if (element === null) return
    const look = (): void => {
      const from = Math.max(0, Math.floor(element.scrollTop / ROW_HEIGHT) - MARGIN)
      const to = Math.ceil((element.scrollTop + element.clientHeight) / ROW_HEIGHT) + MARGIN
      setSeen((before) => (before[0] === from && before[1] === to ? before : [from, to]))
    }
    look()
    element.addEventListener('scroll', look, { passive: true })
    const observer = new ResizeObserver(look)
    observer.observe(element)
    return () => {
      element.removeEventListener('scroll', look)
      observer.disconnect()
    }
  }, [])
  return [Math.min(seen[0], count), Math.min(seen[1], count)]
}

const MARKS: Readonly<Record<CellDifference, readonly [sign: string, words: string]>> = {
  here: ['+', 'only here'],
  there: ['−', 'only there'],
  other: ['≠', 'differs'],
  within: ['·', 'differs inside'],
}

function Row(props: {
  readonly id: string
  readonly row: AnswerRow
  readonly top: number
  readonly isCurrent: boolean
  readonly onPoint: () => void
  readonly onChoose: () => void
  readonly onChange: (change: Change) => void
}) {
  const { row, isCurrent } = props
  const { kind, name, text, bytes, isOpen, absent, difference, depth } = row
  const change = absent?.change ?? null
  return (
    // The tree handles the keys of all its rows.
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    // biome-ignore lint/a11y/useFocusableInteractive: see above
    <div
      id={props.id}
      role="treeitem"
      class={`tree-row is-${kind}`}
      aria-level={depth}
      aria-expanded={isOpen ?? undefined}
      aria-selected={isCurrent}
      data-difference={difference}
      style={{ top: `${props.top}px`, '--depth': depth - 1 }}
      onPointerEnter={props.onPoint}
      onClick={props.onChoose}
    >
      <span class="chevron" data-open={isOpen} aria-hidden="true" />
      {difference !== null && (
        <span class="mark" title={MARKS[difference][1]}>
          <span aria-hidden="true">{MARKS[difference][0]}</span>
          <span class="visually-hidden">{MARKS[difference][1]}: </span>
        </span>
      )}
      <span class="key">{name}</span>
      {kind === 'absent' && <span class="visually-hidden"> is absent: </span>}
      <span class="value">{text}</span>
      {absent !== null && kind !== 'absent' && <span class="why">{absent.sentence}</span>}
      {change?.kind === 'request' && (
        <button
          type="button"
          class="add"
          tabIndex={-1}
          aria-hidden="true"
          onClick={(event) => {
            event.stopPropagation()
            props.onChange(change)
          }}
        >
          Add
        </button>
      )}
      {bytes !== null && <span class="bytes">{bytesText(bytes)}</span>}
    </div>
  )
}
