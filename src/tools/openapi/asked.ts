/**
 * Collects the JSON Schemas and the query parameters of the OpenAPI document, for the types with a path and for
 * their linked types.
 */

import type { Uid } from '../../reference/schema/schema.ts'
import type { Json, JsonObject } from '../../util/json.ts'
import type { Seen, SeenModel } from '../types/seen.ts'
import type { SchemaNames } from './names.ts'
import { typeParameters } from './parameters.ts'
import {
  fieldSchema,
  filtersName,
  filtersSchema,
  kindsSchema,
  nestedSchema,
  optionsSchema,
  populateSchema,
} from './queries.ts'

/** Returns the query parameters of the types with a path. */
export const parametersOfTypes = (roots: readonly Uid[], { models }: Seen, names: SchemaNames): JsonObject =>
  Object.fromEntries(
    [...modelsOf(roots, models)].flatMap((model) => Object.entries(typeParameters(model, names))),
  )

/** Returns the JSON Schemas of query parameters. For linked entries, the schemas list only the attribute names. */
export function querySchemas(roots: readonly Uid[], seen: Seen, names: SchemaNames): JsonObject {
  const own = modelsOf(roots, seen.models)
  const linked = modelsOf(new Set(own.flatMap(({ links }) => links).flatMap(({ to }) => to)), seen.models)
  const morph = own.flatMap(({ links }) => links).find(({ attribute }) => attribute.kind === 'morphTo')
  return Object.fromEntries([
    ...own.flatMap((model): readonly [string, Json][] => [
      [names.of(model.model.uid, 'field'), fieldSchema(model)],
      [names.of(model.model.uid, 'populate'), populateSchema(model, names)],
      [filtersName(model, true, names), filtersSchema(model, true, names, seen)],
    ]),
    ...linked.flatMap((model): readonly [string, Json][] => [
      [names.of(model.model.uid, 'field'), fieldSchema(model)],
      [names.of(model.model.uid, 'options'), optionsSchema(model, names)],
      [names.of(model.model.uid, 'nested'), nestedSchema(model)],
      [filtersName(model, false, names), filtersSchema(model, false, names, seen)],
    ]),
    ...(morph === undefined ? [] : [['AnyKinds', kindsSchema(morph.to, names)] as const]),
  ])
}

const modelsOf = (uids: Iterable<Uid>, models: Seen['models']): readonly SeenModel[] =>
  [...uids].flatMap((uid) => models.get(uid) ?? [])
