/**
 * Expands a case file. The expansion makes one suite case for each combination of table rows, fills the placeholders,
 * and expands the short notations.
 */

import { RULES, type RuleId } from '../../reference/rules.ts'
import type { Json } from '../../util/json.ts'
import type {
  Bindings,
  CaseFile,
  CaseTemplate,
  Check,
  Expectation,
  Expected,
  ExpectedRows,
  ExpectTemplate,
  Level,
  SuiteCase,
  SuiteRequest,
} from './case.ts'
import { fill, fillText, fillUrl, repeated, TemplateError } from './fill.ts'

/** A request that was sent to a real server, with the server's answer. */
export interface Recording {
  readonly request: SuiteRequest
  readonly answer: Expected
}

/** A function that finds the recording of a dataset with a given id. */
export type FindRecording = (dataset: string, id: string) => Recording | undefined

const noRecordings: FindRecording = () => undefined

/**
 * Returns the suite cases of a case file in the order of the file, and then the cases from the tables of the file.
 * @throws TemplateError for an unknown name, rule or recording.
 */
export function expandFile(file: CaseFile, recordingOf: FindRecording = noRecordings): readonly SuiteCase[] {
  const values = letValues(file.let ?? {})
  const single = (file.cases ?? []).map((template) => ({ template, bindings: values }))
  const multiplied = (file.tables ?? []).flatMap((table, at) => {
    if (!Array.isArray(table.over))
      throw new TemplateError(`/tables/${at}: a table needs the list \`over\` and a \`case\``)
    return rowsOf(table.over, values).map((bindings) => ({ template: table.case, bindings }))
  })
  return [...single, ...multiplied].map(({ template, bindings }) =>
    expandCase(template, bindings, file, recordingOf),
  )
}

/** Computes the named values in `let` of a case file, in order. Each value may use the values before it. */
function letValues(given: Bindings): Bindings {
  let values: Bindings = {}
  for (const [name, value] of Object.entries(given)) values = { ...values, [name]: fillValue(value, values) }
  return values
}

const fillValue = (value: Json, bindings: Bindings): Json => {
  const text = repeated(value)
  return text === value ? fill(value, bindings) : text
}

/** Makes every combination of one table row from each part of a table. A row may use the columns of earlier parts. */
function rowsOf(parts: readonly ExpectedRows[], start: Bindings): readonly Bindings[] {
  let choices = [start]
  for (const { columns, rows } of parts) {
    choices = choices.flatMap((bindings) =>
      rows.map((row) => ({ ...bindings, ...named(columns, row, bindings) })),
    )
  }
  return choices
}

function named(columns: readonly string[], row: readonly Json[], bindings: Bindings): Bindings {
  if (row.length !== columns.length)
    throw new TemplateError(`${JSON.stringify(row)} does not fit the columns ${columns.join(', ')}`)
  return Object.fromEntries(columns.map((column, at) => [column, fill(row[at] ?? null, bindings)]))
}

function expandCase(
  template: CaseTemplate,
  bindings: Bindings,
  file: CaseFile,
  recordingOf: FindRecording,
): SuiteCase {
  const id = fillText(template.id, bindings)
  const dataset = template.dataset ?? file.dataset
  const profile = template.profile ?? file.profile
  const recordingId = template.request.recording
  const recording = recordingId === undefined ? undefined : fillText(recordingId, bindings)
  const found = recording === undefined ? undefined : recordingOf(dataset, recording)
  if (recording !== undefined && found === undefined)
    throw new TemplateError(`${id}: no recording ${recording}`)
  try {
    return {
      id,
      name: fillText(template.name, bindings),
      level: levelOf(fillText(template.level ?? file.level, bindings)),
      rules: rulesOf([...(file.rules ?? []), ...(template.rules ?? [])], bindings),
      tags: [...new Set([...(file.tags ?? []), ...(template.tags ?? [])])],
      dataset,
      ...(profile === undefined ? {} : { profile }),
      ...(recording === undefined ? {} : { recording }),
      request: found?.request ?? expandRequest(template, bindings),
      expect: expandExpect(template, bindings, found),
    }
  } catch (error) {
    throw error instanceof TemplateError ? new TemplateError(`${id}: ${error.message}`) : error
  }
}

