/** Misreadings of the body of a write: of its encoding, and of forms of values that have the right type. */
import { isList, type Json, member } from '../../../../util/json.ts'
import { latin1 } from '../../misread/parts.ts'
import { listOf, ofLinks, ofParts, ofValues, PLACES, type WriteMisreading } from './kit.ts'
import { placed, withoutPosition } from './links.ts'

/** A misreading: the target decodes the UTF-8 bytes of a body as Latin-1. */
const LATIN1: WriteMisreading = {
  rule: 'write.body.json',
  kind: 'the body as Latin-1',
  says: 'The body of a write is UTF-8. The server decodes the body as Latin-1.',
  read: ({ request }) => {
    const body = latin1(request.body ?? '')
    return body === (request.body ?? '') ? request : { ...request, body }
  },
}

/** A misreading: the target keeps a plus in a form body. */
const PLUS: WriteMisreading = {
  rule: 'write.body.form',
  kind: 'plus is not a blank',
  says: 'A plus in a form body is a blank. The server keeps the plus.',
  read: ({ request }) => {
    const { body = '', headers } = request
    const isForm = headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true
    return isForm && body.includes('+') ? { ...request, body: body.replaceAll('+', '%2B') } : request
  },
}

/** The wrong ways to read a text as a boolean. */
const BOOLEANS: readonly (readonly [does: string, read: (text: string) => boolean])[] = [
  ['reads each text as false', () => false],
  ['reads each text as true', () => true],
  ['reads each text as true, unless it is empty', (text) => text !== ''],
  ['reads only the text `true` as true', (text) => text === 'true'],
]

/** The position that a target takes for another position. */
const SWAPPED: Readonly<Record<string, string>> = { before: 'after', after: 'before' }

/** The misreadings of the encoding of a body, of booleans, of single files, and of swapped positions. */
export const BODIES: readonly WriteMisreading[] = [
  LATIN1,
  PLUS,
  ...BOOLEANS.flatMap(([does, read]) =>
    PLACES.map(([where, making]) =>
      making(
        {
          rule: 'write.values',
          kind: `booleans${where}: ${does}`,
          says: `A boolean may be a text, such as "true". The server ${does}.`,
        },
        (value, { attribute }): Json =>
          attribute.kind === 'scalar' && attribute.type === 'boolean' && typeof value === 'string'
            ? read(value)
            : value,
      ),
    ),
  ),
  ...PLACES.map(([where, making]) =>
    making(
      {
        rule: 'write.values.json',
        kind: `texts${where} encoded twice`,
        says: 'A text in a JSON attribute stays this text. The server stores the text in quotes, as JSON inside JSON.',
      },
      (value, { attribute }): Json =>
        attribute.kind === 'scalar' && attribute.type === 'json' && typeof value === 'string'
          ? JSON.stringify(value)
          : value,
    ),
  ),
  ofParts(
    {
      rule: 'write.values',
      kind: 'booleans by truthiness',
      says: 'A boolean may be a text, such as "true", and other values are refused. The server takes each value as true, except 0 and an empty text.',
    },
    (value, { attribute }): Json =>
      attribute.kind === 'scalar' && attribute.type === 'boolean' && value !== null ? Boolean(value) : value,
  ),
  ofValues(
    {
      rule: 'write.values.defaults',
      kind: 'null becomes the default',
      says: 'An explicit null in the body stays null. The server stores the default.',
    },
    (value, own): Json =>
      value === null && own.attribute.kind === 'scalar' && own.default !== undefined ? own.default : value,
  ),
  ...(
    [
      ['connect', 'disconnect'],
      ['disconnect', 'connect'],
    ] as const
  ).map(([name, other]) =>
    ofLinks(
      {
        rule: `write.relation.${name}`,
        kind: `${name} beside ${other} ignored`,
        says: `A write obeys \`${name}\` also beside \`${other}\`. The server then ignores \`${name}\`.`,
      },
      (value) => {
        if (![name, other].every((one) => Object.hasOwn(value, one))) return value
        const { [name]: _own, ...rest } = value
        return rest
      },
    ),
  ),
  ofValues(
    {
      rule: 'write.files',
      kind: 'a list for a single file clears',
      says: 'A single media attribute accepts a list of one file. The server stores null.',
    },
    (value, { attribute }) =>
      attribute.kind === 'media' && !attribute.many && isList(value) && value.length > 0 ? null : value,
  ),
  ofLinks(
    {
      rule: 'write.relation.position',
      kind: 'before and after swapped',
      says: 'The positions `before` and `after` set the place of a connected entry. The server takes each of the two for the other.',
    },
    (value) =>
      placed(value, (position) =>
        Object.fromEntries(Object.entries(position).map(([name, other]) => [SWAPPED[name] ?? name, other])),
      ),
  ),
  ofLinks(
    {
      rule: 'write.relation.disconnect',
      kind: 'disconnect clears beside connect',
      says: '`disconnect` removes only the entries that it names. The server removes all entries, also beside `connect`.',
    },
    (value, { attribute }) =>
      attribute.kind === 'relation' && attribute.many && listOf(member(value, 'disconnect')).length > 0
        ? { set: listOf(member(value, 'connect')).map(withoutPosition) }
        : value,
  ),
]
