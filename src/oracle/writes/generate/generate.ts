/**
 * Generates random sequences of writes that create, change, link, publish and delete documents. A sequence of writes
 * changes only documents that it created. It links entries of the dataset only if deleting its documents undoes the
 * link.
 */
import { type Dice, type Roll, roll } from '../../../../properties/arbitraries/dice.ts'
import type { Graph } from '../../../reference/graph/graph.ts'
import type { ContentType } from '../../../reference/schema/schema.ts'
import type { Json } from '../../../util/json.ts'
import { valueAt } from '../../../util/pointer.ts'
import type { CheckedRule } from '../../exchange/rules.ts'
import type { SessionStep, WriteSession } from '../../suite/session.ts'
import { tokenFor } from '../access.ts'
import { fillMarkers, rowOf, sourceOf } from '../markers/markers.ts'
import { stepRequest } from '../step-request.ts'
import type { SessionWorld } from '../write-reference.ts'
import { type Body, type BodyContext, bodyFor, type SequenceItem } from './body.ts'

/** The maximum number of writes in a sequence. */
export const MAX_WRITES = 5

export interface GenerateContext {
  readonly graph: Graph
  readonly dataset: string
  /** Returns whether the target accepts an API token of the dataset. */
  readonly isKnown: (token: string) => boolean
}

/** A content type with the API token of a role that may write its entries. */
interface Writable {
  readonly type: ContentType
  readonly token: string | null
}

export function writableTypes({ graph, isKnown }: GenerateContext): readonly Writable[] {
  return [...graph.schema.contentTypes.values()].flatMap((type) => {
    const isOurs = type.uid.startsWith('api::') && type.kind === 'collectionType'
    const token = isOurs ? tokenFor(graph, type, isKnown) : undefined
    return token === undefined ? [] : [{ type, token }]
  })
}

/** A generated write sequence, with the rules of writing that the reference applies when it answers the requests. */
export interface DrawnSequence {
  readonly session: WriteSession
  readonly rules: ReadonlySet<CheckedRule>
}

/**
 * Generates the write sequence that the random numbers `throws` determine, and plays it in a new world (a copy of the
 * dataset) of the reference. The result is undefined if the target accepts no caller who may read and write a
 * collection type of the project.
 */
export function sequenceOf(
  live: SessionWorld,
  throws: Dice,
  id: string,
  generating: GenerateContext,
): DrawnSequence | undefined {
  const types = writableTypes(generating)
  if (types.length === 0) return undefined
  const dice = roll(throws)
  const sequence = new Sequence(live, dice, generating.graph)
  const first = dice.pick(types)
  const file = fileStep(first, generating.graph, dice)
  if (file !== undefined) sequence.add(file.step, file.own)
  sequence.create(first)
  const count = 1 + dice.upTo(MAX_WRITES - 2)
  for (let at = 0; at < count; at++) sequence.next(types, first)
  const session: WriteSession = {
    ...{ id, name: 'a generated sequence', level: 'SHOULD', rules: [], tags: [] },
    ...{ dataset: generating.dataset, isLoaded: false, steps: sequence.steps },
  }
  return { session, rules: sequence.rules }
}

class Sequence {
  readonly steps: SessionStep[] = []
  readonly rules = new Set<CheckedRule>()
  readonly #own: SequenceItem[] = []
  readonly #answers = new Map<number, Json>()
  readonly #live: SessionWorld
  readonly #roll: Roll
  readonly #graph: Graph

  constructor(live: SessionWorld, dice: Roll, graph: Graph) {
    this.#live = live
    this.#roll = dice
    this.#graph = graph
  }

