/**
 * Checks the outcome of loading a mutated dataset. The dataset must load with all its data and give the answers of
 * `src/semantics`, or the loader must reject it with the file and place of each fault.
 */
import * as fc from 'fast-check'
import { type Ask, asksFor, readOf, requestOf } from '../../../properties/arbitraries/request.ts'
import { expectSame, type Fault, replyOf } from '../../../properties/laws/law.ts'
import { createReferenceApi } from '../../../src/reference/api.ts'
import type { Graph } from '../../../src/reference/graph/graph.ts'
import { buildGraph, filesOf } from '../../../src/reference/load/build.ts'
import type { DatasetFiles } from '../../../src/reference/load/files/files.ts'
import type { DatasetLimits } from '../../../src/reference/load/limits.ts'
import { loadDataset } from '../../../src/reference/load/load.ts'
import { DatasetError } from '../../../src/reference/schema/fault.ts'
import { answerOf } from '../../../src/semantics/answer.ts'
import { editGraph } from '../../../src/writing/edit/edit.ts'
import type { Mutant } from './mutants.ts'
import type { FilePlace } from './place.ts'
import { refusalFault } from './refused.ts'
import { rowsFault, wholeFault } from './whole.ts'

/** The outcome of a mutant. The value `other` means a bug in this project. */
export interface Verdict {
  readonly end: 'loaded' | 'refused' | 'other'
  /** The first fault in the error, or the reason for another outcome. */
  readonly says: string
}

/** Low limits, so that a mutant can exceed them in little time. */
const LIMITS: Partial<DatasetLimits> = { fileBytes: 1_000_000, bytes: 4_000_000, files: 400, values: 100_000 }

/** Tries a mutant and returns its outcome. */
export function judge(mutant: Mutant, place: FilePlace): Verdict {
  const { change, base } = mutant
  switch (change.at) {
    case 'memory':
      return verdict(mutant, undefined, () => built(change.files))
    case 'edit':
      return verdict(mutant, undefined, () => editGraph(base.graph, change.recipe))
    case 'file':
    case 'files':
    case 'folder':
      return place.with(base, change, (dir) =>
        verdict(mutant, dir, () => loadDataset(dir, { limits: LIMITS })),
      )
  }
}

function built(files: unknown): Graph {
  const result = Reflect.apply(buildGraph, undefined, [files, { limits: LIMITS }])
  if ('graph' in result) return result.graph
  throw new DatasetError(result.faults, result.more)
}

function verdict(mutant: Mutant, dir: string | undefined, load: () => Graph): Verdict {
  const loaded = attempt(load)
  if ('graph' in loaded) {
    const fault = attemptFault(() => {
      const { graph } = loaded
      const lost = dir === undefined ? rowsFault(graph, loadedFiles(graph)) : wholeFault(graph, dir)
      return lost ?? answersFault(loaded.graph, mutant)
    })
    return fault === undefined ? { end: 'loaded', says: '' } : { end: 'other', says: fault }
  }
  const { error } = loaded
  if (!(error instanceof DatasetError)) return { end: 'other', says: `thrown: ${errorText(error)}` }
  const fault = refusalFault(error, dir)
  if (fault !== undefined) return { end: 'other', says: fault }
  return { end: 'refused', says: error.faults[0]?.message ?? '' }
}

function attempt(load: () => Graph): { readonly graph: Graph } | { readonly error: unknown } {
  try {
    return { graph: load() }
  } catch (error) {
    return { error }
  }
}

function attemptFault(find: () => Fault): Fault {
  try {
    return find()
  } catch (error) {
    return `loaded, then thrown: ${errorText(error)}`
  }
}

const loadedFiles = (graph: Graph): DatasetFiles => filesOf(graph) ?? { contentTypes: {} }

const errorText = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message).slice(0, 1200) : String(error)

/**
 * Sends well-formed requests to an API over a mutated dataset, and compares its answers with those of the semantics.
 */
function answersFault(graph: Graph, { base, seed }: Mutant): Fault {
  const isLarge = base.name.startsWith('strapi')
  const settings = isLarge ? { depth: 1, filterDepth: 1 } : { depth: 2, filterDepth: 2 }
  const numRuns = isLarge ? 1 : 4
  const { answer } = createReferenceApi(graph)
  for (const ask of fc.sample(asksFor(graph, settings), { seed, numRuns })) {
    const fault = answerFault(graph, ask, answer)
    if (fault !== undefined) return `${requestOf(ask).url}\n${fault}`
  }
  return undefined
}

function answerFault(graph: Graph, ask: Ask, answer: ReturnType<typeof createReferenceApi>['answer']): Fault {
  const reply = replyOf(answer(requestOf(ask)), 0)
  const expected = answerOf(graph, readOf(ask))
  if (reply.status !== expected.status)
    return `src/semantics answers ${expected.status}, the server answers ${reply.status} ${reply.body.slice(0, 600)}`
  if (expected.body === undefined) return undefined
  return expectSame('semantics, and answered', JSON.parse(JSON.stringify(expected.body)), reply.json)
}
