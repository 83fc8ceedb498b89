/** Small components that all panels of the explorer use. */
import type { ComponentChildren } from 'preact'
import { useId, useState } from 'preact/hooks'

/** A disclosure element, whose content is rendered only while the element is open. */
export function Disclosure(props: {
  readonly label: ComponentChildren
  readonly name?: string
  readonly isOpenFirst?: boolean
  readonly children: () => ComponentChildren
}) {
  const [isOpen, setOpen] = useState(props.isOpenFirst === true)
  const id = useId()
  return (
    <div class="disclosure">
      <button
        type="button"
        class="disclosure-button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        <span class="chevron" aria-hidden="true" />
        <span>
          {props.label}
          {props.name !== undefined && <span class="visually-hidden"> {props.name}</span>}
        </span>
      </button>
      {isOpen && (
        <div id={id} class="disclosure-body">
          {props.children()}
        </div>
      )}
    </div>
  )
}

export function Check(props: {
  readonly label: ComponentChildren
  readonly note?: ComponentChildren
  readonly checked: boolean
  readonly disabled?: boolean
  readonly title?: string | undefined
  readonly onToggle: () => void
}) {
  return (
    <label class="check" data-off={props.disabled === true ? '' : undefined} title={props.title}>
      <input type="checkbox" checked={props.checked} disabled={props.disabled} onClick={props.onToggle} />
      <span class="check-name">{props.label}</span>
      {props.note !== undefined && <span class="note">{props.note}</span>}
    </label>
  )
}

/** A control to choose one of a few values. */
export function Choice(props: {
  readonly label: string
  readonly value: string
  readonly options: readonly (readonly [value: string, text: string])[]
  readonly onChoose: (value: string) => void
}) {
  const isKnown = props.options.some(([value]) => value === props.value)
  return (
    <label class="labelled">
      <span class="label">{props.label}</span>
      <select value={props.value} onChange={({ currentTarget }) => props.onChoose(currentTarget.value)}>
        {!isKnown && <option value={props.value}>{props.value}</option>}
        {props.options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  )
}

/**
 * Returns the state of a text field. A new rendering of the page does not change a text that the user has not
 * committed.
 */
export function useTyped(value: string, onCommit: (value: string) => void) {
  const [typed, setTyped] = useState<string | null>(null)
  type Typing = { readonly currentTarget: HTMLInputElement }
  return {
    value: typed ?? value,
    onInput: ({ currentTarget }: Typing) => setTyped(currentTarget.value),
    onChange: ({ currentTarget }: Typing) => {
      setTyped(null)
      onCommit(currentTarget.value)
    },
    onBlur: () => setTyped(null),
  }
}

/** A text field that commits its value on blur or Enter. */
export function TextInput(props: {
  readonly label: string
  readonly value: string
  readonly placeholder?: string
  readonly suggestions?: readonly string[]
  readonly inputMode?: 'numeric'
  readonly onCommit: (value: string) => void
}) {
  const id = useId()
  const { suggestions = [] } = props
  const typing = useTyped(props.value, props.onCommit)
  return (
    <label class="labelled">
      <span class="label">{props.label}</span>
      <input
        {...typing}
        type="text"
        placeholder={props.placeholder}
        inputMode={props.inputMode}
        list={suggestions.length > 0 ? id : undefined}
        autocomplete="off"
        spellcheck={false}
      />
      {suggestions.length > 0 && (
        <datalist id={id}>
          {suggestions.map((text) => (
            <option key={text} value={text} />
          ))}
        </datalist>
      )}
    </label>
  )
}

const KILO = 1_000

/** Formats a number of bytes, such as `812 B` or `14.2 kB`. */
export function bytesText(bytes: number): string {
  if (bytes < KILO) return `${bytes} B`
  if (bytes < KILO * KILO) return `${(bytes / KILO).toFixed(1)} kB`
  return `${(bytes / KILO / KILO).toFixed(1)} MB`
}

/** Formats a duration, such as `0.4 ms`, `13 ms` or `2.1 s`. */
export function timeText(milliseconds: number): string {
  if (milliseconds < 10) return `${milliseconds.toFixed(1)} ms`
  return milliseconds < KILO ? `${Math.round(milliseconds)} ms` : `${(milliseconds / KILO).toFixed(1)} s`
}

export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`
