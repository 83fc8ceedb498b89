/**
 * Verifies the proposals of an explanation by running each proposed request through the project's own code. Only the
 * server can run the project's code, and such a run is asynchronous. Therefore, the server passes a function of type
 * `RunCode` to `explainVerified` and `whyVerified`.
 */
import type { ApiRequest } from '../../reference/api.ts'
import type { CodeChange, CodePlace } from '../../reference/code-effect.ts'
import type { Explainer } from '../explainer.ts'
import type {
  Absent,
  Explanation,
  KeptBack,
  Place,
  RefusalExplained,
  RequestChange,
  Why,
} from '../explanation.ts'
import { namesIn } from '../why.ts'
import { withoutPositions } from './places.ts'
import { deciderOf, decides, settled } from './proposals.ts'
import { bodyOf, type CodeRun, locate, placeOf } from './run.ts'

/** Runs a request through the project's code; undefined if no code runs for the request. */
export type RunCode = (request: ApiRequest) => Promise<CodeRun | undefined>

/**
 * The maximum number of different proposed requests of one explanation that run through the project's code. The
 * explanation drops all further proposed requests.
 */
export const MOST_TRIED = 20

/** Returns the different URLs of the proposed requests that no run has verified, at most `MOST_TRIED`. */
export function proposalsToTry(found: Explanation | Why): readonly string[] {
  const things =
    'places' in found
      ? [found.refused, ...found.places.flatMap(({ absent, keptBack }) => [...absent, ...keptBack])]
      : [found]
  const urls = things.flatMap((thing) => (thing?.toTry ?? []).map(({ url }) => url))
  return [...new Set(urls)].slice(0, MOST_TRIED)
}

/**
 * The outcome of a proposed request: the run of the request through the project's code, and the explanation of the
 * answer.
 */
export interface Tried<T> {
  readonly run: CodeRun
  readonly found: T
}

/**
 * Adds to the explanation of a path the first proposed request that helps, or else the project's code that overrides
 * all proposed requests.
 */
export function whyWithVerified({ run, found }: Tried<Why>, tried: ReadonlyMap<string, Tried<Why>>): Why {
  const names = namesIn(found.path)
  const reached = (one: CodeRun): number => locate(names, bodyOf(one)).reached
  const helps = ({ url }: RequestChange): boolean => {
    const next = tried.get(url)
    if (next?.run.response?.status !== 200 || next.found.reason === 'code') return false
    const { isThere, reason } = next.found
    return (isThere && reason === null) || reason !== found.reason || reached(next.run) > reached(run)
  }
  return keptOf(found, helps, tried, ({ url }) => {
    const next = tried.get(url)?.found
    return next?.reason === 'code' ? next.setBy : undefined
  })
}

/** Returns the place in the project's code that removed the attribute at the path `at` from the answer. */
function removalIn(changes: readonly CodeChange[], at: string): CodePlace | undefined {
  const found = changes.find(
    ({ part, kind, path }) => part === 'answer' && kind === 'removed' && withoutPositions(path) === at,
  )
  return found === undefined ? undefined : placeOf(found)
}

/**
 * Keeps only the proposed requests of an explanation that help. A proposed request helps if its answer shows the
 * missing attribute or row, or lacks it for another reason or in fewer entries.
 */
export function explanationWithVerified(
  found: Explanation,
  tried: ReadonlyMap<string, Tried<Explanation>>,
): Explanation {
  const removal = ({ attribute }: Absent, { at }: Place, { url }: RequestChange): CodePlace | undefined =>
    removalIn(tried.get(url)?.run.changes ?? [], `${at}.${attribute}`)
  const next = ({ url }: RequestChange): Explanation | undefined => {
    const one = tried.get(url)
    return one?.run.response?.status === 200 ? one.found : undefined
  }
  return {
    ...found,
    refused:
      found.refused === null
        ? null
        : refusalKept(found.refused, (change) => next(change) !== undefined, tried),
    places: found.places.map((place) => ({
      ...place,
      absent: place.absent.map((one) =>
        keptOf(
          one,
          (change) => removal(one, place, change) === undefined && showsAbsent(one, place, next(change)),
          tried,
          (change) => removal(one, place, change),
        ),
      ),
      keptBack: place.keptBack.map((one) => keptOf(one, (change) => showsRow(one, next(change)), tried)),
    })),
  }
}

