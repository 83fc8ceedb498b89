/**
 * Makes sentences about what a target does instead of following a rule, from the two answers alone. A report adds such
 * a sentence to the sentence of a rule, because the rule says only what the target should do.
 */
import type { Graph } from '../../reference/graph/graph.ts'
import type { Attribute } from '../../reference/schema/schema.ts'
import { isList, isObject, type Json, type JsonObject, member, objectAt, textAt } from '../../util/json.ts'
import { pointerSteps, pointerTo, valueAt } from '../../util/pointer.ts'
import { splitTarget } from '../../util/url/target.ts'
import { isOfHeader } from '../attribution/headers.ts'
import { type Spot, spotOf } from '../attribution/spot.ts'
import { beginning } from '../bodies/truncate.ts'
import type { Difference } from '../compare/difference.ts'
import { type Exchange, type Session, translated } from '../exchange/session.ts'
import type { Answer } from '../target/target.ts'
import { entriesSentences } from './entries.ts'
import { type Naming, valueSentences } from './values.ts'

/**
 * Returns sentences about what the target does, the most specific sentence first; empty if no answer arrived. The
 * parameter `verb` is the verb for a wrong value of an entry.
 */
export function observedOf(
  session: Session,
  exchange: Exchange,
  difference: Difference,
  verb: Naming['verb'] = 'answers',
): readonly string[] {
  const { outcome, referenced, type, request } = exchange
  if (outcome.kind === 'failed') return []
  const { path, expected, found } = difference
  if (path === 'status') return statusSentences(referenced.answer, outcome.answer)
  const steps = pointerSteps(path).filter((step) => Number.isNaN(Number(step)))
  const name = isOfHeader(path) ? `the header \`${steps.at(-1)}\`` : `\`${steps.join('.')}\``
  const plain = valueSentences(expected, found, {
    labels: [name],
    verb: 'answers',
    where: '',
    isQuoted: true,
  })
  if (referenced.answer.status >= 400 && !isOfHeader(path))
    return [...otherMembers(referenced.answer.body, outcome.answer.body), ...plain]
  if (isOfHeader(path) || path.startsWith('/error')) return plain
  if (isOtherType(expected, found)) {
    const last = steps.at(-1)
    if (last === 'id' || last === 'documentId')
      return valueSentences(expected, found, {
        labels: [`\`${last}\``],
        verb: 'answers',
        where: '',
        isQuoted: false,
      })
  }
  const { body } = translated(session, exchange, outcome.answer)
  const spot = spotOf(
    { expected: referenced.answer.body, found: body },
    pointerSteps(path),
    type,
    session.reference.graph.schema,
  )
  const where = referenced.isOfWriting && request.method === 'GET' ? rowOf(request.url) : ''
  switch (spot.kind) {
    case 'around':
      return plain
    case 'entries':
    case 'order':
      return entriesSentences(
        { ...spot, isList: isListAt(spot, referenced.answer.body), ...ownerOf(spot, referenced.answer.body) },
        placesOf(spot),
        verb === 'stores' && spot.part !== 'data' ? verbFor(spot.expected, spot.found) : 'answers',
      )
    case 'member':
      return memberSentences(spot, difference, session, { verb, where, isQuoted: false })
  }
}

/**
 * Returns a sentence about an error body that has other members at its top in place of the expected ones; empty for any
 * other body.
 */
function otherMembers(expected: Json, found: Json): readonly string[] {
  if (!isObject(expected) || !isObject(found)) return []
  const without = (one: JsonObject, other: JsonObject): readonly string[] =>
    Object.keys(one).flatMap((name) =>
      Object.hasOwn(other, name) ? [] : [`\`${beginning(name, MAX_NAME)}\``],
    )
  const omitted = without(expected, found)
  const added = without(found, expected).slice(0, MAX_MEMBERS)
  if (omitted.length === 0 || added.length === 0) return []
  return [`The server answers ${added.join(' and ')} in place of ${omitted.join(' and ')}.`]
}

/** The maximum number of members of a wrong body that a sentence names. */
const MAX_MEMBERS = 3

/** Returns whether one of two values is a number and the other a text. */
const isOtherType = (...values: readonly (Json | undefined)[]): boolean =>
  ['number', 'string'].every((type) => values.some((one) => typeof one === type))

function memberSentences(
  spot: MemberSpot,
  difference: Difference,
  { reference: { graph } }: Session,
  naming: Omit<Naming, 'labels'>,
): readonly string[] {
  const { expected, found, labels } = innermost(spot, difference)
  const attribute = spot.model?.attributes.get(spot.name)
  const [name, ...groups] = labels
  const typed =
    naming.verb === 'stores' && attribute?.kind === 'scalar' && groups.length > 1
      ? [`${name} (${attribute.type})`, ...groups]
      : labels
  return [
    ...siblingsWith(difference, spot, graph).map(
      (sibling) => `The server ${naming.verb} the value of \`${sibling}\` for ${typed[0]}${naming.where}.`,
    ),
    ...valueSentences(expected, found, { ...naming, labels: typed }),
  ]
}

/** The minimum length of a text that shows from which attribute of an entry it comes. */
const MIN_OF_SIBLING = 4

