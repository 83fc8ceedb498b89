/** Where something stands in an answer, as a request would ask for it. */
import type { Model, PopulatableAttribute } from '../reference/schema/schema.ts'

/** One step down: an attribute, and the model of what is found there. */
export interface Descent {
  readonly attribute: PopulatableAttribute
  readonly model: Model
}

/** From the entries of the answer to a place below them. */
export interface Way {
  readonly root: Model
  readonly steps: readonly Descent[]
}

/** `data.blocks.cover` */
export const textOfWay = ({ steps }: Way): string =>
  ['data', ...steps.map(({ attribute }) => attribute.name)].join('.')

/** The model of the entries at the end of a way. */
export const modelAt = ({ root, steps }: Way): Model => steps.at(-1)?.model ?? root

type Mixed = Extract<PopulatableAttribute, { readonly kind: 'zone' | 'morphTo' }>

/** Whether entries of several models stand there, so that what is asked of one is asked under `on`. */
export const isMixed = (attribute: PopulatableAttribute): attribute is Mixed =>
  attribute.kind === 'zone' || attribute.kind === 'morphTo'
