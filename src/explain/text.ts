/** Explanations as text for a terminal: the request, its places as a tree, what is absent, and why. */
import { printable } from '../util/printable.ts'
import {
  type Absent,
  type Change,
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

/** How parts of the text are set off, where a terminal can. */
export interface Style {
  readonly strong: (text: string) => string
  readonly faint: (text: string) => string
}

const PLAIN: Style = { strong: (text) => text, faint: (text) => text }

/** Characters of a line that is made of what somebody wrote. */
const WIDE = 400
const line = (text: string): string => printable(text, WIDE)

/** The whole explanation, ending in a line break. */
export function explanationText(explanation: Explanation, style: Style = PLAIN): string {
  const { request, answer, refused, parameters, places, hasMorePlaces, cost, rules } = explanation
  const lines = [
    style.strong(line(`${request.method} ${request.url}`)),
    `${answer.status}, ${answer.characters} characters; ${asker(request)}`,
    ...(refused === null ? [] : ['', ...refusedLines(refused)]),
    ...(parameters.length === 0 ? [] : ['', style.strong('As it was read')]),
    ...parameters.flatMap(({ written, means, note }) => [
      `  ${line(written)}`,
      ...(note === null ? [] : [`    = ${line(means)}`, style.faint(`    ${note}`)]),
    ]),
    ...(places.length === 0 ? [] : ['', style.strong('Where it comes from')]),
    ...places.flatMap((place) => placeLines(place, levelOf(place, places), style)),
    ...(hasMorePlaces ? ['', 'There is more than is told of here.'] : []),
    '',
    `${cost === null ? '' : `${cost.steps} steps; `}${rules.length} rules followed: ${line(rules.map(({ id }) => id).join(', '))}`,
  ]
  return `${lines.join('\n')}\n`
}

function asker({ role, profile, type }: Explanation['request']): string {
  const who = role === null ? 'a token that nobody was given' : `the role ${role}`
  return line(`${who} asks for ${type ?? 'nothing that there is'}, as ${profile} answers`)
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

/** How deep a place stands below `data`. */
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
    `  + ${line(shown.join(', '))}`,
    ...absentLines(absent, entries),
    ...keptLines(keptBack),
  ]
  const indent = '  '.repeat(level)
  return lines.map((text) => `${indent}${text}`)
}

/** Of these reasons there is no more to say than the names. */
const TOGETHER: Partial<Readonly<Record<Reason, string>>> = {
  'not-populated': 'populate does not ask for',
  fields: 'fields does not name',
  private: 'private, and never answered',
  'nothing-linked': 'empty, for nothing is linked',
}

function absentLines(absent: readonly Absent[], entries: number): string[] {
  const names = (of: readonly Absent[]): string =>
    of
      .map((one) => `${one.attribute}${one.entries < entries ? ` (${one.entries} of ${entries})` : ''}`)
      .join(', ')
  const together = Object.entries(TOGETHER).flatMap(([reason, says]) => {
    const of = absent.filter((one) => one.reason === reason)
    return of.length === 0 ? [] : [`  - ${says}: ${line(names(of))}${changeText(of[0]?.change ?? null)}`]
  })
  const single = absent
    .filter(({ reason }) => TOGETHER[reason] === undefined)
    .map((one) => {
      const of = one.entries < entries ? ` (${one.entries} of ${entries})` : ''
      return `  - ${line(one.sentence)}${of}${changeText(one.change)}`
    })
  return [...together, ...single]
}

/** Rows that are named in a terminal, of those that are kept back at one place. */
const NAMED = 3

function keptLines(keptBack: readonly KeptBack[]): string[] {
  const more = keptBack.length - NAMED
  return [
    ...keptBack.slice(0, NAMED).map((kept) => `  - ${keptText(kept)}`),
    ...(more > 0 ? [`  - and ${more} more`] : []),
  ]
}

const keptText = ({ sentence, change }: KeptBack): string => `${line(sentence)}${changeText(change)}`

/** ` → populate=author` */
function changeText(change: Change | null): string {
  if (change === null) return ''
  return change.kind === 'request'
    ? ` → ${line(change.parameter)}`
    : ` → give the role ${line(`${change.role} ${change.action}`)}`
}

/** The one sentence, and what would show it. */
export function whyText({ sentence, change }: Why): string {
  const more =
    change === null
      ? []
      : change.kind === 'request'
        ? [`Ask with ${line(change.parameter)}:`, `  ${line(change.url)}`]
        : [`Give the role ${line(change.role)} the permission ${line(change.action)}.`]
  return `${[line(sentence), ...more].join('\n')}\n`
}

/** A line or two for each difference. */
export function otherwiseText(found: readonly Otherwise[]): string {
  if (found.length === 0) return 'No other profile answers otherwise.\n'
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
