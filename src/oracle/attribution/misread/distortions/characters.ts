/** Defines distortions: the answers of the target lose the characters that the target's encoding does not have. */
import { mapJson } from '../../../bodies/map-json.ts'
import type { Difference } from '../../../compare/difference.ts'
import type { Answer } from '../../../target/target.ts'
import type { Distortion } from '../parts.ts'

/** The encodings that have fewer characters than Unicode, each with its last character code. */
const ENCODINGS: readonly (readonly [name: string, last: number])[] = [
  ['ASCII', 0x7f],
  ['Latin-1', 0xff],
  ['UCS-2', 0xffff],
]
/** The texts by which a target may replace a lost character. */
const MARKS = ['?', '\ufffd', '']

/** A distortion that changes texts in answers, with its effect on one text. */
interface Loss {
  readonly change: (text: string) => string
  readonly distortion: Distortion
}

/**
 * The numbers of marks by which a server may replace a character: one mark, or one for each of the two UTF-16 units of
 * a character beyond U+FFFF.
 */
const WIDTHS = [(): number => 1, (character: string): number => character.length]

const LOSSES: readonly Loss[] = ENCODINGS.flatMap(([name, last]) =>
  MARKS.flatMap((mark) =>
    WIDTHS.map((widthOf) =>
      lossOf(name, last, mark, (text) =>
        [...text].map((one) => ((one.codePointAt(0) ?? 0) > last ? mark.repeat(widthOf(one)) : one)).join(''),
      ),
    ),
  ),
)

/**
 * Returns the loss of characters after the code `last`. The kind of the distortion does not contain the width of the
 * mark, because most texts do not show it.
 */
function lossOf(name: string, last: number, mark: string, change: (text: string) => string): Loss {
  const code = `U+${last.toString(16).toUpperCase().padStart(4, '0')}`
  const how = mark === '' ? 'leaves out' : 'replaces'
  const distortion: Distortion = {
    rule: 'endpoint.content-type',
    kind: `characters after ${code}: ${mark === '' ? 'nothing' : mark}`,
    says: `Answers are UTF-8. The server ${how} the characters outside ${name}${mark === '' ? '' : ` by \`${mark}\``}.`,
    distort: (request, reference) => withTexts(reference.ask(request).answer, change, change),
  }
  return { change, distortion }
}

/** Returns an answer with changed texts in its body, and with changed keys if `ofKey` is given. */
export const withTexts = (
  answer: Answer,
  change: (text: string) => string,
  ofKey?: (key: string) => string,
): Answer => ({
  ...answer,
  body: mapJson(answer.body, undefined, {
    item: () => undefined,
    member: () => undefined,
    leaf: (json) => (typeof json === 'string' ? change(json) : json),
    ...(ofKey === undefined ? {} : { key: ofKey }),
  }),
})

/**
 * Returns the distortions whose lost characters explain the difference between two answers. The lost characters are in
 * the text, or in the key, at which the answers differ.
 */
export const lossesOf = ({ path, expected, found }: Difference): readonly Distortion[] =>
  LOSSES.filter(({ change }) =>
    typeof expected === 'string' && typeof found === 'string'
      ? expected !== found && change(expected) === found
      : change(path) !== path,
  ).map(({ distortion }) => distortion)

/** Returns the loss of characters with the given `kind`; undefined if `kind` names another distortion. */
export const lossOfKind = (kind: string): Distortion | undefined =>
  LOSSES.find(({ distortion }) => distortion.kind === kind)?.distortion
