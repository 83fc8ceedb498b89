/** What every endpoint beside the content API is given. */

import type { Departs } from '../../reference/strapi/write-quirks.ts'
import type { Json } from '../../util/json.ts'
import type { Lacks } from '../../writing/index.ts'
import type { ServedWorld } from '../world.ts'
import type { PluginResponse } from './answer.ts'
import type { Uploaded } from './upload/uploaded.ts'
import type { Caller, Callers } from './users/callers.ts'
import type { Codes } from './users/codes.ts'
import type { Edits } from './users/edits.ts'
import type { Passwords } from './users/passwords.ts'

export interface EndpointContext {
  readonly world: ServedWorld
  /** Whether the profile departs in one point of writing. */
  readonly departs: Departs
  readonly callers: Callers
  readonly passwords: Passwords
  readonly codes: Codes
  readonly edits: Edits
  readonly uploaded: Uploaded
  /** Told in a line what the real server would do and this one does not, such as to send mail. */
  readonly tell: (line: string) => void
  /** Told of the permission that whoever wanted to change something has not. */
  readonly lacks: Lacks
}

/** A request that has found its endpoint, from somebody who may use it. */
export interface EndpointRequest {
  readonly desk: EndpointContext
  readonly caller: Caller
  /** What stands for the names in the path, decoded. */
  readonly params: readonly string[]
  /** The query string, without `?`. */
  readonly search: string
  /** The body of a POST or PUT; undefined for one of a type that is not read. */
  readonly body: Json | undefined
  /** The same as it was sent, and what its header says it is. */
  readonly bytes: Uint8Array
  readonly contentType: string
}

export type Endpoint = (asked: EndpointRequest) => PluginResponse | Promise<PluginResponse>
