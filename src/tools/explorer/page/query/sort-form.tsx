/** The sort order of a list, as a form. */
import { replaced } from '../../model/change.ts'
import type { ColumnGroup } from '../../model/columns.ts'
import type { SortItem } from '../../model/query.ts'
import { ColumnSelect } from './column-select.tsx'

export function SortForm(props: {
  readonly columns: readonly ColumnGroup[]
  readonly sort: readonly SortItem[]
  readonly where: string
  readonly change: (sort: readonly SortItem[]) => void
}) {
  const { columns, sort, where, change } = props
  return (
    <fieldset class="group">
      <legend>
        Sort <span class="visually-hidden">of {where}</span>
      </legend>
      <ul class="rows">
        {sort.map((item, at) => {
          const name = item.path.join('.')
          return (
            <li key={`${at} ${name}`} class="row">
              <ColumnSelect
                label={`Sort ${at + 1} of ${where}`}
                value={name}
                groups={columns}
                onChoose={(path) => change(replaced(sort, at, { ...item, path }))}
              />
              <button
                type="button"
                class="small"
                onClick={() =>
                  change(replaced(sort, at, { ...item, order: item.order === 'desc' ? 'asc' : 'desc' }))
                }
              >
                {item.order === 'desc' ? 'desc ↓' : 'asc ↑'}
                <span class="visually-hidden"> by {name}, turn round</span>
              </button>
              <button
                type="button"
                class="remove"
                aria-label={`Do not sort by ${name}`}
                onClick={() => change(replaced(sort, at, null))}
              >
                ×
              </button>
            </li>
          )
        })}
        <li class="row">
          <ColumnSelect
            label={`Add a sort of ${where}`}
            value=""
            empty="by …"
            groups={columns}
            onChoose={(path) => change([...sort, { path, order: null }])}
          />
        </li>
      </ul>
    </fieldset>
  )
}
