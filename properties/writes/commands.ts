/** Generates writes as commands of a model-based test: create, update, publish, link and delete, followed by reads. */
import { isDeepStrictEqual } from 'node:util'
import * as fc from 'fast-check'
import type { Graph } from '../../src/reference/graph/graph.ts'
import type { ContentType, RelationAttribute } from '../../src/reference/schema/schema.ts'
import { isList, isObject, type JsonObject } from '../../src/util/json.ts'
import { modelsOf } from '../../src/writing/index.ts'
import { type Dice, dice, roll } from '../arbitraries/dice.ts'
import { member } from '../laws/replies.ts'
import { bodyFor, comparedOf, isWritable } from './body.ts'
import {
  documentAt,
  removeDocument,
  setLinks,
  setVersion,
  type WrittenDocument,
  type WrittenDocuments,
  type WrittenValues,
  type WrittenVersion,
} from './documents.ts'
import { linkChange } from './link-change.ts'
import { expectGone, expectTotals, totalsOf } from './lists.ts'
import { command, send, urlOf, type WriteCommand, type WriteTarget } from './target.ts'

type NamedDocument = WrittenDocument & { readonly documentId: string }

/** The data that all commands share: the graph, its writable types and the counter of unique values. */
interface CommandKit {
  readonly graph: Graph
  readonly types: readonly ContentType[]
  readonly next: () => number
}

export interface WriteCommandSettings {
  /** The maximum number of commands in a sequence; 20 by default. */
  readonly maxCommands?: number
  /**
   * The text `replayPath` from the printed counterexample. Together with `seed` and `path` of `fc.assert`, the text
   * `replayPath` repeats a failure.
   */
  readonly replayPath?: string
}

/**
 * Generates sequences of writes for the collection types of a graph, for `fc.asyncModelRun`. The commands check that a
 * created document can be read, that an update changes only the named attributes, and that publishing leaves the draft
 * unchanged. The commands also check that links move to their new owner, and that a deleted document is absent from
 * all answers. The first command of a sequence creates a document, and every command writes.
 *
 * ```ts
 * await fc.assert(
 *   fc.asyncProperty(writeCommands(graph), async (commands) => {
 *     await fc.asyncModelRun(() => ({ model: writtenDocuments(), real: { server } }), commands)
 *   }),
 * )
 * ```
 *
 * A failure prints `seed` and `path` for `fc.assert`, and `replayPath` for `writeCommands`.
 *
 * @throws RangeError if `isWritable` is false for all types of the graph.
 */
export function writeCommands(
  graph: Graph,
  { maxCommands = 20, replayPath }: WriteCommandSettings = {},
): fc.Arbitrary<Iterable<WriteCommand>> {
  const types = [...graph.schema.contentTypes.values()].filter((type) => isWritable(graph, type))
  if (types.length === 0)
    throw new RangeError('no collection type of the graph has an attribute that can be written and compared')
  // Unique values start at the current time, so they differ from those of earlier runs on the same server.
  let count = Date.now() % 1_000_000_000
  const kit: CommandKit = { graph, types, next: () => count++ }
  const at = fc.nat({ max: 99 })
  const throws = dice(60)
  const creates = fc.tuple(at, throws, fc.boolean()).map((all) => create(kit, ...all))
  const orCreate = (steps: fc.Arbitrary<WriteStep>): fc.Arbitrary<WriteCommand> =>
    fc.tuple(steps, creates).map(([step, instead]) => commandOf(step, instead))
  return fc.commands(
    [
      creates.map((step) => commandOf(step, step)),
      orCreate(fc.tuple(at, throws, fc.boolean()).map((all) => update(kit, ...all))),
      orCreate(
        fc.tuple(fc.tuple(at, at, at), fc.array(at, { maxLength: 3 })).map((all) => link(kit, ...all)),
      ),
      orCreate(at.map((one) => publish(kit, one))),
      orCreate(at.map((one) => remove(kit, one))),
    ],
    { maxCommands, size: 'max', ...(replayPath === undefined ? {} : { replayPath }) },
  )
}

/** A step of a sequence of commands: a write, and the reads that show its effect. */
interface WriteStep {
  readonly name: string
  /** Returns whether the model has a document that the step can write. */
  readonly check: (model: Readonly<WrittenDocuments>) => boolean
  readonly run: (model: WrittenDocuments, target: WriteTarget) => Promise<void>
}

