/** One level of the query as a form: fields, populated attributes, filters and sort. */
import type { Explanation } from '../../../../explain/explanation.ts'
import type { LinkDescribed, ModelDescribed } from '../../described.ts'
import {
  type Address,
  addressText,
  branchOf,
  isFieldSelected,
  levelAt,
  toggleBranch,
  toggleField,
  toggleKind,
  togglePopulateAll,
  withLevel,
} from '../../model/change.ts'
import { type DecidedBoxes, decidedBoxes } from '../../model/code.ts'
import { columnsOf, scalarsOf } from '../../model/columns.ts'
import { isEmptyLevel, type Query, type QueryLevel } from '../../model/query.ts'
import { hasKinds, linksOf, type ModelOf, targetOf } from '../../model/world.ts'
import { Check, Disclosure, plural } from '../parts.tsx'
import type { Session } from '../session.ts'
import { FiltersForm } from './filters-form.tsx'
import { SortForm } from './sort-form.tsx'

export interface LevelProps {
  readonly session: Session
  readonly query: Query
  readonly models: ModelOf
  readonly model: ModelDescribed
  readonly address: Address
}

export function LevelForm(props: LevelProps) {
  const { session, query, models, model, address } = props
  const level = levelAt(query, address)
  const change = (next: (level: QueryLevel) => QueryLevel): void =>
    session.edit((now) => withLevel(now, address, next))
  const where = address.length === 0 ? model.name : addressText(address)
  const columns = columnsOf(model, models)
  const decided = decidedBoxes(explanationOf(session), address, model.uid)
  return (
    <div class="level">
      <FieldsForm model={model} level={level} where={where} change={change} decided={decided} />
      <PopulateForm {...props} level={level} where={where} change={change} decided={decided} />
      <FiltersForm
        session={session}
        columns={columns}
        models={models}
        model={model}
        filters={level.filters}
        where={where}
        change={(filters) => change((now) => ({ ...now, filters }))}
      />
      <SortForm
        columns={columns}
        sort={level.sort}
        where={where}
        change={(sort) => change((now) => ({ ...now, sort }))}
      />
    </div>
  )
}

interface PartProps {
  readonly level: QueryLevel
  readonly where: string
  readonly change: (next: (level: QueryLevel) => QueryLevel) => void
  /** The check boxes of this level that have no effect because of the project's own code. */
  readonly decided: DecidedBoxes
}

/** Returns the explanation of the last answer; null if the last answer belongs to an earlier request than the form. */
const explanationOf = ({ got, view }: Session): Explanation | null =>
  got?.asking.url === view.asking.url ? got.explanation : null

function FieldsForm({
  model,
  level,
  where,
  change,
  decided,
}: PartProps & { readonly model: ModelDescribed }) {
  const scalars = scalarsOf(model)
  const all = scalars.map(({ name }) => name)
  if (all.length === 0) return null
  return (
    <fieldset class="group">
      <legend>
        Fields <span class="visually-hidden">of {where}</span>
      </legend>
      {level.fields !== null && (
        <button type="button" class="link" onClick={() => change((now) => ({ ...now, fields: null }))}>
          all
        </button>
      )}
      <div class="checks">
        {scalars.map(({ name, type }) => {
          const isAsked = isFieldSelected(level, name)
          const box = decided(name, isAsked, 'fields')
          return (
            <Check
              key={name}
              label={name}
              note={type}
              checked={box?.isThere ?? isAsked}
              disabled={box !== null}
              title={box?.why}
              onToggle={() => change((now) => toggleField(now, name, all))}
            />
          )
        })}
      </div>
    </fieldset>
  )
}

function PopulateForm(props: LevelProps & PartProps) {
  const { model, level, where, change, decided } = props
  const links = linksOf(model)
  if (links.length === 0) return null
  const names = links.filter(({ isPrivate }) => !isPrivate).map(({ name }) => name)
  const isAll = level.populate.kind === 'all'
  return (
    <fieldset class="group">
      <legend>
        Populate <span class="visually-hidden">of {where}</span>
      </legend>
      <button type="button" class="link" aria-pressed={isAll} onClick={() => change(togglePopulateAll)}>
        {isAll ? 'none' : 'all, one level'}
      </button>
      <ul class="branches">
        {links.map((link) => {
          const isAsked = isAll || branchOf(level, link.name) !== undefined
          const box = decided(link.name, isAsked, 'populate')
          return (
            <li key={link.name}>
              <Check
                label={link.name}
                note={leadsTo(link, props.models)}
                checked={box?.isThere ?? isAsked}
                disabled={link.isPrivate || box !== null}
                title={box?.why}
                onToggle={() => change((now) => toggleBranch(now, link.name, names))}
              />
              <BranchForm {...props} link={link} />
            </li>
          )
        })}
      </ul>
    </fieldset>
  )
}

function leadsTo({ to, many, isPrivate }: LinkDescribed, models: ModelOf): string {
  const names =
    to === null
      ? 'any type'
      : to.length > 1
        ? plural(to.length, 'kind')
        : to.map((uid) => models(uid)?.name ?? uid).join()
  return `${many ? '⇉' : '→'} ${names}${isPrivate ? ', private' : ''}`
}

/** The form for the options of a populated attribute. */
function BranchForm({
  link,
  level,
  change,
  ...props
}: LevelProps & PartProps & { readonly link: LinkDescribed }) {
  const branch = branchOf(level, link.name)
  if (branch === undefined) return null
  const target = targetOf(props.models, link)
  if (target !== undefined) {
    const address = [...props.address, { attribute: link.name, kind: null }]
    return (
      <Disclosure
        name={addressText(address)}
        label={<Summary level={branch.level} />}
        isOpenFirst={!isEmptyLevel(branch.level)}
      >
        {() => <LevelForm {...props} model={target} address={address} />}
      </Disclosure>
    )
  }
  if (!hasKinds(link)) return null
  const kinds = (link.to ?? []).flatMap((uid) => props.models(uid) ?? [])
  const all = kinds.map(({ uid }) => uid)
  return (
    <ul class="kinds" aria-label={`Kinds in ${link.name}`}>
      {kinds.map((kind) => {
        const chosen = branch.on?.find(({ uid }) => uid === kind.uid)
        const address = [...props.address, { attribute: link.name, kind: kind.uid }]
        return (
          <li key={kind.uid}>
            <Check
              label={kind.name}
              checked={branch.on === null || chosen !== undefined}
              onToggle={() => change((now) => toggleKind(now, link.name, kind.uid, all))}
            />
            {chosen !== undefined && (
              <Disclosure
                name={addressText(address)}
                label={<Summary level={chosen.level} />}
                isOpenFirst={!isEmptyLevel(chosen.level)}
              >
                {() => <LevelForm {...props} model={kind} address={address} />}
              </Disclosure>
            )}
          </li>
        )
      })}
    </ul>
  )
}

/** The text that describes a closed branch of the form. */
function Summary({ level }: { readonly level: QueryLevel }) {
  const { fields, populate, filters, sort } = level
  const words = [
    ...(fields === null ? [] : [plural(fields.length, 'field')]),
    ...(populate.kind === 'none'
      ? []
      : [
          populate.kind === 'all'
            ? 'everything below'
            : plural(populate.branches.length, 'branch', 'branches'),
        ]),
    ...(filters.length === 0 ? [] : [plural(filters.length, 'filter')]),
    ...(sort.length === 0 ? [] : ['sorted']),
  ]
  return <span class="summary">{words.length === 0 ? 'go in' : words.join(', ')}</span>
}
