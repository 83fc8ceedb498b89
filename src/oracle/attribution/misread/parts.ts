/** Makes misreadings that change the percent-encoded parts of a query, or the headers of a request. */
import type { Graph } from '../../../reference/graph/graph.ts'
import type { Target } from '../../../reference/plan/plan.ts'
import { findRoute, router } from '../../../reference/route.ts'
import type { ContentType } from '../../../reference/schema/schema.ts'
import { asDecoded } from '../../../util/url/percent.ts'
import { splitTarget } from '../../../util/url/target.ts'
import type { Reference } from '../../exchange/reference.ts'
import type { CheckedRule } from '../../exchange/rules.ts'
import { readPart } from '../../names/mentions.ts'
import type { Answer, WireRequest } from '../../target/target.ts'

/** A misreading, which is a wrong way to read a request. */
export interface Misreading {
  readonly rule: CheckedRule
  /** The identifier of the misreading, such as `decoded twice`, with which the key of the cause ends. */
  readonly kind: string
  /** The sentence that a report shows in place of the sentence of the rule. */
  readonly says: string
  /** Returns the request as a target with this misreading reads it. */
  readonly read: (request: WireRequest) => WireRequest
  /**
   * Whether the target would apply the added filter of the misread request without a check. A refusal of the misread
   * request by the reference then says nothing about the target.
   */
  readonly isUnchecked?: true
  /** Whether a target with this misreading misreads each such request, so that few right answers refute it. */
  readonly isExact?: true
  /** Whether the misreading is one of many similar ones, so that a few wrong answers fit one of them by chance. */
  readonly isOfMany?: true
}

/** A misreading without the sentence that explains it. */
export type Reading = Omit<Misreading, 'says'>

/** Returns a misreading with the sentence that explains it. */
export const saying = (says: string, reading: Reading): Misreading => ({ ...reading, says })

/** A distortion, which is a wrong way to make an answer. */
export interface Distortion {
  /** The rule that the target breaks; null if only the data of the target differs from the dataset. */
  readonly rule: CheckedRule | null
  /** The identifier of the distortion, with which the key of the cause ends. */
  readonly kind: string
  /** The sentence that a report shows in place of the sentence of the rule. */
  readonly says: string
  /**
   * Whether an equal status of the distorted answer suffices as evidence, so that the check does not compare bodies.
   */
  readonly isByStatus?: true
  /** Whether a target with this distortion distorts each such answer, so that few right answers refute it. */
  readonly isExact?: true
  /** Returns the answer of a target with this distortion; undefined if this target answers rightly. */
  readonly distort: (request: WireRequest, reference: Reference) => Answer | undefined
}

/**
 * A function that finds the content type and the kind of path (list, document or single type) of a request for
 * entries. The result is undefined for any other request.
 */
export type ResourceOf = (
  request: WireRequest,
) => { readonly type: ContentType; readonly target: Target } | undefined

/** Returns a function that finds the content type and the kind of path of requests for entries of a dataset. */
export function resourceReader(graph: Graph): ResourceOf {
  const routes = router(graph)
  return (request) => {
    const routed = findRoute(routes, { ...request, cite: () => undefined, has: () => false })
    return 'type' in routed ? routed : undefined
  }
}

/** Returns a misreading that changes the parts of a query. */
export const ofQuery = (
  rule: CheckedRule,
  kind: string,
  change: (parts: readonly string[]) => readonly string[],
): Reading => ({ rule, kind, read: (request) => withParts(request, change) })

/** Returns a request with changed query parts. A request without a query stays the same. */
export function withParts(
  request: WireRequest,
  change: (parts: readonly string[]) => readonly string[],
): WireRequest {
  const { path, search: query } = splitTarget(request.url)
  if (query === '') return request
  const parts = change(query.split('&'))
  return { ...request, url: parts.length === 0 ? path : `${path}?${parts.join('&')}` }
}

/** The page size of the request by which the check reads a whole list. */
const MAX_LISTED = 100

/** Returns a request for the first 100 entries of a list, in place of a page of the list. */
export const wholeList = (request: WireRequest): WireRequest =>
  withParts(request, (parts) => [
    ...parts.filter((part) => !isOf('pagination', part)),
    `pagination%5BpageSize%5D=${MAX_LISTED}`,
  ])

/** Returns a misreading that changes each part of a query. */
export const ofParts = (rule: CheckedRule, kind: string, change: (part: string) => string): Reading =>
  ofQuery(rule, kind, (parts) => parts.map(change))

/** Returns a misreading: the target ignores a header. */
export const withoutHeader = (rule: CheckedRule, name: string): Misreading => ({
  rule,
  kind: `${name} ignored`,
  says: `The server ignores the header \`${name}\`.`,
  read: (request) => {
    const { [name]: header, ...headers } = request.headers
    return header === undefined ? request : { ...request, headers }
  },
})

/** A name that no attribute and no parameter has. It replaces a text that a target does not split into names. */
export const UNKNOWN = '-'

/** The parts of a query that the reference refuses, because `lookup` is a reserved parameter. */
export const REFUSED: readonly string[] = ['lookup=x']

/** Returns whether a part of a query belongs to a parameter, such as `sort`, `sort[0]` or `sort[name]`. */
export const isOf = (parameter: string, part: string): boolean => readPart(part).segments[0] === parameter

/** Returns the key of a part of a query, still encoded. */
export const keyOf = (part: string): string => part.split('=', 1)[0] ?? ''
/** Returns the value of a part of a query, still encoded. */
export const textOf = (part: string): string => part.slice(keyOf(part).length + 1)
/** Returns a query part with another decoded value. */
export const recoded = (part: string, change: (value: string) => string): string =>
  part.includes('=')
    ? `${keyOf(part)}=${encodeURIComponent(change(asDecoded(textOf(part).replaceAll('+', ' '))))}`
    : part
/** Returns the key that consists of the given names: `sort[name]` for `sort` and `name`. */
export const keyFrom = ([root = '', ...names]: readonly string[]): string =>
  `${root}${names.map((name) => `[${name}]`).join('')}`
/** Returns a query part whose key consists of the given names. */
export const withKey = (part: string, names: readonly string[]): string =>
  `${encodeURIComponent(keyFrom(names))}${part.slice(keyOf(part).length)}`

/** Returns the UTF-8 bytes of a text, read as Latin-1. */
export const latin1 = (text: string): string => Buffer.from(text, 'utf8').toString('latin1')
