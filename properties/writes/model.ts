/**
 * A law that compares sequences of writes with a model: a map of documents with the content of their draft and
 * published row. The model shares no code with the reference implementation.
 */
import { deepEqual, equal } from 'node:assert/strict'
import * as fc from 'fast-check'
import { firstState, type WritingState } from '../../src/writing/index.ts'
import { load } from '../arbitraries/world.ts'
import { type WriteTrial, writeLaw } from './write-law.ts'

/**
 * A schema with two types: notes with draft & publish link to tags without draft & publish. The inverse side lists the
 * notes of a tag.
 */
const SCHEMA = {
  contentTypes: {
    note: {
      info: { singularName: 'note', pluralName: 'notes' },
      options: { draftAndPublish: true },
      attributes: {
        title: { type: 'string' },
        rank: { type: 'integer', default: 7 },
        tags: { type: 'relation', relation: 'manyToMany', target: 'api::tag.tag', inversedBy: 'notes' },
      },
    },
    tag: {
      info: { singularName: 'tag', pluralName: 'tags' },
      options: {},
      attributes: {
        name: { type: 'string' },
        notes: { type: 'relation', relation: 'manyToMany', target: 'api::note.note', mappedBy: 'tags' },
      },
    },
  },
}

interface NoteVersion {
  readonly title: string | null
  readonly rank: number | null
  /** The documentIds of the tags that the note links. */
  readonly tags: readonly string[]
}

interface NotesModel {
  readonly notes: Map<string, { draft: NoteVersion; published: NoteVersion | undefined }>
  readonly tags: Map<string, string>
}

interface Real {
  readonly trial: WriteTrial
  state: WritingState
}

type NoteStatus = 'draft' | 'published'

/** A change of a note; an undefined member leaves the value of the note unchanged. */
interface NoteChange {
  readonly title: string | undefined
  readonly rank: number | null | undefined
}

const bytes = (data: object): Uint8Array => new TextEncoder().encode(JSON.stringify({ data }))
const headers = { 'content-type': 'application/json' }

/** Sends a write, checks the status of the answer and returns the documentId of the written document. */
function written(real: Real, method: string, url: string, data: object | undefined, status: number): string {
  const made = real.trial.subject.write(real.state, {
    method,
    url,
    headers,
    ...(data === undefined ? {} : { body: bytes(data) }),
  })
  equal(made?.answer.status, status, `${method} ${url} ${JSON.stringify(data)}: ${made?.answer.body}`)
  if (made === undefined) return ''
  if (status >= 400) equal(made.state === real.state, true, `the refused ${method} ${url} changes something`)
  real.state = made.state
  return status < 204 ? JSON.parse(made.answer.body).data.documentId : ''
}

const picked = <T>(items: Iterable<T>, at: number): T | undefined => {
  const all = [...items]
  return all.length === 0 ? undefined : all[at % all.length]
}

/** Throws an error unless the answers show the same notes and tags as the model. */
function compare({ notes, tags }: NotesModel, { state: { graph }, trial }: Real): void {
  const api = trial.subject.createApi(graph)
  const read = (url: string) => JSON.parse(api.answer({ url }).body).data
  for (const status of ['draft', 'published'] as const) {
    const expected = [...notes].flatMap(([documentId, versions]) => {
      const version = versions[status]
      return version === undefined ? [] : [[documentId, version] as const]
    })
    const found = read(`/api/notes?status=${status}&populate=tags&pagination[pageSize]=100`)
    const explained = found.map((note: Record<string, unknown>) => [
      note['documentId'],
      {
        title: note['title'],
        rank: note['rank'],
        tags: (note['tags'] as { documentId: string }[]).map(({ documentId }) => documentId),
      },
    ])
    deepEqual(new Map(explained), new Map(expected))
    const counted = read(`/api/tags?status=${status}&populate[notes][fields]=title&pagination[pageSize]=100`)
    const holders = counted.map((tag: Record<string, unknown>) => [
      tag['documentId'],
      [tag['name'], new Set((tag['notes'] as { documentId: string }[]).map(({ documentId }) => documentId))],
    ])
    const held = [...tags].map(([tag, name]) => {
      const holding = expected.filter(([, version]) => version.tags.includes(tag)).map(([id]) => id)
      return [tag, [name, new Set(holding)]] as const
    })
    deepEqual(new Map(holders), new Map(held))
  }
}

