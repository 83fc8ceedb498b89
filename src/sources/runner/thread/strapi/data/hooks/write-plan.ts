/**
 * Plans the lifecycle events for writes of the document service. The server validates each write before the first
 * `before` event.
 */
import type { RowChange } from '../../../../protocol.ts'
import type { MemberMap } from '../../core-parts.ts'
import { lifecycleEvents } from '../../lifecycle-events.ts'
import type { EventRow, EventWorld, KnownRow, LifecycleStep } from '../../lifecycle-steps.ts'
import { isRecord, listOf, memberOf, recordOf } from '../../values.ts'
import type { CallServer, DataCall } from '../server-calls.ts'
import { earlySteps, type HookedModel, type MakePlan, rowKey, suffixOf } from './plan.ts'
import { changesOf, copiedData, givenData, noted } from './row-data.ts'

/** A write call, with the state of the document before the write and the result of a dry run. */
interface Situation {
  readonly call: DataCall
  readonly model: HookedModel
  readonly given: MemberMap
  /** The rows of the document in the locales that the call affects, including their relations. */
  readonly rows: readonly MemberMap[]
  /** The entries in the result of a dry run of the write, which changes no data. */
  readonly tried: readonly MemberMap[]
  readonly world: EventWorld
}

export const writePlan: MakePlan = async (call, model, send) => {
  const situation = await situationOf(call, model, send)
  const steps = lifecycleEvents({ service: 'documents', method: call.method, args: [] }, situation.world)
  const written = new Map<string, Written>()
  return {
    ...{ steps, early: earlySteps(steps) },
    params: (step, answer) => paramsOf(step, answer, { ...situation, written }),
    known: (step) => knownResult(step, situation),
    call: () => withChanges(call, [...written.values()]),
    result: ({ on, action }, value) => resultFor(on, action, value, situation),
  }
}

/** The data of a row in the form that lifecycle hooks receive, with a copy from before the hooks ran. */
interface Written {
  readonly on: Extract<EventRow, { kind: 'known' | 'new' }>
  readonly params: MemberMap
  readonly before: ReturnType<typeof noted>
}

async function situationOf(call: DataCall, model: HookedModel, send: CallServer): Promise<Situation> {
  const given = recordOf(call.args[0])
  const tried = entriesOf(await send({ ...call, dryRun: true }))
  const { documentId } = given
  const isNamed = typeof documentId === 'string' && call.method !== 'create'
  const all = isNamed ? await rowsOf(call, documentId, send) : []
  const locales = localesOf(given, model, tried)
  const rows = all.filter((row) => locales === undefined || locales.includes(localeIn(row, model)))
  const { draftAndPublish } = model
  const known = rows.map(
    (row): KnownRow => ({
      id: Number(row['id']),
      status: statusOf(row, model),
      locale: localeIn(row, model),
    }),
  )
  const [locale] = locales ?? [null]
  const world: EventWorld = {
    ...{ draftAndPublish, hasComponents: hasComponents(model), locale: locale ?? null },
    ...{ rows: known, exists: all.length > 0 },
  }
  return { call, model, given, rows, tried, world }
}

/** Returns the entries in the result of a call: the list in `entries`, or the single entry. */
function entriesOf(value: unknown): readonly MemberMap[] {
  if (!isRecord(value)) return []
  return Array.isArray(value['entries']) ? listOf(value['entries']).filter(isRecord) : [value]
}

async function rowsOf(
  { uid }: DataCall,
  documentId: string,
  send: CallServer,
): Promise<readonly MemberMap[]> {
  const args = [{ where: { documentId }, populate: true, orderBy: 'id' }]
  return listOf(await send({ service: 'query', uid, method: 'findMany', args })).filter(isRecord)
}

/**
 * Returns the locales that a call affects: the locales that the call names, or else the locales in the result of the
 * dry run. If the returned list of locales is undefined, the call affects all locales.
 */
function localesOf(
  { locale }: MemberMap,
  { localized }: HookedModel,
  tried: readonly MemberMap[],
): readonly (string | null)[] | undefined {
  if (!localized) return [null]
  if (locale === '*') return undefined
  if (typeof locale === 'string' && locale !== '') return [locale]
  const named = Array.isArray(locale) ? listOf(locale) : tried.map((entry) => entry['locale'])
  return [...new Set(named.filter((one) => typeof one === 'string'))]
}

const localeIn = (row: MemberMap, { localized }: HookedModel): string | null =>
  localized && typeof row['locale'] === 'string' ? row['locale'] : null

const statusOf = (row: MemberMap, { draftAndPublish }: HookedModel): KnownRow['status'] =>
  draftAndPublish && (row['publishedAt'] === null || row['publishedAt'] === undefined) ? 'draft' : 'published'

