/** Explains an answer that the project's own code produced or changed. */
import type { ApiRequest } from '../../reference/api.ts'
import type { CodeEffect, OwnRefusal } from '../../reference/code-effect.ts'
import { givenQuery } from '../../reference/parse/given.ts'
import { isObject, member } from '../../util/json.ts'
import { splitTarget } from '../../util/url/target.ts'
import { urlOf } from '../explain-context.ts'
import type {
  Absent,
  CodeExplained,
  CodeParameter,
  CodeSays,
  Explanation,
  KeptBack,
  ParameterRead,
  Place,
  RefusalExplained,
  RequestChange,
} from '../explanation.ts'
import { readRefusedAnswer } from '../refused/refused.ts'
import { placesAfter } from './places.ts'
import { type CallerUrl, callerUrl, changeUnderCode, correctedForCaller, parameterOf } from './proposals.ts'
import {
  answererOf,
  answererText,
  bodyOf,
  type CodeRun,
  missingRoute,
  placeOf,
  setterOf,
  textOfPlace,
} from './run.ts'
import { setText } from './why.ts'

/**
 * Explains an answer that comes only from the project's code or from a plugin's endpoint. The parameter `plain` is
 * the explanation of the same request without the project's code.
 */
export function explainedAlone(plain: Explanation, run: CodeRun): Explanation {
  const status = run.response?.status ?? plain.answer.status
  const { endpoint } = run
  const isByCode = endpoint === undefined || run.ran.length + run.changes.length > 0
  return {
    ...plain,
    request: { ...plain.request, ...(endpoint === undefined ? {} : { endpoint }) },
    answer: answerOf(run, plain),
    refused:
      status >= 400 && run.response !== undefined ? refusedByCode(run, status, plain.request.role) : null,
    parameters: [],
    places: [],
    hasMorePlaces: false,
    rules: [],
    cost: null,
    ...(isByCode ? { code: codePart(undefined, run) } : {}),
  }
}

/**
 * Explains an answer of the content API, if the project's code changed the request or the body of the answer. The
 * parameter `received` is the request that the content API received, and `core` is the explanation of `received`.
 */
export function explainedUnderCode(
  core: Explanation,
  request: ApiRequest,
  received: ApiRequest,
  run: CodeRun,
): Explanation {
  const caller = callerUrl(request.url)
  const answer = answerOf(run, core)
  return {
    ...core,
    request: { ...core.request, method: request.method ?? 'GET', url: request.url },
    answer,
    refused: refusedUnderCode(core, answer.status, run, caller),
    parameters: core.parameters.map((parameter) => parameterSet(parameter, run)),
    places: placesAfter(core.places, run).map((place) => placeSet(place, run, caller)),
    code: codePart(received, run),
  }
}

function answerOf({ response }: CodeRun, { answer }: Explanation): Explanation['answer'] {
  return response === undefined ? answer : { status: response.status, characters: response.body.length }
}

function codePart(core: ApiRequest | undefined, run: CodeRun): CodeExplained {
  const { path, search } = splitTarget(core?.url ?? '')
  const received =
    core === undefined
      ? null
      : core.query === undefined
        ? search === ''
          ? path
          : `${path}?${search}`
        : urlOf(path, givenQuery(core.query))
  return {
    ran: run.ran.map(placeOf),
    received,
    answeredBy: core === undefined ? answererOf(run) : null,
    parameters: parametersSet(run),
    changes: run.changes,
    ...(run.shadowed === undefined ? {} : { shadowed: run.shadowed }),
  }
}

/**
 * Returns the last change that the project's code made to each root parameter. The parameter name '' stands for a
 * change of the whole query.
 */
function parametersSet({ changes }: CodeEffect): readonly CodeParameter[] {
  const set = new Map<string, CodeParameter>()
  for (const change of changes) {
    if (change.part !== 'query') continue
    const [name = '', ...below] = change.path
    set.set(name, { name, kind: below.length > 0 ? 'changed' : change.kind, setBy: placeOf(change) })
  }
  return [...set.values()]
}

function parameterSet(parameter: ParameterRead, run: CodeEffect): ParameterRead {
  const setter = setterOf(run, parameter.name)
  return setter === undefined ? parameter : { ...parameter, setBy: placeOf(setter) }
}

