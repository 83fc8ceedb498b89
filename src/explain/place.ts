/** A path of populated attributes, from the root entries to other entries of an answer. */
import type { Model, PopulatableAttribute } from '../reference/schema/schema.ts'

/** One step of a path of populated attributes: an attribute, and the model of the entries that the attribute holds. */
export interface Descent {
  readonly attribute: PopulatableAttribute
  readonly model: Model
}

/** A path of populated attributes, from the root entries to other entries of the answer. */
export interface Way {
  readonly root: Model
  readonly steps: readonly Descent[]
}

/** Formats a path of populated attributes: `data.blocks.cover`. */
export const textOfWay = ({ steps }: Way): string =>
  ['data', ...steps.map(({ attribute }) => attribute.name)].join('.')

/** Returns the model of the entries at the end of a path. */
export const modelAt = ({ root, steps }: Way): Model => steps.at(-1)?.model ?? root

type Mixed = Extract<PopulatableAttribute, { readonly kind: 'zone' | 'morphTo' }>

/**
 * Returns whether an attribute is a dynamic zone or a morphTo relation. Dynamic zones and morphTo relations hold
 * entries of several models, and a request can select the models with `on`.
 */
export const isMixed = (attribute: PopulatableAttribute): attribute is Mixed =>
  attribute.kind === 'zone' || attribute.kind === 'morphTo'