const LEVELS: readonly Level[] = ['MUST', 'SHOULD', 'MAY']

function levelOf(text: string): Level {
  const level = LEVELS.find((one) => one === text)
  if (level === undefined) throw new TemplateError(`there is no level ${text}`)
  return level
}

const isRuleId = (text: string): text is RuleId => Object.hasOwn(RULES, text)

function rulesOf(templates: readonly string[], bindings: Bindings): readonly RuleId[] {
  const ids = new Set(
    templates.flatMap((template) => fillText(template, bindings).split(' ')).filter(Boolean),
  )
  return [...ids].map((id) => {
    if (!isRuleId(id)) throw new TemplateError(`there is no rule ${id}`)
    return id
  })
}

function expandRequest({ request }: CaseTemplate, bindings: Bindings): SuiteRequest {
  const { method = 'GET', url, headers = {}, token } = request
  if (url === undefined) throw new TemplateError('the request has neither url nor recording')
  return {
    method: fillText(method, bindings),
    url: fillUrl(url, bindings),
    headers: fillTexts(headers, bindings),
    ...(token === undefined ? {} : { token: fillText(token, bindings) }),
  }
}

const fillTexts = (texts: Readonly<Record<string, string>>, bindings: Bindings): Record<string, string> =>
  Object.fromEntries(Object.entries(texts).map(([name, value]) => [name, fillText(value, bindings)]))

function expandExpect(
  { expect }: CaseTemplate,
  bindings: Bindings,
  found: Recording | undefined,
): Expectation {
  if (!('anyOf' in expect)) return expandOne(expect, bindings, found)
  return { anyOf: expect.anyOf.map((one) => expandOne(one, bindings, found)) }
}

function expandOne(expect: ExpectTemplate, bindings: Bindings, found: Recording | undefined): Expected {
  if (expect.recorded === true) {
    if (found === undefined) throw new TemplateError('the request names no recording')
    return found.answer
  }
  const error = expect.error === undefined ? undefined : fill(expect.error, bindings)
  const status = fill(expect.status ?? statusOf(error), bindings)
  if (typeof status !== 'number') throw new TemplateError(`the status ${status} is not a number`)
  const { headers } = expect
  return {
    status,
    ...(headers === undefined ? {} : { headers: fillTexts(headers, bindings) }),
    checks: [
      ...(error === undefined ? [] : [{ at: '', equals: { data: null, error } }]),
      ...checksOf(expect, bindings),
    ],
  }
}

/** Returns the HTTP status in the expected error of a case; 200 if the case expects no error. */
function statusOf(error: Json | undefined): Json {
  const hasStatus = typeof error === 'object' && error !== null && 'status' in error
  return hasStatus ? (error.status ?? 200) : 200
}

/** Expands the short notation of an expected body to checks. The caller adds the check of the member `error`. */
function checksOf(expect: ExpectTemplate, bindings: Bindings): readonly Check[] {
  const { body, data, ids, total, values = {}, at = {}, keys = {}, absent = [] } = expect
  const equals = (pointer: string, value: Json | undefined): readonly Check[] =>
    value === undefined ? [] : [{ at: fillText(pointer, bindings), equals: fill(value, bindings) }]
  return [
    ...equals('', body),
    ...equals('/data', data),
    ...equals('/data/*/id', ids),
    ...equals('/meta/pagination/total', total),
    ...Object.entries(values).flatMap(([name, value]) => equals(`/data/*/${name}`, value)),
    ...Object.entries(at).flatMap(([pointer, value]) => equals(pointer, value)),
    ...Object.entries(keys).map(([pointer, names]) => keysAt(pointer, names, bindings)),
    ...absent.map((pointer): Check => ({ at: fillText(pointer, bindings), absent: true })),
  ]
}

/**
 * Returns the check for the keys of an object. A string in a list of keys may contain several keys, separated by
 * spaces.
 */
function keysAt(pointer: string, names: Json, bindings: Bindings): Check {
  const filled = fill(names, bindings)
  const list: readonly Json[] = Array.isArray(filled) ? filled : [filled]
  return { at: fillText(pointer, bindings), keys: list.flatMap((item) => String(item).split(' ')) }
}