/** Makes the command of a step. The command runs `instead` if the model has no document that the step can write. */
const commandOf = (step: WriteStep, instead: WriteStep): WriteCommand =>
  command(
    step.name,
    () => true,
    (model, target) => (step.check(model) ? step : instead).run(model, target),
  )

function create(kit: CommandKit, at: number, throws: Dice, isPublished: boolean): WriteStep {
  const { graph, types, next } = kit
  const type = types[at % types.length]
  if (type === undefined) throw new RangeError('the graph has no type that a command can write')
  const body = bodyFor(graph, type, roll(throws), { isPart: false, next })
  return {
    name: `create ${type.singularName} ${JSON.stringify(body)}`,
    check: () => true,
    run: async (model, target) => {
      const before = await totalsOf(graph, type, target)
      const sent = await send(target, 'POST', urlOf(graph, type, '', isPublished), body, [201])
      const documentId = String(member(member(sent, 'data'), 'documentId'))
      if (model.documents.has(documentId)) throw new Error(`two documents have the documentId ${documentId}`)
      const version: WrittenVersion = { values: { ...defaultsOf(graph, type), ...body }, links: {} }
      setVersion(model, documentId, type, version, isPublished)
      await expectTotals(graph, type, target, before, [1, isPublished ? 1 : 0])
      await compare(kit, model, target)
    },
  }
}

function update(kit: CommandKit, at: number, throws: Dice, isPublished: boolean): WriteStep {
  return {
    name: `update ${at} with ${throws.length} dice${isPublished ? ', published' : ''}`,
    check: isAny,
    run: async (model, target) => {
      const found = documentAt(model, at)
      if (found === undefined) return
      const { type, documentId, draft } = found
      const body = bodyFor(kit.graph, type, roll(throws), { isPart: true, next: kit.next })
      await send(target, 'PUT', urlOf(kit.graph, type, documentId, isPublished), body, [200])
      setVersion(model, documentId, type, { ...draft, values: { ...draft.values, ...body } }, isPublished)
      await compare(kit, model, target)
    },
  }
}

function publish(kit: CommandKit, at: number): WriteStep {
  const isDraft = ({ type }: WrittenDocument): boolean => type.draftAndPublish
  return {
    name: `publish ${at}`,
    check: (model) => documentAt(model, at, isDraft) !== undefined,
    run: async (model, target) => {
      const found = documentAt(model, at, isDraft)
      if (found === undefined) return
      await send(target, 'PUT', urlOf(kit.graph, found.type, found.documentId, true), {}, [200])
      setVersion(model, found.documentId, found.type, found.draft, true)
      await compare(kit, model, target)
    },
  }
}

function link(
  kit: CommandKit,
  [at, which, how]: readonly [number, number, number],
  targets: readonly number[],
): WriteStep {
  const fits = ({ type }: WrittenDocument): boolean => linksOf(kit, type).length > 0
  return {
    name: `link ${at} by ${which} to ${targets.join()}, way ${how % 4}`,
    check: (model) => documentAt(model, at, fits) !== undefined,
    run: async (model, target) => {
      const owner = documentAt(model, at, fits)
      const all = owner === undefined ? [] : linksOf(kit, owner.type)
      const attribute = all[which % all.length]
      if (owner === undefined || attribute === undefined) return
      const { name: to, many } = attribute
      const ids = targets.flatMap(
        (one) => documentAt(model, one, ({ type }) => type.uid === attribute.target)?.documentId ?? [],
      )
      const { body, links } = linkChange(how, owner.draft.links[to] ?? [], ids, many)
      await send(target, 'PUT', urlOf(kit.graph, owner.type, owner.documentId, false), { [to]: body }, [200])
      setLinks(model, owner, to, links, isOwned(kit.graph, owner.type, attribute))
      await compare(kit, model, target)
    },
  }
}

function remove(kit: CommandKit, at: number): WriteStep {
  return {
    name: `delete ${at}`,
    check: isAny,
    run: async (model, target) => {
      const found = documentAt(model, at)
      if (found === undefined) return
      const { type, documentId, published } = found
      const before = await totalsOf(kit.graph, type, target)
      await send(target, 'DELETE', urlOf(kit.graph, type, documentId), undefined, [204])
      await expectGone(kit.graph, type, documentId, target)
      await expectTotals(kit.graph, type, target, before, [-1, published === undefined ? 0 : -1])
      removeDocument(model, documentId)
      await compare(kit, model, target)
    },
  }
}