const hasComponents = ({ attributes }: HookedModel): boolean =>
  Object.values(attributes).some(({ type }) => type === 'component' || type === 'dynamiczone')

/**
 * Returns the members `select` and `populate` of `event.params`, which select the attributes and relations of the
 * result.
 */
const selectionOf = ({ fields, populate }: MemberMap): MemberMap => ({
  ...(fields === undefined ? {} : { select: fields }),
  ...(populate === undefined ? {} : { populate }),
})

function paramsOf(
  step: LifecycleStep,
  answer: unknown,
  situation: Situation & { readonly written: Map<string, Written> },
): MemberMap {
  const { on, params } = step
  const { given, written } = situation
  if (params.data !== undefined && on.kind !== 'none') {
    const data = dataFor(on, params.data, situation)
    const where = on.kind === 'known' ? { id: on.row.id } : {}
    const made: MemberMap = { ...selectionOf(given), where, data }
    written.set(rowKey(on), { on, params: made, before: noted(data) })
    return made
  }
  const isRow = params.where !== undefined || (on.kind === 'new' && answer !== undefined)
  const id = on.kind === 'known' ? on.row.id : memberOf(resultFor(on, step.action, answer, situation), 'id')
  const where = isRow ? { id } : lookupOf(step, situation)
  const { select, populate } = params
  return {
    ...(suffixOf(step.action) === 'Delete' ? selectionOf(given) : {}),
    ...(select === undefined ? {} : { select }),
    ...(populate === undefined ? {} : { populate: true }),
    where,
  }
}

function lookupOf({ action, params }: LifecycleStep, { call, given, model, world }: Situation): MemberMap {
  const { documentId } = given
  const isOfStatus =
    model.draftAndPublish &&
    call.method !== 'delete' &&
    (suffixOf(action) === 'FindMany' || call.method === 'update')
  const isPublished =
    (call.method === 'publish') === (params.select !== undefined) || call.method === 'unpublish'
  return {
    ...(world.locale === null ? {} : { locale: world.locale }),
    ...(isOfStatus ? { publishedAt: isPublished ? { $ne: null } : null } : {}),
    documentId,
  }
}

function dataFor(on: Written['on'], from: 'given' | 'copy', situation: Situation): MemberMap {
  const { given, model, tried, rows } = situation
  const locale = on.kind === 'new' ? on.locale : on.row.locale
  const stored = tried.find((entry) => localeIn(entry, model) === locale) ?? tried[0] ?? {}
  const data = recordOf(given['data'])
  if (from === 'given') return givenData({ data, stored, model, isNew: on.kind === 'new' })
  const status = on.kind === 'new' ? on.status : on.row.status
  const isSource = (row: MemberMap): boolean =>
    localeIn(row, model) === locale &&
    (situation.call.method === 'clone') === (statusOf(row, model) === status)
  const copy = copiedData(rows.find(isSource) ?? stored, status, model)
  return situation.call.method === 'clone' ? { ...copy, ...data, documentId: stored['documentId'] } : copy
}

function withChanges(call: DataCall, written: readonly Written[]): DataCall {
  const changes = written.flatMap(({ on, params, before }): RowChange[] => {
    const data = changesOf(before, params['data'])
    if (Object.keys(data).length === 0) return []
    const { status, locale } = on.kind === 'known' ? on.row : on
    return [{ status, locale, data }]
  })
  return changes.length === 0 ? call : { ...call, changes }
}

/** Returns `event.result` for a read, or for the removal of an old version, from the rows before the write. */
function knownResult({ on, result, params }: LifecycleStep, situation: Situation): unknown {
  const { rows, model, call } = situation
  if (result === 'nothing') return null
  if (on.kind === 'known') return rows.find(({ id }) => id === on.row.id) ?? null
  if (result !== 'entries') return rows[0] ?? null
  if (call.method === 'delete') return rows
  const isOld = params.select !== undefined
  const wanted =
    call.method === 'unpublish'
      ? 'published'
      : (call.method === 'discardDraft') !== isOld
        ? 'published'
        : 'draft'
  return rows.filter((row) => !model.draftAndPublish || statusOf(row, model) === wanted)
}

function resultFor(
  on: EventRow,
  action: LifecycleStep['action'],
  value: unknown,
  { rows, model }: Situation,
): unknown {
  const entries = entriesOf(value)
  if (on.kind === 'new')
    return entries.find((entry) => localeIn(entry, model) === on.locale) ?? entries[0] ?? null
  if (on.kind === 'none') return value
  const answered = entries.find((entry) => memberOf(entry, 'id') === on.row.id)
  const isUpdate = suffixOf(action) === 'Update' || suffixOf(action) === 'FindOne'
  return answered ?? (isUpdate ? entries[0] : undefined) ?? rows.find(({ id }) => id === on.row.id) ?? null
}
