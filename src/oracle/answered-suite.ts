/**
 * Writes the suite as records for test runners in any language. Each suite case and each step of a write session has
 * the complete answer of the reference.
 */

import type { Graph } from '../reference/graph/graph.ts'
import type { DatasetFiles } from '../reference/load/files/files.ts'
import { loadDataset } from '../reference/load/load.ts'
import { resolvedFiles } from '../sources/write/resolved.ts'
import { createReference, type Reference } from './exchange/reference.ts'
import { type CaseIds, idsOfCase } from './names/case-ids.ts'
import type { SuiteCase } from './suite/case.ts'
import { type SuiteRecord, suiteRecords } from './suite/records.ts'
import { requestOf } from './suite/request.ts'
import type { WriteSession } from './suite/session.ts'
import { datasetFolder } from './suite/suite.ts'
import type { Answer } from './target/target.ts'
import { onWire } from './target/wire.ts'
import { type AnsweredSession, sessionAnswerer } from './writes/answered-session.ts'

/**
 * A record of the suite with the reference's answers: one answer in the record of a case, and all answers in that of a
 * session. The record of a dataset has the member `resolved`, which contains the dataset's files with each link as an
 * id.
 */
export type AnsweredRecord =
  | SuiteRecord
  | (Extract<SuiteRecord, { record: 'dataset' }> & { readonly resolved: Required<DatasetFiles> })
  | (Extract<SuiteRecord, { record: 'case' }> & { readonly answer: Answer; readonly ids?: CaseIds })
  | ({ readonly record: 'session' } & AnsweredSession)

/**
 * Yields the records of the suite with the reference's answers, in order. `fixtures/suite.schema.json` defines the
 * format of the records.
 */
export function* answeredSuite(
  cases: readonly SuiteCase[],
  sessions: readonly WriteSession[] = [],
): Generator<AnsweredRecord> {
  const graphs = new Map<string, Graph>()
  const references = new Map<string, Reference>()
  const graphFor = (dataset: string): Graph => {
    const graph = graphs.get(dataset) ?? loadDataset(datasetFolder(dataset))
    graphs.set(dataset, graph)
    return graph
  }
  const players = new Map<string, ReturnType<typeof sessionAnswerer>>()
  const playerFor = (dataset: string): ReturnType<typeof sessionAnswerer> => {
    const player = players.get(dataset) ?? sessionAnswerer(graphFor(dataset))
    players.set(dataset, player)
    return player
  }
  const referenceFor = ({ dataset, profile = 'documented' }: SuiteCase): Reference => {
    const key = `${dataset} ${profile}`
    const reference = references.get(key) ?? createReference(graphFor(dataset), profile)
    references.set(key, reference)
    return reference
  }
  for (const record of suiteRecords(cases, sessions)) {
    switch (record.record) {
      case 'dataset':
        yield { ...record, resolved: resolvedFiles(record.files, graphFor(record.name)) }
        break
      case 'case':
        yield { ...record, ...withIds(record, referenceFor(record)) }
        break
      case 'session':
        yield { ...record, ...playerFor(record.dataset)(record) }
        break
      case 'suite':
      case 'rule':
        yield record
    }
  }
}

/** Returns the reference's answer to a suite case, and the places of the ids if the case has any. */
function withIds(one: SuiteCase, reference: Reference): { answer: Answer; ids?: CaseIds } {
  const request = onWire(requestOf(one))
  const { answer } = reference.ask(request)
  const context = { request, route: reference.routeOf(request), expect: one.expect, body: answer.body }
  const ids = idsOfCase(context, reference.graph)
  return ids === undefined ? { answer } : { answer, ids }
}
