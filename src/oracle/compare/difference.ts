/** The first place at which two answers differ. */
import type { Json } from '../../ground/json.ts'

export interface Departure {
  /** `status`, `headers/<name>`, or a JSON pointer into the body, in which `*` stands for every item. */
  readonly path: string
  /** undefined: nothing should stand there. */
  readonly expected: Json | undefined
  /** undefined: nothing stands there. */
  readonly found: Json | undefined
}