function placeSet(place: Place, run: CodeRun, caller: CallerUrl): Place {
  const [attribute] = place.at.split('.').slice(1)
  return {
    ...place,
    absent: place.absent.map((one): Absent => thingSet(one, run, caller, attribute ?? one.attribute)),
    keptBack: place.keptBack.map((one): KeptBack => thingSet(one, run, caller, attribute)),
  }
}

type Thing = Pick<Absent, 'change' | 'sentence'> & CodeSays

function thingSet<T extends Thing>(
  found: T,
  run: CodeRun,
  caller: CallerUrl,
  attribute: string | undefined,
): T {
  const { change } = found
  if (change?.kind !== 'request') return found
  const name = parameterOf(change)
  const setter = setterOf(run, name, name === 'populate' ? attribute : undefined)
  const tried = { ...found, ...changeUnderCode(change, caller) }
  if (setter === undefined) return tried
  return { ...tried, setBy: placeOf(setter), sentence: `${found.sentence} ${setText(name, setter)}` }
}

function refusedUnderCode(
  { refused, answer, request }: Explanation,
  status: number,
  run: CodeRun,
  caller: CallerUrl,
): RefusalExplained | null {
  if (status < 400) return null
  if (refused === null || answer.status !== status) return refusedByCode(run, status, request.role)
  const { corrected, parameter } = refused
  const setter = parameter === null ? undefined : setterOf(run, parameter)
  const url = corrected === null ? null : correctedForCaller(corrected, caller, run)
  const toTry: readonly RequestChange[] =
    url === null ? [] : [{ kind: 'request', parameter: parameter ?? '', url }]
  const mine = { ...refused, corrected: null, ...(corrected === null ? {} : { toTry }) }
  if (setter === undefined || parameter === null) return mine
  return { ...mine, setBy: placeOf(setter), advice: `${refused.advice} ${setText(parameter, setter)}` }
}

/** Explains an error that the project's code or a plugin's endpoint returned instead of the content API. */
function refusedByCode(run: CodeRun, status: number, role: string | null): RefusalExplained {
  const by = answererOf(run)
  const body =
    typeof run.response?.body === 'string' ? run.response.body : JSON.stringify(bodyOf(run) ?? null)
  const advice = missingRoute(run) ?? adviceOf(run, status, role)
  const refusal = readRefusedAnswer(status, body, null, advice)
  if (by !== null) return { ...refusal, setBy: by }
  const parameter = run.refusal === undefined ? undefined : refusedParameter(run)
  const setter = parameter === undefined ? undefined : setterOf(run, parameter)
  if (setter === undefined || parameter === undefined) return refusal
  return { ...refusal, parameter, setBy: placeOf(setter), advice: `${advice} ${setText(parameter, setter)}` }
}

/** Returns the query parameter that an error of Strapi names; undefined if the error names no parameter. */
function refusedParameter(run: CodeRun): string | undefined {
  const body = bodyOf(run)
  const error = isObject(body) ? member(body, 'error') : undefined
  const details = isObject(error) ? member(error, 'details') : undefined
  const parameter = isObject(details) ? member(details, 'param') : undefined
  return typeof parameter === 'string' ? parameter : undefined
}

function adviceOf(run: CodeRun, status: number, role: string | null): string {
  const { refusal } = run
  if (refusal !== undefined) return refusalText(refusal, status)
  const answers = `${answererText('The', run)} answers ${status}`
  if (run.endpoint === undefined) return `${answers}; the content API would not.`
  if (status === 403)
    return `${answers}: ${role === null ? 'the caller' : `the role ${role}`} lacks this permission.`
  return status === 401 ? `${answers}: send the token of a user or a program.` : `${answers}.`
}

/**
 * Names the call of Strapi's own code that refused the request, and the line of the project's code that made this
 * call.
 */
const refusalText = ({ call, place }: OwnRefusal, status: number): string =>
  place === undefined
    ? `Strapi's own ${call} refuses the request with ${status}.`
    : `${textOfPlace(place)} calls ${call}, and Strapi itself refuses this call with ${status}.`
