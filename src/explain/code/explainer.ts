/** Extends an explainer: the explanations also name what a project's own code did to a request. */
import type { ApiRequest, ApiResponse } from '../../reference/api.ts'
import { requestAfter } from '../../reference/code-effect.ts'
import type { Model } from '../../reference/schema/schema.ts'
import { isPopulatable } from '../../reference/schema/target.ts'
import { parseJson } from '../../util/json.ts'
import type { Explainer, PlainExplainer } from '../explainer.ts'
import type { Explanation, Why } from '../explanation.ts'
import { namesIn } from '../why.ts'
import { explainedAlone, explainedUnderCode } from './explained.ts'
import { callerUrl } from './proposals.ts'
import { type CodeRun, locate } from './run.ts'
import { whyAlone, whyUnderCode } from './why.ts'

/**
 * The content API, and explanations of its answers. The proposals are untested, because the project's code can override
 * each of them.
 */
interface Explained extends Pick<PlainExplainer, 'explain' | 'why'> {
  readonly answer: (request: ApiRequest) => ApiResponse
  /** The content type that a request reads; undefined if no route of a content type matches its path. */
  readonly typeOf: (request: ApiRequest) => Model | undefined
}

export function withCode(plain: PlainExplainer, { answer, typeOf, ...unproven }: Explained): Explainer {
  const explain = (request: ApiRequest, run?: CodeRun): Explanation => {
    if (run === undefined) return plain.explain(request)
    const core = coreOf(request, run, answer)
    if (core === undefined) return explainedAlone(unproven.explain(request), request, run)
    return explainedUnderCode(unproven.explain(core), request, run)
  }
  const why = (request: ApiRequest, path: string, run?: CodeRun): Why => {
    if (run === undefined) return plain.why(request, path)
    const core = coreOf(request, run, answer)
    const names = namesIn(path)
    if (core === undefined) return whyAlone(path, names, run)
    const body = parseJson(answer(core).body)
    return whyUnderCode(path, {
      run,
      caller: callerUrl(request.url),
      names,
      core: body,
      plain: (asked) => unproven.why(core, asked),
      populated: populatedOn(locate(names, body).steps, typeOf(core)),
    })
  }
  return { ...plain, explain, why }
}

/**
 * The request that the content API received; undefined if the code answered alone. If the content API refused before
 * the code ran, for instance for a missing permission, the result is the request of the caller.
 */
function coreOf(request: ApiRequest, run: CodeRun, answer: Explained['answer']): ApiRequest | undefined {
  const core = requestAfter(request, run)
  const { response } = run
  if (core !== undefined || run.endpoint !== undefined) return core
  if (response === undefined || response.status < 400) return undefined
  const own = answer(request)
  return own.status === response.status && own.body === response.body ? request : undefined
}

/** The attribute of the root entries that a path goes through; undefined if no request can populate it. */
function populatedOn(steps: readonly string[], type: Model | undefined): string | undefined {
  const [, ...below] = steps
  const name = below.find((step) => !/^\d{1,9}$/.test(step))
  const attribute = name === undefined ? undefined : type?.attributes.get(name)
  return attribute !== undefined && isPopulatable(attribute) ? name : undefined
}
