/** The suite as records, each case with the whole answer of the reference beside what it asks for. */
import type { DatasetFiles } from '../reference/graph/files.ts'
import type { Graph } from '../reference/graph/graph.ts'
import { loadDataset } from '../reference/graph/load.ts'
import { resolvedFiles } from '../sources/write/resolved.ts'
import { createReference, type Reference } from './exchange/reference.ts'
import type { SuiteCase } from './suite/case.ts'
import { type SuiteRecord, suiteRecords } from './suite/records.ts'
import { requestOf } from './suite/request.ts'
import { datasetFolder } from './suite/suite.ts'
import type { Answer } from './target/target.ts'
import { onWire } from './target/wire.ts'

/** A record of the suite; a dataset also has every link by id, and a case says how the reference answers. */
export type AnsweredRecord =
  | SuiteRecord
  | (Extract<SuiteRecord, { record: 'dataset' }> & { readonly resolved: Required<DatasetFiles> })
  | (Extract<SuiteRecord, { record: 'case' }> & { readonly answer: Answer })

/** The records in their order; `fixtures/suite.schema.json` says what each looks like. */
export function* answeredSuite(cases: readonly SuiteCase[]): Generator<AnsweredRecord> {
  const graphs = new Map<string, Graph>()
  const references = new Map<string, Reference>()
  const graphFor = (dataset: string): Graph => {
    const graph = graphs.get(dataset) ?? loadDataset(datasetFolder(dataset))
    graphs.set(dataset, graph)
    return graph
  }
  const referenceFor = ({ dataset, profile = 'documented' }: SuiteCase): Reference => {
    const key = `${dataset} ${profile}`
    const reference = references.get(key) ?? createReference(graphFor(dataset), profile)
    references.set(key, reference)
    return reference
  }
  for (const record of suiteRecords(cases)) {
    if (record.record === 'dataset')
      yield { ...record, resolved: resolvedFiles(record.files, graphFor(record.name)) }
    else if (record.record !== 'case') yield record
    else yield { ...record, answer: referenceFor(record).ask(onWire(requestOf(record))).answer }
  }
}
