/**
 * Extends an explainer. The explanations of the extended explainer also name the effects of the project's own code
 * on a request.
 */
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
import { type CodeRun, locate, shadowText } from './run.ts'
import { whyAlone, whyUnderCode } from './why.ts'

/**
 * The functions that answer requests like the content API, and that explain the answers. No run has tested the
 * requests that these explanations propose, because the project's code can override each proposed request.
 */
interface Explained extends Pick<PlainExplainer, 'explain' | 'why'> {
  readonly answer: (request: ApiRequest) => ApiResponse
  /** Returns the content type that a request reads; undefined if the path matches no route of a content type. */
  readonly typeOf: (request: ApiRequest) => Model | undefined
}

export function withCode(plain: PlainExplainer, { answer, typeOf, ...unproven }: Explained): Explainer {
  const explain = (request: ApiRequest, run?: CodeRun): Explanation => {
    if (run === undefined) return plain.explain(request)
    const core = coreOf(request, run, answer)
    if (core === undefined) return explainedAlone(unproven.explain(request), run)
    return explainedUnderCode(unproven.explain(core), request, core, run)
  }
  const why = (request: ApiRequest, path: string, run?: CodeRun): Why => {
    if (run === undefined) return plain.why(request, path)
    const core = coreOf(request, run, answer)
    const names = namesIn(path)
    if (core === undefined) return noting(run, whyAlone(path, names, run))
    const body = parseJson(answer(core).body)
    const found = whyUnderCode(path, {
      run,
      caller: callerUrl(request.url),
      names,
      core: body,
      plain: (asked) => unproven.why(core, asked),
      populated: populatedOn(locate(names, body).steps, typeOf(core)),
    })
    return noting(run, found)
  }
  return { ...plain, explain, why }
}

/**
 * Adds a sentence to the reason for a missing path, if an earlier route of the project answers in place of a later
 * route.
 */
function noting(run: CodeRun, why: Why): Why {
  const shadow = shadowText(run)
  return shadow === undefined || why.isThere ? why : { ...why, sentence: `${why.sentence} ${shadow}` }
}

/**
 * Returns the request that the content API received; undefined if the request did not reach the content API. If the
 * content API refused the request before the code ran (for a missing permission, for example), the result is the
 * caller's request.
 */
function coreOf(request: ApiRequest, run: CodeRun, answer: Explained['answer']): ApiRequest | undefined {
  const core = requestAfter(request, run)
  const { response } = run
  if (core !== undefined || run.endpoint !== undefined) return core
  if (response === undefined || response.status < 400) return undefined
  const own = answer(request)
  return own.status === response.status && own.body === response.body ? request : undefined
}

/**
 * Returns the first attribute name in a path of the answer; undefined if no request can populate an attribute with
 * this name.
 */
function populatedOn(steps: readonly string[], type: Model | undefined): string | undefined {
  const [, ...below] = steps
  const name = below.find((step) => !/^\d{1,9}$/.test(step))
  const attribute = name === undefined ? undefined : type?.attributes.get(name)
  return attribute !== undefined && isPopulatable(attribute) ? name : undefined
}
