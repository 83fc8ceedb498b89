/** A select element for an attribute of a model, or of a directly linked model. */
import type { ColumnGroup } from '../../model/columns.ts'

export function ColumnSelect(props: {
  readonly label: string
  readonly value: string
  readonly groups: readonly ColumnGroup[]
  /** The label of the first choice in the list, which selects no attribute. */
  readonly empty?: string
  readonly onChoose: (path: readonly string[]) => void
}) {
  const isKnown =
    props.value === '' ||
    props.groups.some(({ columns }) => columns.some(({ path }) => path.join('.') === props.value))
  return (
    <select
      aria-label={props.label}
      value={props.value}
      onChange={({ currentTarget }) => {
        if (currentTarget.value !== '') props.onChoose(currentTarget.value.split('.'))
      }}
    >
      {props.empty !== undefined && <option value="">{props.empty}</option>}
      {!isKnown && <option value={props.value}>{props.value}</option>}
      {props.groups.map(({ label, columns }) => (
        <optgroup key={label} label={label}>
          {columns.map(({ path }) => (
            <option key={path.join('.')} value={path.join('.')}>
              {path.join('.')}
            </option>
          ))}
        </optgroup>
      ))}
    </select>
  )
}
