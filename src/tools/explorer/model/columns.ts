/**
 * The columns by which the form can filter or sort: the attributes of a model, and those of directly linked models.
 */
import type { ModelDescribed, ScalarDescribed } from '../described.ts'
import { attributeOf, linksOf, type ModelOf, targetOf } from './world.ts'

export interface ColumnChoice {
  readonly path: readonly string[]
  readonly type: ScalarDescribed['type'] | 'id'
  /** The values of an enumeration. */
  readonly values: readonly string[]
  /** The model that owns the attribute. */
  readonly model: ModelDescribed
}

export interface ColumnGroup {
  /**
   * The heading of a group of columns: the model's name, or for a linked model, the linking attribute and the linked
   * model's name.
   */
  readonly label: string
  readonly columns: readonly ColumnChoice[]
}

/**
 * Returns the columns to filter or sort by: first the scalars and the id of the model, then those of directly linked
 * models.
 */
export function columnsOf(model: ModelDescribed, models: ModelOf): readonly ColumnGroup[] {
  const through = linksOf(model)
    .filter(({ isPrivate }) => !isPrivate)
    .flatMap((link): ColumnGroup[] => {
      const target = targetOf(models, link)
      return target === undefined
        ? []
        : [{ label: `${link.name} → ${target.name}`, columns: ownColumns(target, [link.name]) }]
    })
  return [{ label: model.name, columns: ownColumns(model, []) }, ...through]
}

function ownColumns(model: ModelDescribed, above: readonly string[]): readonly ColumnChoice[] {
  const id: ColumnChoice = { path: [...above, 'id'], type: 'id', values: [], model }
  return [...scalarsOf(model).map((scalar) => choice(scalar, above, model)), id]
}

/** Returns the scalar attributes that an answer of the model can contain. */
export const scalarsOf = ({ attributes }: ModelDescribed): readonly ScalarDescribed[] =>
  attributes
    .filter((attribute): attribute is ScalarDescribed => attribute.kind === 'scalar')
    .filter(({ isPrivate, type }) => !isPrivate && type !== 'password')

const choice = (
  { name, type, values }: ScalarDescribed,
  above: readonly string[],
  model: ModelDescribed,
): ColumnChoice => ({
  path: [...above, name],
  type,
  values,
  model,
})

/**
 * Finds the attribute at the end of a path, which may have any length. If a path leads to an unknown attribute, the
 * path counts as a text column.
 */
export function columnAt(model: ModelDescribed, path: readonly string[], models: ModelOf): ColumnChoice {
  let at: ModelDescribed = model
  for (const name of path.slice(0, -1)) at = targetOf(models, attributeOf(at, name)) ?? at
  const last = path.at(-1) ?? ''
  const found = attributeOf(at, last)
  if (found?.kind === 'scalar') return choice(found, path.slice(0, -1), at)
  return { path, type: last === 'id' ? 'id' : 'string', values: [], model: at }
}
