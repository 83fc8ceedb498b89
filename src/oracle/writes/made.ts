/** What sessions make in a target, and taking it away again: also when the run is ended, or has failed. */
import type { Graph } from '../../reference/graph/graph.ts'
import type { ContentType } from '../../reference/schema/schema.ts'
import type { Guarded } from '../target/guard.ts'
import type { Answer, WireRequest } from '../target/target.ts'
import { type Tokens, withTokens } from '../target/wire.ts'
import { tokenFor } from './access.ts'
import { foundIn, type Sought, seekingQuery } from './sought.ts'

/** A document that was made, in the names of the target. */
interface Made {
  readonly type: ContentType
  /** Where it is read and taken away, without a query. */
  readonly path: string
}

export interface Keeper {
  /** A document of a type was made, or a single one where it has no name. */
  readonly note: (type: ContentType, documentId: string | null) => void
  /** Something was sent that may have made a document of which nobody was told: by what it is looked for, if by anything. */
  readonly noteUnknown: (request: WireRequest, sought?: Sought) => void
  /** Takes away all that was noted since the last time, the newest first. */
  readonly clear: () => Promise<void>
  /** Looks once more whether everything is gone, and takes away what is not. */
  readonly clearFinally: () => Promise<void>
  /** What could not be taken away, or may be there: paths. */
  readonly left: () => readonly string[]
  readonly made: () => number
}

interface Asking {
  readonly graph: Graph
  readonly target: Guarded
  readonly tokens: Tokens
  readonly isKnown: (token: string) => boolean
}

/** So many that cannot be taken away in a row, and no more is tried before the end. */
const MOST_IN_VAIN = 3

export function createKeeper(asking: Asking): Keeper {
  const { graph } = asking
  const all = new Map<string, Made>()
  const open = new Set<string>()
  const left = new Set<string>()
  const unknown = new Set<string>()
  const seeking = new Map<string, Sought>()
  /** Notes what is found; nothing is left of what is looked for and not there. */
  const seek = async (note: Keeper['note']): Promise<void> => {
    for (const [sent, sought] of seeking) {
      const found = await foundBy(asking, sought)
      for (const documentId of found ?? []) note(sought.type, documentId)
      if (found === undefined) unknown.add(sent)
      else unknown.delete(sent)
    }
  }
  const remove = async (path: string, made: Made): Promise<void> => {
    const isGone = await deleted(asking, made, isAll(made) ? ['locale=*'] : [''])
    if (isGone) left.delete(path)
    else left.add(path)
  }
  const note: Keeper['note'] = (type, documentId) => {
    const { prefix } = graph.settings
    const path =
      documentId === null
        ? `${prefix}/${type.singularName}`
        : `${prefix}/${type.pluralName}/${encodeURIComponent(documentId)}`
    all.set(path, { type, path })
    open.add(path)
  }
  return {
    note,
    noteUnknown: ({ method, url }, sought) => {
      const sent = `${method} ${url}${sought === undefined ? '' : ` with ${sought.attribute} ${sought.text}`}`
      if (sought === undefined) unknown.add(sent)
      else seeking.set(sent, sought)
    },
    clear: async () => {
      await seek(note)
      for (const path of [...open].reverse()) {
        const made = all.get(path)
        if (made !== undefined && left.size < MOST_IN_VAIN) await remove(path, made)
        else left.add(path)
        open.delete(path)
      }
    },
    clearFinally: async () => {
      // What was not there at once may have come later.
      await seek(note)
      let inVain = 0
      for (const [path, made] of [...all].reverse()) {
        if (inVain >= MOST_IN_VAIN) {
          left.add(path)
          continue
        }
        const isGone = (await isAbsent(asking, made)) || (await removedByLocale(asking, made))
        if (isGone) left.delete(path)
        else left.add(path)
        inVain = isGone ? 0 : inVain + 1
      }
    },
    left: () => [...left, ...unknown],
    made: () => all.size,
  }
}

const isAll = ({ type }: Made): boolean => type.localized

/** Whether every DELETE was answered as one that has been carried out. */
async function deleted(asking: Asking, made: Made, queries: readonly string[]): Promise<boolean> {
  let isDone = true
  for (const query of queries) {
    const answer = await ask(asking, made, 'DELETE', query, ['delete'])
    isDone &&= answer !== undefined && answer < 300
  }
  return isDone
}

/** The documents that are found by a text; undefined where nobody tells. */
async function foundBy(asking: Asking, sought: Sought): Promise<readonly string[] | undefined> {
  const { type } = sought
  const made: Made = { type, path: `${asking.graph.settings.prefix}/${type.pluralName}` }
  const body = await answered(asking, made, 'GET', seekingQuery(sought), ['find'])
  return body?.status === 200 ? foundIn(body.body, sought) : undefined
}

/** Drafts are there of all that is there, and a published row without one is looked for too. */
async function isAbsent(asking: Asking, made: Made): Promise<boolean> {
  const { draftAndPublish, localized } = made.type
  const statuses = draftAndPublish ? ['status=draft', 'status=published'] : ['']
  const codes = asking.graph.locales.codes.map(({ code }) => `locale=${encodeURIComponent(code)}`)
  for (const status of statuses) {
    for (const locale of localized ? codes : ['']) {
      const query = [status, locale].filter(Boolean).join('&')
      if ((await ask(asking, made, 'GET', query, ['find', 'findOne'])) !== 404) return false
    }
  }
  return true
}

/** A target may know no locale that stands for all of them. */
async function removedByLocale(asking: Asking, made: Made): Promise<boolean> {
  const codes = asking.graph.locales.codes.map(({ code }) => `locale=${encodeURIComponent(code)}`)
  await deleted(asking, made, made.type.localized ? ['locale=*', ...codes, ''] : [''])
  return isAbsent(asking, made)
}

type Actions = NonNullable<Parameters<typeof tokenFor>[3]>

/** The status that was answered; undefined where nothing was. */
const ask = async (
  asking: Asking,
  made: Made,
  method: string,
  query: string,
  actions: Actions,
): Promise<number | undefined> => (await answered(asking, made, method, query, actions))?.status

async function answered(
  { graph, target, tokens, isKnown }: Asking,
  { type, path }: Made,
  method: string,
  query: string,
  actions: Actions,
): Promise<Answer | undefined> {
  const token = tokenFor(graph, type, isKnown, actions) ?? null
  const headers = token === null ? {} : { authorization: `Bearer ${token}` }
  const url = query === '' ? path : `${path}?${query}`
  const outcome = await target.askAfterEnd(withTokens({ method, url, headers }, tokens))
  return outcome.kind === 'answered' ? outcome.answer : undefined
}