/**
 * Returns the names of the other attributes of the right entry that have the found text as their value. The answer may
 * omit these attributes.
 */
function siblingsWith(
  { path, found }: Difference,
  { name, entry, model }: MemberSpot,
  { tables }: Graph,
): readonly string[] {
  const isOfMember = pointerSteps(path).at(-1) === name
  if (!isOfMember || typeof found !== 'string' || found.length < MIN_OF_SIBLING) return []
  const id = member(entry, 'id')
  const row = typeof id === 'number' && model !== undefined ? tables.get(model.uid)?.byId.get(id) : undefined
  const values = { ...row?.values, ...entry }
  return Object.keys(values).filter((other) => other !== name && member(values, other) === found)
}

/** Returns the verb for wrong items after a write: a server stores components, and links entries and files. */
const verbFor = (...lists: readonly (readonly Json[])[]): 'stores' | 'links' =>
  lists.flat().every((one) => isObject(one) && !Object.hasOwn(one, 'documentId')) ? 'stores' : 'links'

/** Returns sentences about a wrong status of an answer. */
function statusSentences(expected: Answer, found: Answer): readonly string[] {
  const [wanted, name] = [expected, found].map(nameOfError)
  const named = name !== undefined && name !== wanted ? ` (${name.slice(0, MAX_NAME)})` : ''
  const exact = `The server answers ${found.status}${named} in place of ${expected.status}.`
  const [ours, theirs] = [expected, found].map(messageText)
  const quoting = `The server answers ${found.status}${theirs} in place of ${expected.status}${ours}.`
  const quoted = ours === theirs ? [exact] : [quoting, exact]
  if (found.status < 300 && expected.status < 300) return [exact]
  if (found.status < 300) return [...quoted, 'The server accepts the request.']
  return [
    ...quoted,
    expected.status < 300 ? 'The server refuses the request.' : 'The server answers another error.',
  ]
}

const nameOfError = ({ body }: Answer): string | undefined => textAt(objectAt(body, 'error'), 'name')

/** Returns the message of an error in quotation marks; an empty text for an answer without a message. */
function messageText({ body }: Answer): string {
  const message = textAt(objectAt(body, 'error'), 'message') ?? ''
  return message === '' ? '' : ` “${beginning(message, MAX_MESSAGE)}”`
}

/** The maximum length, in characters, of an error name from the target in a sentence. */
const MAX_NAME = 40
/** The maximum length, in characters, of an error message in a sentence. */
const MAX_MESSAGE = 80

type MemberSpot = Extract<Spot, { kind: 'member' }>

/** Returns the words for a wrong member of an entry: its name, its type, and the group of its type. */
function labelsOf({ name, model }: MemberSpot): readonly string[] {
  const attribute = model?.attributes.get(name)
  if (attribute === undefined) return [`\`${name}\``, 'members of entries']
  const group = attribute.kind === 'scalar' ? 'attributes' : 'populated attributes'
  return [`\`${name}\``, `attributes of the type ${typeOf(attribute)}`, group, 'members of entries']
}

const typeOf = (attribute: Attribute): string =>
  attribute.kind === 'scalar' ? attribute.type : attribute.kind

/**
 * Returns the innermost wrong value of a member whose expected and found values are both objects; otherwise the values
 * of the member itself.
 */
function innermost(
  spot: MemberSpot,
  { path, expected, found }: Difference,
): Pick<MemberSpot, 'expected' | 'found'> & {
  readonly labels: readonly string[]
} {
  const isInside = isObject(spot.expected) && isObject(spot.found)
  if (!isInside) return { expected: spot.expected, found: spot.found, labels: labelsOf(spot) }
  const name = pointerSteps(path).findLast((step) => Number.isNaN(Number(step)))
  const attribute = spot.model?.attributes.get(spot.name)
  const typed = attribute === undefined ? [] : [`\`${name}\` in attributes of the type ${typeOf(attribute)}`]
  return { expected, found, labels: [`\`${name}\` in \`${spot.name}\``, ...typed, `\`${name}\``] }
}

/** Returns the phrases for the place of wrong entries; empty for the list in `data` itself. */
const placesOf = ({ part }: { readonly part: string }): readonly string[] =>
  part === 'data' ? [''] : [` in \`${part.split('.').slice(1).join('.')}\``, ' in populated attributes']

/** Returns whether the expected answer has a list at the path of a spot. */
const isListAt = ({ path }: { readonly path: string }, body: Json): boolean =>
  isList(valueIn(body, path.split('.')))

const valueIn = (body: Json, steps: readonly string[]): Json | undefined =>
  valueAt(body, steps.reduce(pointerTo, ''))

/** Returns the entry that has the entries of a spot as an attribute; empty for the entries in `data`. */
function ownerOf({ path }: { readonly path: string }, body: Json): { readonly owner?: Json } {
  const steps = path.split('.').slice(0, -1)
  const owner = steps.length === 0 ? undefined : valueIn(body, steps)
  return owner === undefined ? {} : { owner }
}

/** Returns the words for the row that a read after a write shows. */
function rowOf(url: string): string {
  const { search } = splitTarget(url)
  if (search.includes('status=draft')) return ' in the draft'
  return search.includes('status=published') ? ' in the published row' : ''
}