type ModelCommand = fc.Command<NotesModel, Real>

const step = (
  name: string,
  check: ModelCommand['check'],
  run: (model: NotesModel, real: Real) => void,
): ModelCommand => ({
  check,
  run: (model, real) => {
    run(model, real)
    compare(model, real)
  },
  toString: () => name,
})

const always = (): boolean => true
const hasNotes = ({ notes }: Readonly<NotesModel>): boolean => notes.size > 0
const hasTags = ({ tags }: Readonly<NotesModel>): boolean => tags.size > 0

const withStatus = (
  versions: { draft: NoteVersion; published: NoteVersion | undefined },
  status: NoteStatus,
): void => {
  if (status === 'published') versions.published = versions.draft
}

const bodyOf = ({ title, rank }: NoteChange): Record<string, unknown> => ({
  ...(title === undefined ? {} : { title }),
  ...(rank === undefined ? {} : { rank }),
})

const create = (change: NoteChange, status: NoteStatus): ModelCommand =>
  step(`create ${JSON.stringify(change)} ${status}`, always, ({ notes }, real) => {
    const id = written(real, 'POST', `/api/notes?status=${status}`, bodyOf(change), 201)
    const { title = null, rank = 7 } = change
    const versions = { draft: { title, rank, tags: [] }, published: undefined }
    withStatus(versions, status)
    equal(notes.has(id), false)
    notes.set(id, versions)
  })

const update = (at: number, change: NoteChange, status: NoteStatus): ModelCommand =>
  step(`update ${at} ${JSON.stringify(change)} ${status}`, hasNotes, ({ notes }, real) => {
    const [id, versions] = picked(notes, at) ?? []
    if (id === undefined || versions === undefined) return
    written(real, 'PUT', `/api/notes/${id}?status=${status}`, bodyOf(change), 200)
    const { title = versions.draft.title, rank = versions.draft.rank } = change
    versions.draft = { ...versions.draft, title, rank }
    withStatus(versions, status)
  })

const connect = (at: number, tagsAt: readonly number[], status: NoteStatus): ModelCommand =>
  step(
    `connect ${at} ${tagsAt} ${status}`,
    (model) => hasNotes(model) && hasTags(model),
    ({ notes, tags }, real) => {
      const [id, versions] = picked(notes, at) ?? []
      if (id === undefined || versions === undefined) return
      const named = [...new Set(tagsAt.flatMap((one) => picked(tags.keys(), one) ?? []))]
      written(real, 'PUT', `/api/notes/${id}?status=${status}`, { tags: { connect: named } }, 200)
      const others = versions.draft.tags.filter((tag) => !named.includes(tag))
      versions.draft = { ...versions.draft, tags: [...others, ...named] }
      withStatus(versions, status)
    },
  )

const disconnect = (at: number, tagAt: number, status: NoteStatus): ModelCommand =>
  step(
    `disconnect ${at} ${tagAt} ${status}`,
    (model) => hasNotes(model) && hasTags(model),
    ({ notes, tags }, real) => {
      const [id, versions] = picked(notes, at) ?? []
      const tag = picked(tags.keys(), tagAt)
      if (id === undefined || versions === undefined) return
      written(real, 'PUT', `/api/notes/${id}?status=${status}`, { tags: { disconnect: [tag] } }, 200)
      versions.draft = { ...versions.draft, tags: versions.draft.tags.filter((one) => one !== tag) }
      withStatus(versions, status)
    },
  )