  /**
   * Adds a request to the write sequence and lets the reference answer the request. Returns true if the answer is
   * successful. Adds nothing and returns false if a value that the request needs does not exist.
   */
  add(step: Omit<SessionStep, 'number'>, own?: (number: number) => SequenceItem): boolean {
    const numbered = { ...step, number: this.steps.length + 1 }
    const request = fillMarkers(numbered, (marker) => this.#valueOf(marker))
    if (request === undefined) return false
    this.steps.push(numbered)
    const { answer, rules } = this.#live.ask(stepRequest(request))
    for (const rule of rules) this.rules.add(rule)
    this.#answers.set(numbered.number, answer.body)
    const isDone = answer.status < 300
    if (isDone && own !== undefined) this.#own.push(own(numbered.number))
    return isDone
  }

  #valueOf(marker: string): Json | undefined {
    if (marker === 'new') return 'new'
    const source = sourceOf(marker)
    if (source !== undefined) return valueAt(this.#answers.get(source.step), source.pointer)
    const named = rowOf(marker)
    const row = named === undefined ? undefined : this.#live.graph().tables.get(named.uid)?.byId.get(named.id)
    return named?.isId === true ? row?.id : row?.documentId
  }

  create({ type, token }: Writable): void {
    const url = `${this.#graph.settings.prefix}/${type.pluralName}`
    this.#write('POST', url, { type, token }, (number) => ({
      ...{ kind: 'document', uid: type.uid, type, token, marker: `«${number}/data/documentId»`, number },
    }))
  }

  /** Adds a request to the write sequence that changes or deletes an earlier document, or creates another document. */
  next(types: readonly Writable[], first: Writable): void {
    const documents = this.#own.flatMap((own) => (own.kind === 'document' ? [own] : []))
    const linked = types.filter(({ type }) => this.#isLinked(first.type, type))
    if (documents.length === 0 || this.#roll.chance(30))
      return this.create(this.#roll.pick([first, ...linked, ...linked]))
    const one = this.#roll.pick(documents)
    const path = `${this.#graph.settings.prefix}/${one.type.pluralName}/${one.marker}`
    if (!this.#roll.chance(18)) return this.#write('PUT', path, one)
    const query = one.type.localized && this.#roll.chance(50) ? `?locale=${this.#locale()}` : ''
    this.add({ ...tokenPart(one.token), method: 'DELETE', url: `${path}${query}`, headers: {} })
  }

  #isLinked(one: ContentType, other: ContentType): boolean {
    return [...one.attributes.values()].some(
      (attribute) => attribute.kind === 'relation' && attribute.target === other.uid,
    )
  }

  #write(
    method: 'POST' | 'PUT',
    path: string,
    { type, token }: Writable,
    own?: (number: number) => SequenceItem,
  ): void {
    const context: BodyContext = {
      ...{ graph: this.#graph, roll: this.#roll, own: this.#own, isNew: method === 'POST' },
      componentAt: (uid) => this.#components(uid),
    }
    const data: Body = bodyFor(type, context)
    const query = this.#query(type)
    const url = query.length === 0 ? path : `${path}?${query.join('&')}`
    const headers = { 'content-type': 'application/json' }
    this.add({ ...tokenPart(token), method, url, headers, json: { data } }, own)
  }

  #query({ draftAndPublish, localized, attributes }: ContentType): readonly string[] {
    const dice = this.#roll
    const query: string[] = []
    if (draftAndPublish && dice.chance(50)) query.push(`status=${dice.pick(['draft', 'published'])}`)
    if (localized && dice.chance(40)) query.push(`locale=${this.#locale()}`)
    if (dice.chance(45)) query.push('populate=*')
    else if (dice.chance(10)) {
      const scalars = [...attributes.values()].filter((one) => one.kind === 'scalar' && !one.private)
      if (scalars.length > 0) query.push(`fields[0]=${dice.pick(scalars).name}`)
    }
    if (dice.chance(2)) query.push(dice.pick(['populate=nothing', 'filters[nope]=1', 'status=other']))
    return query
  }

  #locale(): string {
    return this.#roll.pick(this.#graph.locales.codes.map(({ code }) => code))
  }

  /** Returns the markers of the component ids in the attribute `name` of the answers so far. */
  #components(name: string): readonly string[] {
    return [...this.#answers].flatMap(([number, body]) =>
      [`/data/${name}/id`, `/data/${name}/0/id`].flatMap((pointer) =>
        valueAt(body, pointer) === undefined ? [] : [`«${number}${pointer}»`],
      ),
    )
  }
}

const tokenPart = (token: string | null): Pick<SessionStep, 'token'> => (token === null ? {} : { token })

/**
 * Returns a read whose answer shows a media file of the dataset, so that later writes can link the file. Returns
 * undefined for a type without media, if no such read exists, and otherwise at random.
 */
function fileStep(
  { type, token }: Writable,
  { tables, schema, settings }: Graph,
  dice: Roll,
):
  | { readonly step: Omit<SessionStep, 'number'>; readonly own: (number: number) => SequenceItem }
  | undefined {
  const hasFiles = [...type.attributes.values()].some(({ kind }) => kind === 'media')
  if (!hasFiles || !dice.chance(35)) return undefined
  const shown = [...schema.contentTypes.values()].flatMap((one) => {
    if (!one.uid.startsWith('api::') || one.kind !== 'collectionType' || one.draftAndPublish || one.localized)
      return []
    return [...one.attributes.values()].flatMap((attribute) => {
      const isFile = attribute.kind === 'media' && !attribute.many && !attribute.private
      const rows = isFile ? (tables.get(one.uid)?.rows ?? []) : []
      const row = rows.find(({ links }) => (links[attribute.name]?.length ?? 0) > 0)
      return row === undefined ? [] : [{ one, attribute, row }]
    })
  })
  const [found] = shown
  if (found === undefined) return undefined
  const { one, attribute, row } = found
  const path = `${settings.prefix}/${one.pluralName}/«${one.uid} ${row.id}»`
  const url = `${path}?fields[0]=documentId&populate[${attribute.name}][fields][0]=name`
  return {
    step: { ...tokenPart(token), method: 'GET', url, headers: {} },
    own: (number) => ({ kind: 'file', marker: `«${number}/data/${attribute.name}/id»` }),
  }
}
