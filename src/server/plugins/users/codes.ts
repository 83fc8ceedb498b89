/** The one-time codes that the real server sends by mail. Each code identifies a user and works once. */
import { randomBytes } from 'node:crypto'
import type { Graph, Row } from '../../../reference/graph/graph.ts'
import { textOf, userTable } from './people.ts'

export type CodeKind = 'resetPasswordToken' | 'confirmationToken'

/** The maximum number of stored codes; a new code evicts the oldest code. */
const MOST = 1_000

export class Codes {
  private readonly issued = new Map<string, { readonly kind: CodeKind; readonly id: number }>()
  /** The codes of the dataset that were already used. */
  private readonly used = new Set<string>()

  /** Removes all issued codes, and clears the record of used codes. */
  clear(): void {
    this.issued.clear()
    this.used.clear()
  }

  /** Issues a new hexadecimal code for a user. */
  issue(kind: CodeKind, user: Row, bytes: number): string {
    const code = randomBytes(bytes).toString('hex')
    const [oldest] = this.issued.keys()
    if (oldest !== undefined && this.issued.size >= MOST) this.issued.delete(oldest)
    this.issued.set(code, { kind, id: user.id })
    return code
  }

  /** Finds the user to whom a code belongs. */
  find(kind: CodeKind, code: string, graph: Graph): Row | undefined {
    const table = userTable(graph)
    const issued = this.issued.get(code)
    if (issued?.kind === kind) return table?.byId.get(issued.id)
    if (this.used.has(`${kind} ${code}`)) return undefined
    return table?.rows.find((row) => textOf(row, kind) === code)
  }

  /** Invalidates a code. */
  use(kind: CodeKind, code: string): void {
    if (!this.issued.delete(code)) this.used.add(`${kind} ${code}`)
  }
}
