import type { Uid } from '../../reference/schema/schema.ts'
import type { Json } from '../../util/json.ts'
import type { Puts, RowList } from './row-list.ts'

/** The rows and files that an edit changes. */
export interface Change {
  /** Rows as the format writes them, frozen and with every id, by type and id; undefined takes a row away. */
  readonly puts: ReadonlyMap<Uid, Puts>
  /** Files whose rows stand in another order; without what follows from the change. */
  readonly orders?: ReadonlyMap<Uid, RowList>
  readonly access?: Json
  readonly settings?: Json
}
