/** The law that `writeCommands`, an export of the package, finds no fault in the reference in memory. */
import * as fc from 'fast-check'
import type { Graph } from '../../src/reference/graph/graph.ts'
import { firstState } from '../../src/writing/index.ts'
import type { SchemaFiles } from '../arbitraries/schema.ts'
import { worlds, worldsOf } from '../arbitraries/world.ts'
import type { Subject } from '../laws/subject.ts'
import type { SentRequest } from '../server.ts'
import { writeCommands } from './commands.ts'
import { writtenDocuments } from './documents.ts'
import type { WriteCommand, WriteTarget } from './target.ts'
import { writeLaw } from './write-law.ts'

/** Creates a server in memory that has a separate copy of the data of `graph`. */
export function memoryTarget(graph: Graph, { write, createApi }: Subject): WriteTarget {
  let state = firstState(graph)
  return {
    server: ({ body, ...request }) => {
      const bytes = body === undefined ? {} : { body: new TextEncoder().encode(body) }
      const made = write(state, { ...request, ...bytes })
      if (made === undefined) return createApi(state.graph).answer(request)
      state = made.state
      return made.answer
    },
  }
}

interface CommandedWorld {
  readonly graph: Graph
  readonly commands: Iterable<WriteCommand>
}

const relation = (kind: string, target: string, other: Readonly<Record<string, string>> = {}) => ({
  type: 'relation',
  relation: kind,
  target,
  ...other,
})
const [OWNER, PART] = ['api::owner.owner', 'api::part.part']

/**
 * Returns a schema of two types with relations of each cardinality, because generated schemas have too few relations
 * that the commands can write.
 */
const linkedSchema = (draftAndPublish: boolean): SchemaFiles => ({
  contentTypes: {
    owner: {
      info: { singularName: 'owner', pluralName: 'owners' },
      options: { draftAndPublish },
      attributes: {
        name: { type: 'string' },
        first: relation('oneToOne', PART, { inversedBy: 'firstOf' }),
        some: relation('oneToMany', PART, { mappedBy: 'someOf' }),
        many: relation('manyToMany', PART, { inversedBy: 'manyOf' }),
        alone: relation('oneToOne', PART),
        apart: relation('oneToMany', PART),
      },
    },
    part: {
      info: { singularName: 'part', pluralName: 'parts' },
      options: { draftAndPublish },
      attributes: {
        name: { type: 'string' },
        firstOf: relation('oneToOne', OWNER, { mappedBy: 'first' }),
        someOf: relation('manyToOne', OWNER, { inversedBy: 'some' }),
        manyOf: relation('manyToMany', OWNER, { mappedBy: 'many' }),
      },
    },
  },
  components: {},
})

const SETTINGS = { restrictions: false, documents: 6 }
const linkedWorlds = fc.oneof(
  { weight: 1, arbitrary: worlds(SETTINGS) },
  { weight: 2, arbitrary: worldsOf(linkedSchema(false), SETTINGS) },
  { weight: 2, arbitrary: worldsOf(linkedSchema(true), SETTINGS) },
)

/**
 * Generates worlds, each with random write commands, or without commands if no type is writable. The generator has no
 * bias to small values, because small worlds rarely have links.
 */
const commandedWorlds: fc.Arbitrary<CommandedWorld> = fc.noBias(
  linkedWorlds.chain(({ graph }) => commandsFor(graph).map((commands) => ({ graph, commands }))),
)

function commandsFor(graph: Graph): fc.Arbitrary<Iterable<WriteCommand>> {
  try {
    return writeCommands(graph, { maxCommands: 40 })
  } catch (error) {
    if (error instanceof RangeError) return fc.constant([])
    throw error
  }
}

export const commanded = writeLaw(
  {
    id: 'writes.commands',
    says:
      'A created document can be read. An update changes only the attributes that it names. ' +
      'Publishing leaves the draft unchanged. If a target allows only one linking entry, a new link to the target replaces the old one. ' +
      'A deleted document is absent from every list. No total counts a deleted document. ' +
      'No entry has a link to a deleted document.',
    sees: ['created', 'updated', 'linked', 'deleted'],
  },
  commandedWorlds,
  async ({ subject, see }, { graph, commands }) => {
    const { server } = memoryTarget(graph, subject)
    const real: WriteTarget = {
      server: (request) => {
        see(kindOf(request))
        return server(request)
      },
    }
    await fc.asyncModelRun(() => ({ model: writtenDocuments(), real }), commands)
    return undefined
  },
)

const KINDS: Readonly<Record<string, string>> = { POST: 'created', PUT: 'updated', DELETE: 'deleted' }
const kindOf = ({ method = 'GET', body = '' }: SentRequest): string =>
  body.includes('{"set":["') ? 'linked' : (KINDS[method] ?? 'read')
