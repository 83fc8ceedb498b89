/** What sessions make in a target, and taking it away again: also when the run is ended, or has failed. */
import type { Graph } from '../../reference/graph/graph.ts'
import type { ContentType } from '../../reference/schema/schema.ts'
import type { Guarded } from '../target/guard.ts'
import type { WireRequest } from '../target/target.ts'
import { type Tokens, withTokens } from '../target/wire.ts'
import { tokenFor } from './access.ts'

/** A document that was made, in the names of the target. */
interface Made {
  readonly type: ContentType
  /** Where it is read and taken away, without a query. */
  readonly path: string
}

export interface Keeper {
  /** A document of a type was made, or a single one where it has no name. */
  readonly note: (type: ContentType, documentId: string | null) => void
  /** Something was sent that may have made a document of which nobody was told. */
  readonly noteUnknown: (request: WireRequest) => void
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
  const remove = async (path: string, made: Made): Promise<void> => {
    const isGone = await deleted(asking, made, isAll(made) ? ['locale=*'] : [''])
    if (isGone) left.delete(path)
    else left.add(path)
  }
  return {
    note: (type, documentId) => {
      const { prefix } = graph.settings
      const path =
        documentId === null
          ? `${prefix}/${type.singularName}`
          : `${prefix}/${type.pluralName}/${encodeURIComponent(documentId)}`
      all.set(path, { type, path })
      open.add(path)
    },
    noteUnknown: ({ method, url }) => unknown.add(`${method} ${url}`),
    clear: async () => {
      for (const path of [...open].reverse()) {
        const made = all.get(path)
        if (made !== undefined && left.size < MOST_IN_VAIN) await remove(path, made)
        else left.add(path)
        open.delete(path)
      }
    },
    clearFinally: async () => {
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

/** The status that was answered; undefined where nothing was. */
async function ask(
  { graph, target, tokens, isKnown }: Asking,
  { type, path }: Made,
  method: string,
  query: string,
  actions: NonNullable<Parameters<typeof tokenFor>[3]>,
): Promise<number | undefined> {
  const token = tokenFor(graph, type, isKnown, actions) ?? null
  const headers = token === null ? {} : { authorization: `Bearer ${token}` }
  const url = query === '' ? path : `${path}?${query}`
  const outcome = await target.askAfterEnd(withTokens({ method, url, headers }, tokens))
  return outcome.kind === 'answered' ? outcome.answer.status : undefined
}
