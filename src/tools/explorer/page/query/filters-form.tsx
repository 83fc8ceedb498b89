/** Shows the conditions of a query as a form: single tests, and groups of tests. */
import { useState } from 'preact/hooks'
import { IMPLICIT, LOGICAL, type LogicalOperator } from '../../../../reference/operators/operators.ts'
import type { ModelDescribed } from '../../described.ts'
import { replaced } from '../../model/change.ts'
import { type ColumnChoice, type ColumnGroup, columnAt } from '../../model/columns.ts'
import { operandTyped, operatorsFor, typedOperand } from '../../model/operators.ts'
import type { Filter } from '../../model/query.ts'
import type { ModelOf } from '../../model/world.ts'
import type { Session } from '../session.ts'
import { ColumnSelect } from './column-select.tsx'
import { OperandInput } from './operand-input.tsx'

interface FiltersProps {
  readonly session: Session
  readonly columns: readonly ColumnGroup[]
  readonly models: ModelOf
  readonly model: ModelDescribed
  readonly filters: readonly Filter[]
  readonly where: string
  /** The word that joins a new filter to the filters before it. */
  readonly joins: 'where …' | 'and …' | 'or …'
  readonly change: (filters: readonly Filter[]) => void
}

export function FiltersForm(props: Omit<FiltersProps, 'joins'>) {
  return (
    <fieldset class="group">
      <legend>
        Filters <span class="visually-hidden">of {props.where}</span>
      </legend>
      <FilterList {...props} joins={props.filters.length === 0 ? 'where …' : 'and …'} />
    </fieldset>
  )
}

/** Shows a list of filters that are combined by AND, and a form that adds another filter. */
function FilterList(props: FiltersProps) {
  const { filters, change } = props
  return (
    <ul class="rows">
      {filters.map((filter, at) => {
        const next = (changed: Filter | null): void => change(replaced(filters, at, changed))
        return (
          <li key={`${at} ${filter.kind}`}>
            {filter.kind === 'test' ? (
              <TestRow {...props} filter={filter} next={next} />
            ) : (
              <GroupRows {...props} filter={filter} next={next} />
            )}
          </li>
        )
      })}
      <li>
        <NewFilter {...props} add={(filter) => change([...filters, filter])} />
      </li>
    </ul>
  )
}

type RowProps<Kind extends Filter['kind']> = FiltersProps & {
  readonly filter: Extract<Filter, { readonly kind: Kind }>
  readonly next: (filter: Filter | null) => void
}

function TestRow({ session, columns, models, model, where, filter, next }: RowProps<'test'>) {
  const column = columnAt(model, filter.path, models)
  const name = filter.path.join('.')
  return (
    <div class="row">
      <ColumnSelect
        label={`Filter of ${where}: attribute`}
        value={name}
        groups={columns}
        onChoose={(path) => next({ ...filter, path })}
      />
      <OperatorSelect
        column={column}
        value={filter.operator}
        onChoose={(operator) =>
          next({ ...filter, operator, operand: operandTyped(operator, typedOperand(filter.operand)) })
        }
      />
      <OperandInput
        session={session}
        column={column}
        operator={filter.operator}
        value={typedOperand(filter.operand)}
        onCommit={(typed) => next({ ...filter, operand: operandTyped(filter.operator, typed) })}
      />
      <button
        type="button"
        class="remove"
        aria-label={`Remove the filter of ${name}`}
        onClick={() => next(null)}
      >
        ×
      </button>
    </div>
  )
}

function OperatorSelect(props: {
  readonly column: ColumnChoice
  readonly value: string
  readonly onChoose: (operator: string) => void
}) {
  const fitting = operatorsFor(props.column.type)
  const all = fitting.includes(props.value) ? fitting : [props.value, ...fitting]
  return (
    <select
      class="operator"
      aria-label={`Operator of ${props.column.path.join('.')}`}
      value={props.value}
      onChange={({ currentTarget }) => props.onChoose(currentTarget.value)}
    >
      {all.map((name) => (
        <option key={name} value={name}>
          {name}
        </option>
      ))}
    </select>
  )
}

