/**
 * Writes a program that assigns each answer of a project's server, which runs the project's code, to its declared type.
 */
import { whileRunning } from '../../../src/cli/code/code.ts'
import { probedRoutes } from '../../../src/cli/code/probing.ts'
import { openRunning } from '../../../src/cli/source.ts'
import type { ContentType } from '../../../src/reference/schema/schema.ts'
import { openSource } from '../../../src/server/index.ts'
import { declarationsOf } from '../../../src/tools/types/index.ts'
import type { Batch } from './batch.ts'

/** A query in the syntax of the declarations, and in the syntax of a URL. */
interface Query {
  readonly typed: string
  readonly search: string
}

/** Relations that every type has but no schema file declares; only some types may populate them. */
const OF_NO_SCHEMA: readonly string[] = ['createdBy', 'updatedBy', 'localizations']

/**
 * Returns the queries to a type: without parameters, with `populate=*`, with each relation, media attribute, component
 * or zone populated, and with each public scalar as the only field.
 */
function queriesOf(type: ContentType): readonly Query[] {
  const attributes = [...type.attributes.values()]
  const links = attributes.filter(({ kind, name }) => kind !== 'scalar' && !OF_NO_SCHEMA.includes(name))
  const scalars = attributes.filter((one) => one.kind === 'scalar' && !one.private)
  const named = (key: string, name: string): Query => ({
    typed: `{ ${key}: [${JSON.stringify(name)}] }`,
    search: `${key}[0]=${name}`,
  })
  return [
    { typed: '{}', search: '' },
    { typed: "{ populate: '*' }", search: 'populate=*' },
    ...links.map(({ name }) => named('populate', name)),
    ...scalars.map(({ name }) => named('fields', name)),
  ]
}

/**
 * Sends all queries to the server of a project that has generated entries. A query whose answer does not have the
 * status 200 is left out, because the declarations may reject the query too.
 */
export async function projectBatch(folder: string): Promise<Batch> {
  const started = await openRunning(folder, { fake: 5 })
  const { routes } = await whileRunning(started, () => probedRoutes(started, undefined))
  const { profile } = started
  const declarations = declarationsOf(started.graph, { profile, routes })
  const opened = await openSource(folder, { fake: 5, profile })
  const lines: string[] = []
  const types = [...opened.graph.schema.contentTypes.values()].filter(({ uid }) => uid.startsWith('api::'))
  for (const type of types) {
    const one = type.kind === 'singleType'
    const path = one ? type.singularName : type.pluralName
    for (const { typed, search } of queriesOf(type)) {
      const response = await opened.handle(new Request(`http://127.0.0.1/api/${path}?${search}`))
      const body = await response.text()
      if (response.status !== 200) continue
      const at = lines.length
      const answer = `Answer${one ? 'One' : ''}<'${type.uid}', typeof q${at}>`
      lines.push(`const q${at} = ${typed} as const; export const a${at}: ${answer} = ${body}`)
    }
  }
  opened.end()
  const used = 'export type Used = [Answer<never>, AnswerOne<never>]'
  const head = ["import type { Answer, AnswerOne } from './a.schema.ts'", used]
  return {
    files: { 'a.schema.ts': declarations, 'a.ts': [...head, ...lines, ''].join('\n') },
    ...{ schemas: types.length, queries: lines.length, answers: lines.length, refused: 0 },
  }
}
