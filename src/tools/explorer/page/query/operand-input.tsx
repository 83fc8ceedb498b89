/**
 * The input element for the operand of a filter: a list if there are few choices, or a text field that suggests
 * values of the dataset.
 */
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { isObject, parseJson } from '../../../../util/json.ts'
import type { ColumnChoice } from '../../model/columns.ts'
import { namesValue, operandForm } from '../../model/operators.ts'
import { useTyped } from '../parts.tsx'
import type { Session } from '../session.ts'

export interface OperandProps {
  readonly session: Session
  readonly column: ColumnChoice
  readonly operator: string
  readonly value: string
  /** Whether the input element takes the focus when it is first rendered. */
  readonly isFocused?: boolean
  readonly onInput?: (typed: string) => void
  readonly onCommit: (typed: string) => void
}

export function OperandInput(props: OperandProps) {
  const { column, operator, value } = props
  const label = `Value of ${column.path.join('.')}`
  const choices = choicesOf(props)
  const occurring = useOccurring(props, choices === null)
  const id = useId()
  const input = useRef<HTMLInputElement & HTMLSelectElement>(null)
  useEffect(() => {
    if (props.isFocused === true) input.current?.focus()
  }, [])
  const typing = useTyped(value, props.onCommit)
  if (choices !== null)
    return (
      <select
        ref={input}
        aria-label={label}
        value={value}
        onChange={({ currentTarget }) => props.onCommit(currentTarget.value)}
      >
        {options(value === '' || !choices.includes(value) ? [value, ...choices] : choices)}
      </select>
    )
  return (
    <>
      <input
        ref={input}
        type="text"
        class="operand"
        aria-label={label}
        value={typing.value}
        list={occurring.length > 0 ? id : undefined}
        placeholder={operandForm(operator) === 'list' ? 'one, two' : ''}
        autocomplete="off"
        spellcheck={false}
        onInput={(event) => {
          typing.onInput(event)
          props.onInput?.(event.currentTarget.value)
        }}
        onChange={typing.onChange}
        onBlur={typing.onBlur}
      />
      {occurring.length > 0 && (
        <datalist id={id}>
          {occurring.map((text) => (
            <option key={text} value={text} />
          ))}
        </datalist>
      )}
    </>
  )
}

/** Returns the values among which the user chooses the operand; null if the user types the operand. */
function choicesOf({ column, operator }: OperandProps): readonly string[] | null {
  const form = operandForm(operator)
  if (form === 'boolean' || column.type === 'boolean') return ['true', 'false']
  return column.values.length > 0 && namesValue(operator) ? column.values : null
}

const options = (values: readonly string[]) =>
  values.map((text) => (
    <option key={text} value={text}>
      {text}
    </option>
  ))

const MOST = 100

/**
 * Returns the values of an attribute in the dataset. The page requests them with the user's token, so that they
 * contain nothing private.
 */
function useOccurring({ session, column }: OperandProps, isWanted: boolean): readonly string[] {
  const { backend, world, view: shown } = session
  const [values, setValues] = useState<readonly string[]>([])
  const type = world.types.find(({ uid }) => uid === column.model.uid)
  const name = column.path.at(-1) ?? ''
  useEffect(() => {
    if (!isWanted || type?.path === undefined || type.path === null || type.isSingle) return
    let isThere = true
    const url = `${world.prefix}/${type.path}?fields=${name}&sort=${name}&pagination[pageSize]=${MOST}`
    backend.ask({ ...shown.asking, url }).then(
      ({ body }) => isThere && setValues(valuesIn(body, name)),
      // Suggestions of values are optional, so the page ignores a failed request for them.
      () => undefined,
    )
    return () => {
      isThere = false
    }
  }, [type?.uid, name, isWanted, shown.asking.caller, shown.asking.world])
  return values
}

function valuesIn(body: string, name: string): readonly string[] {
  const json = parseJson(body)
  const data = isObject(json) ? json['data'] : null
  const texts = (Array.isArray(data) ? data : []).flatMap((entry) => {
    const value = isObject(entry) ? entry[name] : null
    return typeof value === 'string' || typeof value === 'number' ? [String(value)] : []
  })
  return [...new Set(texts)]
}
