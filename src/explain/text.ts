/**
 * Formats explanations as text for a terminal. The text of an explanation shows the request, the parts of the answer
 * as a tree, and the reason for each absent attribute and row.
 */
import { printable } from '../util/printable.ts'
import { shadowText, textOfPlace } from './code/run.ts'
import {
  type Absent,
  type Change,
  type CodeExplained,
  type Explanation,
  isAnswered,
  type KeptBack,
  leftOutText,
  type Otherwise,
  type Place,
  type Reason,
  type RefusalExplained,
  type Why,
} from './explanation.ts'

/** Terminal styles. */
export interface Style {
  readonly strong: (text: string) => string
  readonly faint: (text: string) => string
}

const PLAIN: Style = { strong: (text) => text, faint: (text) => text }

/** The maximum number of characters of a printed line that contains user input. */
const WIDE = 400
const line = (text: string): string => printable(text, WIDE)

/** Formats a whole explanation as text, which ends in a line break. */
export function explanationText(explanation: Explanation, style: Style = PLAIN): string {
  const { request, answer, refused, parameters, places, hasMorePlaces, cost, rules, code } = explanation
  const lines = [
    style.strong(line(`${request.method} ${request.url}`)),
    `${answer.status}, ${answer.characters} characters; ${asker(request)}`,
    ...(code === undefined || isIdle(code)
      ? []
      : ['', style.strong("Set by the project's code"), ...codeLines(code)]),
    ...(refused === null ? [] : ['', ...refusedLines(refused)]),
    ...(parameters.length === 0 ? [] : ['', style.strong('Parameters in long form')]),
    ...parameters.flatMap(({ written, means, note, setBy }) => [
      `  ${line(written)}${setBy === undefined ? '' : `  (set by ${line(textOfPlace(setBy))})`}`,
      ...(note === null ? [] : [`    = ${line(means)}`, style.faint(`    ${note}`)]),
    ]),
    ...(places.length === 0 ? [] : ['', style.strong('Places of the answer')]),
    ...places.flatMap((place) => placeLines(place, levelOf(place, places), style)),
    ...(hasMorePlaces ? ['', 'The printed list of the parts of the answer is incomplete.'] : []),
    ...(rules.length === 0
      ? []
      : [
          '',
          `${cost === null ? '' : `${cost.steps} steps; `}${rules.length} rules: ${rules.map(({ id }) => id).join(', ')}`,
        ]),
  ]
  return `${lines.join('\n')}\n`
}

/** The maximum number of changes by the project's code that the text of an explanation lists. */
const MOST_CHANGES = 40

/**
 * Returns whether there is nothing to print about the project's code: no code ran, changed or answered the request,
 * and no route is shadowed.
 */
const isIdle = ({ ran, answeredBy, changes, shadowed }: CodeExplained): boolean =>
  ran.length + changes.length === 0 && answeredBy === null && shadowed === undefined

function codeLines(code: CodeExplained): string[] {
  const { received, answeredBy, changes, ran } = code
  const more = changes.length - MOST_CHANGES
  const last = ran.at(-1)
  const shadow = shadowText(code)
  return [
    ...(shadow === undefined ? [] : [`  ${line(shadow)}`]),
    ...(answeredBy === null
      ? []
      : [`  ${line(textOfPlace(answeredBy))} answers this request without the content API`]),
    ...changes.slice(0, MOST_CHANGES).map(({ part, path, kind, ...place }) => {
      const what = [part, ...path].join('.')
      return `  ${line(what)} ${kind} by ${line(textOfPlace(place))}`
    }),
    ...(more > 0 ? [`  and ${more} more changes`] : []),
    ...(changes.length === 0 && answeredBy === null && last !== undefined
      ? [`  nothing was changed; ${line(textOfPlace(last))} ran last`]
      : []),
    ...(received === null ? [] : [`  The content API received ${line(received)}`]),
  ]
}

function asker({ role, profile, type, endpoint }: Explanation['request']): string {
  const who = role === null ? 'an unknown token' : `the role ${role}`
  return line(`${who} requests ${type ?? endpoint ?? 'an unknown path'}; profile ${profile}`)
}

function refusedLines({ message, rule, says, advice, nearest, corrected }: RefusalExplained): string[] {
  return [
    line(`Refused: ${message}`),
    ...(rule === null || says === null ? [] : [`  ${rule}: ${says}`]),
    `  ${line(advice)}`,
    ...(nearest.length === 0 ? [] : [`  Nearest: ${line(nearest.join(', '))}`]),
    ...(corrected === null ? [] : [`  Try: ${line(corrected)}`]),
  ]
}

