/**
 * The experiments of the laws of worlds and of writes. The tests make the experiments of the laws only once, to judge
 * many faulty implementations.
 */
import * as fc from 'fast-check'
import type { ApiOptions } from '../../src/reference/api.ts'
import type { Graph } from '../../src/reference/graph/graph.ts'
import type { DatasetFiles } from '../../src/reference/load/files/files.ts'
import { type World, worlds } from '../arbitraries/world.ts'
import { type ExperimentInput, experimentInputs, type Fault, type WorldLaw } from '../laws/law.ts'
import { REFERENCE, type Subject } from '../laws/subject.ts'
import type { WriteLaw, WriteRuns } from '../writes/write-law.ts'
import type { ClauseFault, SubjectFault } from './clause.ts'
import { remembering } from './trials.ts'

/** A generated world, with the experiments of each law on this world. */
export interface WorldGround {
  readonly world: World
  readonly input: ExperimentInput
  /** The reference implementation, with a cache of its results. */
  readonly subject: Subject
  readonly trials: readonly WorldTrial[]
}

interface WorldTrial {
  readonly law: WorldLaw
  readonly fault: (subject: Subject) => Fault
  /** The names of the functions of the subject that the experiment calls. */
  readonly uses: ReadonlySet<string>
}

/**
 * Generates worlds with the experiments of all laws; the same seed gives the same worlds.
 * @throws Error for a law that the reference breaks.
 */
export function worldGroundsOf(
  laws: readonly WorldLaw[],
  runs: number,
  seed: number,
): readonly WorldGround[] {
  const inputs = fc.tuple(worlds(), experimentInputs)
  return fc.sample(inputs, { seed, numRuns: runs }).map(([world, input]) => {
    const subject = rememberingSubject(world)
    const trials = laws.flatMap((law) => {
      const experiment = law.experiment(world, input)
      return experiment === undefined ? [] : [trialOf(law, experiment.fault, subject)]
    })
    return { world, input, subject, trials }
  })
}

function trialOf(law: WorldLaw, fault: WorldTrial['fault'], subject: Subject): WorldTrial {
  const uses = new Set<string>()
  const found = fault(watched(subject, uses))
  if (found !== undefined) throw new Error(`${law.id} does not hold: ${found}`)
  return { law, fault, uses }
}

/** Wraps an implementation, and adds the name of each function that a caller reads to `uses`. */
const watched = (subject: Subject, uses: Set<string>): Subject =>
  new Proxy(subject, {
    get: (target, name, receiver) => {
      uses.add(String(name))
      return Reflect.get(target, name, receiver)
    },
  })

/**
 * The number of worlds for testing a fault that replaces the function `load`. The number of worlds is small, because
 * graphs that a faulty `load` made have no cached answers.
 */
const WORLDS_TO_LOAD = 15
const isLoading = ({ around }: SubjectFault, [first]: readonly WorldGround[]): boolean =>
  first !== undefined && around(first.subject, first.world.graph).load !== undefined

/** Returns the laws that a faulty implementation breaks, each with its first fault. */
export function brokenWorldLaws(
  fault: SubjectFault,
  grounds: readonly WorldGround[],
): ReadonlyMap<string, string> {
  const broken = new Map<string, string>()
  for (const ground of isLoading(fault, grounds) ? grounds.slice(0, WORLDS_TO_LOAD) : grounds)
    for (const trial of ground.trials) {
      if (broken.has(trial.law.id)) continue
      const found = faultIn(fault, trial, ground)
      if (found !== undefined) broken.set(trial.law.id, found)
    }
  return broken
}

function faultIn({ around }: SubjectFault, { law, fault, uses }: WorldTrial, ground: WorldGround): Fault {
  const { world, input, subject } = ground
  const replaced = around(subject, world.graph)
  try {
    if (replaced.load === undefined)
      return Object.keys(replaced).some((name) => uses.has(name))
        ? fault({ ...subject, ...replaced })
        : undefined
    const graph = replaced.load(world.files)
    const loaded = { ...REFERENCE, ...around(REFERENCE, graph) }
    return law.experiment({ ...world, graph }, input)?.fault(loaded)
  } catch (error) {
    return String(error)
  }
}

