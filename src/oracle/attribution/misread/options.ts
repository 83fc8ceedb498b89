/** Defines misreadings of the options of populated attributes: the target ignores an option in some places. */
import type { Graph } from '../../../reference/graph/graph.ts'
import type { Attribute } from '../../../reference/schema/schema.ts'
import { splitTarget } from '../../../util/url/target.ts'
import { placePart } from '../../circumstances/placed-parts.ts'
import { type CheckedRule, sentenceOf } from '../../exchange/rules.ts'
import { isListIndex, readPart } from '../../names/mentions.ts'
import type { WireRequest } from '../../target/target.ts'
import { keyFrom, type Misreading, ofQuery, resourceReader, withParts } from './parts.ts'

/** The options of a populated attribute that a target may ignore, each with the rule about the option. */
const OPTIONS: readonly (readonly [option: string, rule: CheckedRule])[] = [
  ['fields', 'populate.form.fields'],
  ['sort', 'populate.form.sort'],
  ['filters', 'populate.form.filters'],
  ['populate', 'populate.form.nested'],
  ['on', 'populate.on'],
  ['count', 'populate.count'],
]

/**
 * The places of an option, such as anywhere in `populate`, only below `on`, or only inside a nested populate. If
 * several places explain the same wrong answers, the check reports the first of them.
 */
const SCOPES: readonly (readonly [scope: string, isMeant: (isBelowOn: boolean, depth: number) => boolean])[] =
  [
    ['inside a nested populate, below `on`', (isBelowOn, depth) => isBelowOn && depth > 0],
    ['inside populate', () => true],
    ['inside populate, not below `on`', (isBelowOn) => !isBelowOn],
    ['below `on`', (isBelowOn) => isBelowOn],
    ['directly below `on`', (isBelowOn, depth) => isBelowOn && depth === 0],
    ['inside a nested populate', (_isBelowOn, depth) => depth > 0],
    ['inside a nested populate, not below `on`', (isBelowOn, depth) => depth > 0 && !isBelowOn],
  ]
type Scope = (typeof SCOPES)[number]

/** Returns the position of an option in the names of a key of `populate`; -1 if the key has no such option. */
function placeOf(option: string, [, isMeant]: Scope, [parameter, ...names]: readonly string[]): number {
  if (parameter !== 'populate') return -1
  let isBelowOn = false
  let depth = 0
  for (let at = 0; at + 1 < names.length && !isListIndex(names[at] ?? ''); at += 2) {
    const found = names[at + 1]
    if (found === option && isMeant(isBelowOn, depth)) return at + 2
    if (found === 'on') isBelowOn = true
    else if (found === 'populate') depth++
    else return -1
  }
  return -1
}

/**
 * Returns the parts of a query without an option. A populated attribute without further options stays populated. The
 * function `placeIn` returns the position of the option in the names of a part's key; -1 if the part lacks it.
 */
function withoutOptions(parts: readonly string[], placeIn: (part: string) => number): readonly string[] {
  const prefixes = parts.map((part) => {
    const at = placeIn(part)
    return at < 0 ? undefined : readPart(part).segments.slice(0, at)
  })
  if (prefixes.every((prefix) => prefix === undefined)) return parts
  const kept = parts.filter((_part, at) => prefixes[at] === undefined)
  const bare = new Set(prefixes.flatMap((prefix) => (prefix === undefined ? [] : [keyFrom(prefix)])))
  const isNamed = (key: string): boolean =>
    [...bare, ...kept.map((part) => keyFrom(readPart(part).segments))].some((one) =>
      one.startsWith(`${key}[`),
    )
  return [
    ...kept,
    ...[...bare].filter((key) => !isNamed(key)).map((key) => `${encodeURIComponent(key)}=true`),
  ]
}

const sayingIgnored = (option: string, where: string): string =>
  `The server ignores an option of a populated attribute: \`${option}\` ${where}.`

/** Returns a misreading: the target populates an attribute without one of the options that the request names. */
const withoutOption = ([option, rule]: (typeof OPTIONS)[number], scope: Scope): Misreading => ({
  ...ofQuery(rule, `${option} ${scope[0]} ignored`, (parts) =>
    withoutOptions(parts, (part) => placeOf(option, scope, readPart(part).segments)),
  ),
  says: sayingIgnored(option, scope[0]),
})

