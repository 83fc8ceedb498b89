/**
 * Explains why one path of an answer exists or is missing, if the project's own code produced or changed the answer.
 */
import type { CodeChange, CodePlace } from '../../reference/code-effect.ts'
import { isList, isObject, type Json, member } from '../../util/json.ts'
import type { Reason, Why } from '../explanation.ts'
import { type CallerUrl, changeUnderCode, parameterOf } from './proposals.ts'
import {
  answererOf,
  answererText,
  bodyOf,
  type CodeRun,
  isAbove,
  type Located,
  locate,
  missingRoute,
  placeOf,
  setterOf,
  textOfPlace,
} from './run.ts'

/** The arguments of `whyUnderCode`. */
export interface WhyUnderCode {
  readonly run: CodeRun
  readonly caller: CallerUrl
  /** The names in the explained path, in order. */
  readonly names: readonly string[]
  /** The body of the content API's answer; undefined means that the body is not JSON. */
  readonly core: Json | undefined
  /** Explains why a path of the content API's answer exists or is missing, as if the project had no code. */
  readonly plain: (path: string) => Why
  /**
   * The attribute of the root entries with which the explained path begins. The member `populated` is undefined if
   * no request can populate an attribute with this name.
   */
  readonly populated: string | undefined
}

/** Explains why a path exists or is missing, if the request did not reach the content API. */
export function whyAlone(path: string, names: readonly string[], run: CodeRun): Why {
  const by = answererOf(run)
  const isThere = locate(names, bodyOf(run)).isThere
  const who = answererText('the', run)
  const name = lastName(path)
  const sentence = run.changes.some(({ part }) => part === 'query')
    ? `the project's code answers this request, and ${who} ran last.`
    : (missingRoute(run) ?? `${who} answers this request without the content API.`)
  return said(path, isThere, `${name} is ${isThere ? 'in the answer' : 'missing'}: ${sentence}`, by)
}

export function whyUnderCode(path: string, asked: WhyUnderCode): Why {
  const { run, names, core } = asked
  const body = bodyOf(run)
  const before = locate(names, core)
  const change = changeOf(run.changes, locate(names, body ?? core).steps)
  const isThere = body === undefined ? isThereBy(change, before) : locate(names, body).isThere
  if (isThere !== before.isThere) return changedByCode(path, isThere, change, run)
  const plain = asked.plain(corePath(path, names, body, core))
  const why =
    isThere && !plain.isThere
      ? said(path, true, `${lastName(path)} is in the answer.`, null)
      : { ...plain, path }
  if (change === undefined || !isThere) return withSetter(why, asked)
  const note = `${changeText(change)} after the content API.`
  return { ...why, isThere, sentence: `${why.sentence} ${note}`, setBy: placeOf(change) }
}

/** Returns the last change of the answer at the path `steps`, or at a path above `steps`. */
const changeOf = (changes: readonly CodeChange[], steps: readonly string[]): CodeChange | undefined =>
  changes.findLast(({ part, path }) => part === 'answer' && isAbove(path, steps))

/**
 * Returns whether an answer has a path, if the body of the answer is unknown. The last change at the path, or above
 * the path, decides whether the answer has the path. A change above the path decides only if it removed a part of
 * the answer.
 */
function isThereBy(change: CodeChange | undefined, { isThere, steps }: Located): boolean {
  if (change === undefined) return isThere
  if (change.kind === 'removed') return false
  return change.path.length === steps.length ? true : isThere
}

const VERBS = { added: 'added', changed: 'changed', removed: 'removed' } as const

const changeText = (change: CodeChange): string =>
  `${textOfPlace(change)} ${VERBS[change.kind]} ${change.path.length === 0 ? 'the answer' : change.path.join('.')}`

/** Explains a path that the project's code added to the content API's answer or removed from it. */
function changedByCode(path: string, isThere: boolean, change: CodeChange | undefined, run: CodeRun): Why {
  const by = change === undefined ? answererOf(run) : placeOf(change)
  const name = lastName(path)
  const place = by === null ? "the project's code" : textOfPlace(by)
  const verb = isThere ? 'added' : 'removed'
  const first = isThere ? "the content API's answer lacks it" : "the content API's answer contains it"
  return said(path, isThere, `${place} ${verb} ${name}: ${first}.`, by)
}

const lastName = (path: string): string =>
  path
    .slice(0, 2_000)
    .split(/[.[\]]/)
    .findLast((name) => name !== '') ?? 'it'

function said(path: string, isThere: boolean, sentence: string, by: CodePlace | null): Why {
  const reason: Reason | null = isThere ? null : 'code'
  return { path, isThere, reason, sentence, rules: [], change: null, ...(by === null ? {} : { setBy: by }) }
}

/**
 * Converts a path in the caller's answer to the path of the same value in the content API's answer. If the project's
 * code moved the entry, the returned path names the entry by documentId.
 */
function corePath(
  path: string,
  names: readonly string[],
  body: Json | undefined,
  core: Json | undefined,
): string {
  const [first = '', at = '', ...rest] = locate(names, body).steps
  if (first !== 'data' || body === undefined) return path
  const moved = documentIdAt(body, at)
  return moved === undefined || moved === documentIdAt(core, at) ? path : ['data', moved, ...rest].join('.')
}

function documentIdAt(body: Json | undefined, at: string): string | undefined {
  const data = isObject(body) ? member(body, 'data') : undefined
  const entry = isList(data) ? data[Number(at)] : undefined
  const documentId = isObject(entry) ? member(entry, 'documentId') : undefined
  return typeof documentId === 'string' ? documentId : undefined
}

/** For each reason of an absence, the query parameters that can cause it, most specific first. */
const BEHIND: Partial<Readonly<Record<Reason, readonly string[]>>> = {
  fields: ['fields', 'populate'],
  kind: ['populate'],
  'not-populated': ['populate'],
  filter: ['filters', 'populate', 'publicationFilter'],
  search: ['_q'],
  page: ['pagination'],
  locale: ['locale'],
  draft: ['status'],
  published: ['status'],
  limit: ['populate'],
}

/**
 * Adds to an explanation the project's code that set the responsible parameter, and moves the proposed request to
 * `toTry`.
 */
export function withSetter(
  why: Why,
  { run, caller, populated }: Pick<WhyUnderCode, 'run' | 'caller' | 'populated'>,
): Why {
  const { reason, change, isThere } = why
  const behind =
    change?.kind === 'request'
      ? [parameterOf(change)]
      : isThere || reason === null
        ? populated === undefined
          ? []
          : ['populate']
        : (BEHIND[reason] ?? [])
  const set = behind
    .map((name) => ({ name, by: setterOf(run, name, name === 'populate' ? populated : undefined) }))
    .find(({ by }) => by !== undefined)
  const tried = { ...why, ...changeUnderCode(change, caller) }
  if (set?.by === undefined) return tried
  return { ...tried, setBy: placeOf(set.by), sentence: `${why.sentence} ${setText(set.name, set.by)}` }
}

/**
 * Names the line of the project's code that set a parameter:
 * `populate was set by src/api/article/middlewares/populate.ts:53.`
 */
export const setText = (parameter: string, change: CodeChange): string =>
  `${parameter} was ${change.kind === 'removed' ? 'removed' : 'set'} by ${textOfPlace(change)}.`
