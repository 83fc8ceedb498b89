/** Implements `populate`: the options of the request for each relation, component, zone or file. */

import type {
  FieldsSyntax,
  FilterSyntax,
  PopulateEntry,
  PopulateOption,
  PopulateSyntax,
  SortSyntax,
} from '../reference/parse/syntax.ts'
import type { Model, Uid } from '../reference/schema/schema.ts'
import { populatable } from './model.ts'
import { isYes } from './values.ts'

/** The populate options that a request sets for the entries of one level. */
export interface Wanted {
  readonly fields: FieldsSyntax
  readonly filters?: FilterSyntax
  readonly sort?: SortSyntax
  readonly count?: boolean
  /** The populate options for each type that `on` lists. */
  readonly kinds?: ReadonlyMap<Uid, Wanted>
  /** Returns the attributes of a model that the request populates, each with the options of the level below it. */
  readonly populate: (model: Model) => ReadonlyMap<string, Wanted>
}

const NOTHING: ReadonlyMap<string, Wanted> = new Map()

/** The options of a populate level that shows all scalars and populates nothing. */
export const PLAIN: Wanted = { fields: { kind: 'all' }, populate: () => NOTHING }

/** Returns the attributes that `populate` requests at one level, from a star, a list of paths, or an object. */
export function wantedBy(syntax: PopulateSyntax): Wanted['populate'] {
  switch (syntax.kind) {
    case 'all': // populate.form.all populate.all.depth limit.all-depth
      return (model) => new Map(populatable(model).map(({ name }) => [name, PLAIN]))
    case 'paths':
      return alongPaths(syntax.clauses.flatMap(({ paths }) => paths)) // populate.commas
    case 'attributes': {
      // populate.forms
      const wanted = new Map(syntax.entries.flatMap(wantedIn))
      return () => wanted
    }
    case 'none':
    case 'malformed':
    case 'overflow':
      return () => NOTHING
  }
}

/** Returns the attributes that dotted paths request: `a.b` requests `a`, and below `a` the attribute `b`. */
function alongPaths(paths: readonly (readonly string[])[]): Wanted['populate'] {
  // populate.form.several populate.form.component
  const firsts = new Set(paths.flatMap(([first]) => first ?? [])) // populate.form.one populate.form.zone
  const wanted = [...firsts].map((first): [string, Wanted] => {
    const rests = paths.flatMap(([name, ...rest]) => (name === first && rest.length > 0 ? [rest] : []))
    return [first, { ...PLAIN, populate: alongPaths(rests) }] // populate.form.component-nested populate.form.component-path
  })
  return () => new Map(wanted)
}

/** Returns the name and options of an attribute or of a type under `on`; an empty list for the value `false`. */
function wantedIn({ key, value }: PopulateEntry): readonly [string, Wanted][] {
  if (value.kind === 'flag') return value.on ? [[key, PLAIN]] : [] // component.bare
  if (value.kind !== 'options') return []
  let wanted = PLAIN
  for (const option of value.options.entries) wanted = { ...wanted, ...partOf(option) }
  return [[key, wanted]]
}

function partOf(option: PopulateOption): Partial<Wanted> {
  switch (option.key) {
    case 'fields':
      return { fields: option.fields } // populate.form.fields
    case 'filters':
      return { filters: option.filters } // populate.form.filters
    case 'sort':
      return { sort: option.sort } // populate.form.sort
    case 'populate':
      return { populate: wantedBy(option.populate) } // populate.form.nested populate.form.zone-on-all
    case 'count':
      return { count: isYes(option.value) }
    case 'on':
      return { kinds: new Map((option.kinds ?? []).flatMap(wantedIn)) } // populate.form.zone-on
    case 'other':
      return {}
  }
}