/**
 * Returns a misreading: the target ignores the whole key with an option, including the name of the populated
 * attribute.
 */
const withoutKeys = ([option, rule]: (typeof OPTIONS)[number], scope: Scope): Misreading => ({
  ...ofQuery(rule, `keys with ${option} ${scope[0]} ignored`, (parts) =>
    parts.filter((part) => placeOf(option, scope, readPart(part).segments) < 0),
  ),
  says: `${sentenceOf(rule)} The server ignores a parameter with \`${option}\` ${scope[0]}.`,
})

/** The kinds of populated attributes whose options a target may read by different code, each with its words. */
const KINDS: readonly (readonly [what: string, has: (attribute: Attribute) => boolean])[] = [
  ['files', ({ kind }) => kind === 'media'],
  ['several files', (one) => one.kind === 'media' && one.many],
  ['a single file', (one) => one.kind === 'media' && !one.many],
  ['components', ({ kind }) => kind === 'component'],
  ['repeatable components', (one) => one.kind === 'component' && one.many],
  ['a single component', (one) => one.kind === 'component' && !one.many],
  ['relations', ({ kind }) => kind === 'relation'],
  ['relations to many entries', (one) => one.kind === 'relation' && one.many],
  ['relations to one entry', (one) => one.kind === 'relation' && !one.many],
  ['components and files', ({ kind }) => kind === 'component' || kind === 'media'],
  ['attributes with one value', (one) => !('many' in one && one.many)],
  ['attributes with several values', (one) => 'many' in one && one.many],
  ['morph relations', ({ kind }) => kind === 'morphTo' || kind === 'morphBy'],
  ['`localizations`', (one) => one.kind === 'relation' && one.via === 'localizations'],
  ['creators', (one) => one.kind === 'relation' && one.via === 'creator'],
]

/** A query part with the option to which it belongs, the populated attribute, and the position of the option. */
interface PlacedOption {
  readonly option: string
  readonly attribute: Attribute | undefined
  readonly at: number
}

/** Returns a function that finds the options in the query parts of requests, and remembers those of each request. */
function optionReader(graph: Graph): (request: WireRequest) => ReadonlyMap<string, PlacedOption> {
  const resourceOf = resourceReader(graph)
  const known = new WeakMap<WireRequest, ReadonlyMap<string, PlacedOption>>()
  return (request) => {
    const before = known.get(request)
    if (before !== undefined) return before
    const { search } = splitTarget(request.url)
    const parts = search.includes('populate') ? search.split('&') : []
    const type = parts.length === 0 ? undefined : resourceOf(request)?.type
    const placed = new Map(
      (type === undefined ? [] : parts).map((part): [string, PlacedOption] => {
        const { parameter, level, populated } = placePart(part, type, graph.schema)
        return [part, { option: parameter, attribute: populated.at(-1), at: level.length }]
      }),
    )
    known.set(request, placed)
    return placed
  }
}

/** Returns misreadings: the target ignores an option of the populated attributes of one kind. */
export function optionsByKind(graph: Graph): readonly Misreading[] {
  const optionsOf = optionReader(graph)
  return OPTIONS.flatMap(([option, rule]) =>
    KINDS.map(([what, has]) => ({
      rule,
      kind: `${option} of ${what} ignored`,
      says: sayingIgnored(option, `in the populate of ${what}`),
      read: (request) => {
        const placed = optionsOf(request)
        const isMeant = ({ option: own, attribute }: PlacedOption): boolean =>
          own === option && attribute !== undefined && has(attribute)
        if (![...placed.values()].some(isMeant)) return request
        return withParts(request, (parts) =>
          withoutOptions(parts, (part) => {
            const own = placed.get(part)
            return own !== undefined && isMeant(own) ? own.at : -1
          }),
        )
      },
    })),
  )
}

/** The misreadings in which a target ignores an option of populated attributes of any kind. */
export const OPTIONS_IGNORED: readonly Misreading[] = [
  ...OPTIONS.flatMap((option) => SCOPES.map((scope) => withoutOption(option, scope))),
  ...OPTIONS.flatMap((option) => SCOPES.map((scope) => withoutKeys(option, scope))),
]
