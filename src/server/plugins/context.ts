/** The types of plugin endpoints: context, request and answer. */

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
  /** Returns whether the profile has a departure of writes, by the id of the departure. */
  readonly departs: Departs
  readonly callers: Callers
  readonly passwords: Passwords
  readonly codes: Codes
  readonly edits: Edits
  readonly uploaded: Uploaded
  /** Prints a line about an effect that only the real server has, such as sending a mail. */
  readonly print: (line: string) => void
  /** Called with the permission that a refused caller lacks. */
  readonly lacks: Lacks
}

/** A request for a plugin endpoint from a caller who has the permission for the endpoint. */
export interface EndpointRequest {
  readonly context: EndpointContext
  readonly caller: Caller
  /** The decoded values of the path parameters. */
  readonly params: readonly string[]
  /** The query string without `?`. */
  readonly search: string
  /** The parsed body of a POST or PUT; undefined if no parser accepts the content type of the body. */
  readonly body: Json | undefined
  /** The unparsed body of the request. `contentType` is the content type of the body. */
  readonly bytes: Uint8Array
  readonly contentType: string
}

export type Endpoint = (asked: EndpointRequest) => PluginResponse | Promise<PluginResponse>