const GROUPS: Readonly<Record<LogicalOperator, string>> = {
  $or: 'any of these',
  $and: 'all of these',
  $not: 'not',
}

function GroupRows({ filter, next, ...props }: RowProps<'group'>) {
  const { path, operator, items } = filter
  const model = path.length === 0 ? props.model : columnAt(props.model, [...path, ''], props.models).model
  const isPlace = path.length === 0 || model !== props.model
  const title = `${path.length === 0 ? '' : `${path.join('.')}: `}${GROUPS[operator]}`
  return (
    <fieldset class="filter-group">
      <legend>
        {title}
        <button type="button" class="remove" aria-label={`Remove: ${title}`} onClick={() => next(null)}>
          ×
        </button>
      </legend>
      {items.map((item, at) => (
        <div key={`${at}`} class="filter-item">
          {isPlace ? (
            <FilterList
              {...props}
              model={model}
              filters={item}
              where={`${props.where}, ${title} ${at + 1}`}
              joins="and …"
              change={(filters) => {
                const left = replaced(items, at, filters.length === 0 ? null : filters)
                next(left.length === 0 ? null : { ...filter, items: left })
              }}
            />
          ) : (
            <code>
              {item
                .map((one) => `${one.operator} ${one.kind === 'test' ? typedOperand(one.operand) : '…'}`)
                .join(', ')}
            </code>
          )}
        </div>
      ))}
      {LOGICAL[operator].takes === 'conditions' && isPlace && (
        <NewFilter
          {...props}
          model={model}
          joins="or …"
          add={(one) => next({ ...filter, items: [...items, [one]] })}
        />
      )}
    </fieldset>
  )
}

/** The form for a new filter. The page sends no request before the new filter is complete. */
function NewFilter({
  session,
  columns,
  models,
  model,
  where,
  joins,
  add,
}: Omit<FiltersProps, 'filters' | 'change'> & { readonly add: (filter: Filter) => void }) {
  const [path, setPath] = useState<readonly string[] | null>(null)
  const [operator, setOperator] = useState<string>(IMPLICIT.value)
  if (path === null)
    return (
      <ColumnSelect
        label={`Add a filter of ${where}`}
        value=""
        empty={joins}
        groups={columns}
        onChoose={(chosen) => {
          const fitting = operatorsFor(columnAt(model, chosen, models).type)
          setOperator(fitting[0] ?? IMPLICIT.value)
          setPath(chosen)
        }}
      />
    )
  const column = columnAt(model, path, models)
  const commit = (typed: string, isGroup = false): void => {
    if (typed === '') return
    const test: Filter = { kind: 'test', path, operator, operand: operandTyped(operator, typed) }
    add(isGroup ? { kind: 'group', path: [], operator: '$or', items: [[test]] } : test)
    setPath(null)
  }
  return (
    <NewRow
      column={column}
      operator={operator}
      setOperator={setOperator}
      session={session}
      commit={commit}
      cancel={() => setPath(null)}
    />
  )
}

function NewRow(props: {
  readonly session: Session
  readonly column: ColumnChoice
  readonly operator: string
  readonly setOperator: (operator: string) => void
  readonly commit: (typed: string, isGroup?: boolean) => void
  readonly cancel: () => void
}) {
  const { session, column, operator, commit } = props
  const [typed, setTyped] = useState('')
  return (
    <form
      class="row new"
      onSubmit={(event) => {
        event.preventDefault()
        commit(typed)
      }}
    >
      <code class="new-name">{column.path.join('.')}</code>
      <OperatorSelect column={column} value={operator} onChoose={props.setOperator} />
      <OperandInput
        session={session}
        column={column}
        operator={operator}
        value={typed}
        isFocused
        onInput={setTyped}
        onCommit={setTyped}
      />
      <button type="submit" class="small primary" disabled={typed === ''}>
        Add
      </button>
      <button type="button" class="small" disabled={typed === ''} onClick={() => commit(typed, true)}>
        Add as “any of”
      </button>
      <button type="button" class="remove" aria-label="Cancel" onClick={props.cancel}>
        ×
      </button>
    </form>
  )
}
