/** The law of the exported commands of writes, on the reference in memory. */
import * as fc from 'fast-check'
import type { Graph } from '../../src/reference/graph/graph.ts'
import { firstState } from '../../src/writing/index.ts'
import { worlds } from '../arbitraries/world.ts'
import type { Subject } from '../laws/subject.ts'
import { type WriteCommand, type WriteTarget, writeCommands } from './commands.ts'
import { writtenDocuments } from './documents.ts'
import { writeLaw } from './write-law.ts'

/** A server in memory with its own data. */
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

/** Worlds with commands for them; no commands if no type is writable. */
const commandedWorlds: fc.Arbitrary<CommandedWorld> = worlds({ restrictions: false, documents: 6 }).chain(
  ({ graph }) => commandsFor(graph).map((commands) => ({ graph, commands })),
)

function commandsFor(graph: Graph): fc.Arbitrary<Iterable<WriteCommand>> {
  try {
    return writeCommands(graph, { maxCommands: 12 })
  } catch (error) {
    if (error instanceof RangeError) return fc.constant([])
    throw error
  }
}

export const commanded = writeLaw(
  {
    id: 'writes.commands',
    says:
      'A document that was created is read; an update changes what it names alone; publishing leaves the draft; a link ' +
      'moves; a deleted document is gone from every list and link.',
    sees: ['run'],
  },
  commandedWorlds,
  async ({ subject, see }, { graph, commands }) => {
    const real = memoryTarget(graph, subject)
    await fc.asyncModelRun(() => ({ model: writtenDocuments(), real }), commands)
    see('run')
    return undefined
  },
)