/** Returns the number of levels between `data` and a part of the answer. */
function levelOf({ above }: Place, places: readonly Place[]): number {
  let level = 0
  for (let at = above; at !== null; at = places[at]?.above ?? null) level += 1
  return level
}

function placeLines(place: Place, level: number, style: Style): string[] {
  const { at, model, entries, steps, order, shown, absent, keptBack } = place
  const way = steps.map(({ says, left, access }) =>
    access === undefined ? `${says}: ${left}` : `${says} (${access}): ${left}`,
  )
  const lines = [
    `${style.strong(at)}  ${model}, ${entries === 1 ? '1 entry' : `${entries} entries`}`,
    ...way.map((text) => style.faint(`  ${line(text)}`)),
    style.faint(`  order: ${line(order)}`),
    ...(shown.length === 0 ? [] : [`  + ${line(shown.join(', '))}`]),
    ...absentLines(absent, entries),
    ...hiddenLines(keptBack),
  ]
  const indent = '  '.repeat(level)
  return lines.map((text) => `${indent}${text}`)
}

/**
 * The short texts of reasons that need no detail. One printed line lists all attributes that are absent for the same
 * reason.
 */
const TOGETHER: Partial<Readonly<Record<Reason, string>>> = {
  'not-populated': 'populate does not name',
  fields: 'fields does not name',
  private: 'private, so no answer shows',
  'nothing-linked': 'empty, because nothing is linked',
}

function absentLines(absent: readonly Absent[], entries: number): string[] {
  const names = (of: readonly Absent[]): string =>
    of
      .map((one) => `${one.attribute}${one.entries < entries ? ` (${one.entries} of ${entries})` : ''}`)
      .join(', ')
  const together = Object.entries(TOGETHER).flatMap(([reason, says]) => {
    const of = absent.filter((one) => one.reason === reason)
    return of.length === 0 ? [] : [`  - ${says}: ${line(names(of))}${togetherText(of)}`]
  })
  const single = absent
    .filter(({ reason }) => TOGETHER[reason] === undefined)
    .map((one) => {
      const of = one.entries < entries ? ` (${one.entries} of ${entries})` : ''
      return `  - ${line(one.sentence)}${of}${changeText(one.change)}`
    })
  return [...together, ...single]
}

/**
 * Names the project's code that overrides the proposed requests for a group of attributes. If no code overrides the
 * proposed requests, names the code that set the responsible parameter, and the change that helps.
 */
function togetherText([first]: readonly Absent[]): string {
  if (first === undefined) return ''
  const { setBy, decidedBy, change } = first
  if (decidedBy !== undefined) return ` (${line(textOfPlace(decidedBy))} decides this)`
  return `${setBy === undefined ? '' : ` (set by ${line(textOfPlace(setBy))})`}${changeText(change)}`
}

/** The maximum number of hidden rows that the text of an explanation lists for one part of the answer. */
const NAMED = 3

function hiddenLines(keptBack: readonly KeptBack[]): string[] {
  const more = keptBack.length - NAMED
  return [
    ...keptBack.slice(0, NAMED).map((row) => `  - ${hiddenText(row)}`),
    ...(more > 0 ? [`  - and ${more} more`] : []),
  ]
}

const hiddenText = ({ sentence, change }: KeptBack): string => `${line(sentence)}${changeText(change)}`

/** Formats a proposed change as a text such as ` → populate=author`. */
function changeText(change: Change | null): string {
  if (change === null) return ''
  return change.kind === 'request'
    ? ` → ${line(change.parameter)}`
    : ` → give the role ${line(`${change.role} ${change.action}`)}`
}

/** Formats the explanation of a path: the sentence with the reason, and the change that would show the missing path. */
export function whyText({ sentence, change }: Why): string {
  const more =
    change === null
      ? []
      : change.kind === 'request'
        ? [`To show it, request ${line(change.parameter)}:`, `  ${line(change.url)}`]
        : [`To show it, give the role ${line(change.role)} the permission ${line(change.action)}.`]
  return `${[line(sentence), ...more].join('\n')}\n`
}

/** Formats the different answers of other profiles, with one or two lines for each answer. */
export function otherwiseText(found: readonly Otherwise[]): string {
  if (found.length === 0) return 'All profiles give the same answer.\n'
  const left = leftOutText(found)
  const lines = found
    .filter(isAnswered)
    .flatMap(({ departure, says, status, at, here, there }) => [
      `${departure ?? 'profile'}: ${line(says)}`,
      `  ${status}, at ${line(at)}: ${line(there)} instead of ${line(here)}`,
    ])
  if (left !== null) lines.push(left)
  return `${lines.join('\n')}\n`
}