/**
 * Deletes the documents that the commands wrote, for a server that also has other data. Call `removeWritten` in
 * `finally`, so that it also runs after a failure.
 *
 * ```ts
 * const model = writtenDocuments()
 * try {
 *   await fc.asyncModelRun(() => ({ model, real: { server } }), commands)
 * } finally {
 *   await removeWritten(graph, model, { server })
 * }
 * ```
 */
export async function removeWritten(
  graph: Graph,
  model: WrittenDocuments,
  target: WriteTarget,
): Promise<void> {
  for (const [documentId, { type }] of model.documents)
    await send(target, 'DELETE', urlOf(graph, type, documentId), undefined, [204, 404])
  model.documents.clear()
}

const isAny = ({ documents }: Readonly<WrittenDocuments>): boolean => documents.size > 0

const defaultsOf = (graph: Graph, type: ContentType): WrittenValues =>
  Object.fromEntries(
    comparedOf(graph, type).map(({ attribute, default: usual = null }) => [attribute.name, usual]),
  )

/**
 * Returns the relations whose written links come back unchanged: type and target agree in draft & publish and locales.
 * The function returns one side of a two-sided relation, because a write to either side changes both sides.
 */
function linksOf({ graph, types }: CommandKit, type: ContentType): readonly RelationAttribute[] {
  return [...type.attributes.values()].filter((attribute): attribute is RelationAttribute => {
    if (attribute.kind !== 'relation' || attribute.via !== 'stored' || attribute.private) return false
    const target = types.find(({ uid }) => uid === attribute.target)
    const isKnown = modelsOf(graph).get(type.uid)?.attributes.get(attribute.name)?.cardinality !== undefined
    const areAlike =
      target?.draftAndPublish === type.draftAndPublish &&
      target.localized === type.localized &&
      target !== type
    const isFirstSide =
      attribute.inverse === null ||
      `${type.uid} ${attribute.name}` < `${attribute.target} ${attribute.inverse}`
    return isKnown && areAlike && isFirstSide
  })
}

/** Returns whether a target of the relation may have only one linking entry; a new link then replaces the old link. */
function isOwned(graph: Graph, type: ContentType, { name, inverse }: RelationAttribute): boolean {
  const cardinality = modelsOf(graph).get(type.uid)?.attributes.get(name)?.cardinality
  return inverse !== null && (cardinality === 'oneToOne' || cardinality === 'oneToMany')
}

/** Reads every written document as draft and as published entry, and compares each answer with the model. */
async function compare(kit: CommandKit, model: WrittenDocuments, target: WriteTarget): Promise<void> {
  for (const [documentId, document] of model.documents) {
    await compareVersion(kit, target, { ...document, documentId }, false)
    if (document.type.draftAndPublish) await compareVersion(kit, target, { ...document, documentId }, true)
  }
}

async function compareVersion(
  kit: CommandKit,
  target: WriteTarget,
  { type, documentId, draft, published }: NamedDocument,
  isPublished: boolean,
): Promise<void> {
  const version = isPublished ? published : draft
  const links = isPublished ? [] : linksOf(kit, type)
  const query = links.map(({ name }) => `populate[${name}][fields][0]=documentId`).join('&')
  const url = urlOf(kit.graph, type, documentId, isPublished)
  const full = query === '' ? url : `${url}${url.includes('?') ? '&' : '?'}${query}`
  const read = await send(target, 'GET', full, undefined, [version === undefined ? 404 : 200])
  const entry = member(read, 'data')
  if (version === undefined || !isObject(entry)) return
  const names = comparedOf(kit.graph, type).map(({ attribute }) => attribute.name)
  const wrong =
    names.find((name) => !isDeepStrictEqual(entry[name], version.values[name] ?? null)) ??
    links
      .map(({ name }) => name)
      .find((name) => !isDeepStrictEqual(idsIn(entry, name), sorted(version.links[name])))
  if (wrong === undefined) return
  const wanted = wrong in version.values ? version.values[wrong] : (version.links[wrong] ?? [])
  throw new Error(
    `GET ${full}\n${wrong} is ${JSON.stringify(entry[wrong])}\nexpected ${JSON.stringify(wanted)}`,
  )
}

const sorted = (ids: readonly string[] = []): readonly string[] => ids.toSorted()
function idsIn(entry: JsonObject, name: string): readonly string[] {
  const value = entry[name] ?? null
  const linked = isList(value) ? value : [value]
  return sorted(linked.flatMap((one) => (isObject(one) ? [String(one.documentId)] : [])))
}