/** Returns the faulty server that a faulty implementation gives, for the laws for any server. */
export const servedFault = ({ around, ...fault }: SubjectFault): ClauseFault => ({
  ...fault,
  around: (answer, graph) => {
    const createApi: Subject['createApi'] = (other, ...rest) =>
      other === graph ? { graph, answer } : REFERENCE.createApi(other, ...rest)
    const subject = { ...REFERENCE, createApi }
    return { ...subject, ...around(subject, graph) }.createApi(graph).answer
  },
})

/** Returns the reference implementation with caches of answers, explanations and graphs. */
function rememberingSubject({ files }: World): Subject {
  const apis = onceForEach((graph: Graph, options?: ApiOptions) => {
    const api = REFERENCE.createApi(graph, options)
    return { ...api, answer: remembering(api.answer) }
  })
  const explainers = onceForEach((graph: Graph, options?: ApiOptions) => {
    const explainer = REFERENCE.createExplainer(graph, options)
    return { ...explainer, explain: remembering(explainer.explain) }
  })
  const graphs = new Map<DatasetFiles, Graph>()
  const load: Subject['load'] = (changed) => {
    const graph = graphs.get(changed) ?? REFERENCE.load(changed)
    if (changed !== files) graphs.set(changed, graph)
    return graph
  }
  return { ...REFERENCE, createApi: apis, createExplainer: explainers, load }
}

/** Returns a function that caches the result of `make` for each graph and its options. */
function onceForEach<Value>(make: (graph: Graph, options?: ApiOptions) => Value): typeof make {
  const known = new WeakMap<Graph, Map<string, Value>>()
  return (graph, options) => {
    const ofGraph = known.get(graph) ?? new Map<string, Value>()
    known.set(graph, ofGraph)
    const key = JSON.stringify(options ?? null)
    const value = ofGraph.get(key) ?? make(graph, options)
    ofGraph.set(key, value)
    return value
  }
}

/** A law of writes with generated inputs, and the names of the functions that the law calls. */
export interface WriteGround {
  readonly law: WriteLaw
  readonly judges: readonly ((subject: Subject) => Promise<Fault>)[]
  readonly uses: ReadonlySet<string>
}

/**
 * Generates the inputs of a law of writes; the same seed gives the same inputs.
 * @throws Error for a law that the reference breaks.
 */
export async function writeGroundOf(law: WriteLaw, how: WriteRuns): Promise<WriteGround> {
  const uses = new Set<string>()
  const judges = law.judges(how)
  for (const judge of judges) {
    const fault = await judge(watched(REFERENCE, uses))
    if (fault !== undefined) throw new Error(`${law.id} does not hold: ${fault}`)
  }
  return { law, judges, uses }
}

/** An empty graph, because faults of writes use no world. */
const NO_GRAPH = REFERENCE.load({
  contentTypes: { note: { info: { singularName: 'note', pluralName: 'notes' }, attributes: {} } },
})

/** Returns the laws of writes that a faulty implementation breaks, each with its first fault. */
export async function brokenWriteLaws(
  { around }: SubjectFault,
  grounds: readonly WriteGround[],
): Promise<ReadonlyMap<string, string>> {
  const replaced = Object.keys(around(REFERENCE, NO_GRAPH))
  const broken = new Map<string, string>()
  for (const { law, judges, uses } of grounds) {
    if (!replaced.some((name) => uses.has(name))) continue
    for (const judge of judges) {
      const fault = await judge({ ...REFERENCE, ...around(REFERENCE, NO_GRAPH) })
      if (fault === undefined) continue
      broken.set(law.id, fault)
      break
    }
  }
  return broken
}