function showsAbsent(one: Absent, { at, model }: Place, next: Explanation | undefined): boolean {
  const place = next?.places.find((other) => other.at === at && other.model === model)
  if (place === undefined) return false
  const still = place.absent.find(({ attribute }) => attribute === one.attribute)
  return still === undefined || still.reason !== one.reason || still.entries < one.entries
}

function showsRow(one: KeptBack, next: Explanation | undefined): boolean {
  const isSame = (other: KeptBack): boolean => other.model === one.model && other.id === one.id
  const still = next?.places.flatMap(({ keptBack }) => keptBack).find(isSame)
  return next !== undefined && (still === undefined || still.reason !== one.reason)
}

type Proposing = Absent | KeptBack | Why

function keptOf<T extends Proposing>(
  found: T,
  helps: (change: RequestChange) => boolean,
  tried: ReadonlyMap<string, { readonly run: CodeRun }>,
  remover: (change: RequestChange) => CodePlace | undefined = () => undefined,
): T {
  const { toTry } = found
  if (toTry === undefined) return found
  const kept = toTry.find(helps)
  if (kept !== undefined) return settled(found, kept, null)
  const by = toTry.map(remover).find((place) => place !== undefined)
  return settled(found, null, by ?? deciderIn(toTry, tried, found.setBy))
}

/**
 * Returns the project's code that overrides the proposed requests. If the explanation proposes no request, the
 * result is the code that set the responsible query parameter. If none of the proposed requests ran, the result is
 * null, because the effect of the code is then unknown.
 */
function deciderIn(
  toTry: readonly RequestChange[],
  tried: ReadonlyMap<string, { readonly run: CodeRun }>,
  setBy: CodeRun['ran'][number] | undefined,
) {
  const runs = toTry.flatMap(({ url }) => tried.get(url)?.run ?? [])
  if (toTry.length === 0) return setBy ?? null
  return runs.length === 0 ? null : deciderOf(toTry, runs)
}

function refusalKept(
  refused: RefusalExplained,
  helps: (change: RequestChange) => boolean,
  tried: ReadonlyMap<string, { readonly run: CodeRun }>,
): RefusalExplained {
  const { toTry, setBy } = refused
  if (toTry === undefined) return refused
  const kept = toTry.find(helps)
  if (kept !== undefined) return { ...refused, corrected: kept.url, toTry: [] }
  const by = deciderIn(toTry, tried, setBy)
  if (by === null) return { ...refused, toTry: [] }
  return { ...refused, decidedBy: by, advice: `${refused.advice} ${decides(by)}`, toTry: [] }
}

/**
 * Explains the answer to a request, and tests each proposed request by running it through the project's code. If no
 * code runs for the request, the result explains the answer of the content API.
 */
export async function explainVerified(
  explainer: Pick<Explainer, 'explain'>,
  request: ApiRequest,
  runCode: RunCode,
): Promise<Explanation> {
  const explain = (asked: ApiRequest, run: CodeRun | undefined) => explainer.explain(asked, run)
  const run = await runCode(request)
  const found = explain(request, run)
  if (run === undefined) return found
  return explanationWithVerified(found, await triedOf(found, request, runCode, explain))
}

/**
 * Explains why a path of an answer exists or is missing. Tests each proposed request by running it through the
 * project's code.
 */
export async function whyVerified(
  explainer: Pick<Explainer, 'why'>,
  request: ApiRequest,
  path: string,
  runCode: RunCode,
): Promise<Why> {
  const why = (asked: ApiRequest, run: CodeRun | undefined) => explainer.why(asked, path, run)
  const run = await runCode(request)
  const found = why(request, run)
  if (run === undefined) return found
  return whyWithVerified({ run, found }, await triedOf(found, request, runCode, why))
}

async function triedOf<T extends Explanation | Why>(
  found: T,
  { query: _, ...request }: ApiRequest,
  runCode: RunCode,
  explain: (request: ApiRequest, run: CodeRun | undefined) => T,
): Promise<ReadonlyMap<string, Tried<T>>> {
  const tried = new Map<string, Tried<T>>()
  for (const url of proposalsToTry(found)) {
    const asked = { ...request, url }
    const run = await runCode(asked)
    if (run !== undefined) tried.set(url, { run, found: explain(asked, run) })
  }
  return tried
}