const set = (at: number, tagsAt: readonly number[], status: NoteStatus): ModelCommand =>
  step(`set ${at} ${tagsAt} ${status}`, hasNotes, ({ notes, tags }, real) => {
    const [id, versions] = picked(notes, at) ?? []
    if (id === undefined || versions === undefined) return
    const named = [...new Set(tagsAt.flatMap((one) => picked(tags.keys(), one) ?? []))]
    written(real, 'PUT', `/api/notes/${id}?status=${status}`, { tags: named }, 200)
    versions.draft = { ...versions.draft, tags: named }
    withStatus(versions, status)
  })

const remove = (at: number): ModelCommand =>
  step(`delete ${at}`, hasNotes, ({ notes }, real) => {
    const [id = ''] = picked(notes, at) ?? []
    written(real, 'DELETE', `/api/notes/${id}`, undefined, 204)
    notes.delete(id)
  })

const createTag = (name: string): ModelCommand =>
  step(`create tag ${name}`, always, ({ tags }, real) => {
    tags.set(written(real, 'POST', '/api/tags', { name }, 201), name)
  })

const removeTag = (at: number): ModelCommand =>
  step(`delete tag ${at}`, hasTags, ({ notes, tags }, real) => {
    const gone = picked(tags.keys(), at) ?? ''
    written(real, 'DELETE', `/api/tags/${gone}`, undefined, 204)
    tags.delete(gone)
    const without = (version: NoteVersion): NoteVersion => ({
      ...version,
      tags: version.tags.filter((tag) => tag !== gone),
    })
    for (const versions of notes.values()) {
      versions.draft = without(versions.draft)
      if (versions.published !== undefined) versions.published = without(versions.published)
    }
  })

const refused = (at: number, data: object): ModelCommand =>
  step(`refused ${at} ${JSON.stringify(data)}`, hasNotes, ({ notes }, real) => {
    const [id = ''] = picked(notes, at) ?? []
    written(real, 'PUT', `/api/notes/${id}`, data, 400)
  })

const at = fc.nat({ max: 20 })
const statuses = fc.constantFrom<NoteStatus>('draft', 'published')
const changes = fc.record({
  title: fc.option(fc.string({ maxLength: 5 }), { nil: undefined }),
  rank: fc.option(fc.option(fc.integer({ min: -5, max: 5 })), { nil: undefined }),
})
const several = fc.array(at, { maxLength: 3 })
const WRONG = [{ nope: 1 }, { rank: 'many' }, { tags: { connect: ['nobody'] } }, { title: 5 }, { id: 1 }]

const commands = fc.commands(
  [
    fc.tuple(changes, statuses).map(([change, status]) => create(change, status)),
    fc.tuple(at, changes, statuses).map(([one, change, status]) => update(one, change, status)),
    fc.tuple(at, several, statuses).map(([one, tags, status]) => connect(one, tags, status)),
    fc.tuple(at, at, statuses).map(([one, tag, status]) => disconnect(one, tag, status)),
    fc.tuple(at, several, statuses).map(([one, tags, status]) => set(one, tags, status)),
    at.map((one) => update(one, { title: undefined, rank: undefined }, 'published')),
    at.map(remove),
    fc.constantFrom('red', 'green', 'blue').map(createTag),
    at.map(removeTag),
    fc.tuple(at, fc.constantFrom(...WRONG)).map(([one, data]) => refused(one, data)),
  ],
  { maxCommands: 40, size: 'max' },
)

export const modelled = writeLaw(
  {
    id: 'writes.model',
    says:
      'After a create, the documents equal those of a map that models the server. ' +
      'After an update, the documents equal those of the map that models the server. ' +
      'After a `connect`, the documents equal those of the map that models the server. ' +
      'After a `disconnect`, the documents equal those of the map that models the server. ' +
      'After a `set`, the documents equal those of the map that models the server. ' +
      'After a publish, the documents equal those of the map that models the server. ' +
      'After a delete, the documents equal those of the map that models the server. ' +
      'After a refused write, the documents equal those of the map that models the server.',
    sees: ['run'],
  },
  commands,
  (trial, sequence) => {
    const state = firstState(load(SCHEMA))
    fc.modelRun(() => ({ model: { notes: new Map(), tags: new Map() }, real: { state, trial } }), sequence)
    trial.see('run')
    return undefined
  },
)
