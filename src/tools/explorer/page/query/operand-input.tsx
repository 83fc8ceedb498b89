/** What a filter compares with: a choice where there are few, else a text with the values that occur. */
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { isObject, parseJson } from '../../../../util/json.ts'
import type { ColumnChoice } from '../../model/columns.ts'
import { operandForm } from '../../model/operators.ts'
import { useTyped } from '../parts.tsx'
import type { Session } from '../session.ts'

export interface OperandProps {
  readonly session: Session
  readonly column: ColumnChoice
  readonly operator: string
  readonly value: string
  /** Whether it takes the focus as it appears. */
  readonly isFocused?: boolean
  readonly onInput?: (typed: string) => void
  readonly onCommit: (typed: string) => void
}

export function OperandInput(props: OperandProps) {
  const { column, operator, value } = props
  const label = `Value of ${column.path.join('.')}`
  const form = operandForm(operator)
  const choices =
    form === 'boolean' || column.type === 'boolean'
      ? ['true', 'false']
      : form === 'text' && column.values.length > 0 && operator.startsWith('$eq')
        ? column.values
        : null
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
        {(value === '' || !choices.includes(value)) && <option value={value}>{value}</option>}
        {choices.map((text) => (
          <option key={text} value={text}>
            {text}
          </option>
        ))}
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
        placeholder={form === 'list' ? 'one, two' : ''}
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

const MOST = 100

/** The values that whoever asks may see: it is the API itself that is asked for them. */
function useOccurring({ session, column }: OperandProps, isWanted: boolean): readonly string[] {
  const { backend, world, shown } = session
  const [values, setValues] = useState<readonly string[]>([])
  const type = world.types.find(({ uid }) => uid === column.model.uid)
  const name = column.path.at(-1) ?? ''
  useEffect(() => {
    if (!isWanted || type?.path === undefined || type.path === null || type.isSingle) return
    let isThere = true
    const url = `${world.prefix}/${type.path}?fields=${name}&sort=${name}&pagination[pageSize]=${MOST}`
    backend.ask({ ...shown.asking, url }).then(
      ({ body }) => isThere && setValues(valuesIn(body, name)),
      // Without suggestions one can still type.
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
