/**
 * Gives each schema of the OpenAPI document a unique name. A content type has one schema for each use, such as entry
 * or request body.
 */

import type { Uid } from '../../reference/schema/schema.ts'
import { invariant } from '../../util/invariant.ts'
import { nameOf, nameTaker } from '../types/names.ts'
import type { Depth, Depths } from './depths.ts'

/** The suffix of the schema name for each use. */
const USES = {
  entry: '',
  element: 'Element',
  linked: 'Linked',
  linkedElement: 'LinkedElement',
  plain: 'Plain',
  plainElement: 'PlainElement',
  list: 'List',
  answer: 'Answer',
  field: 'Field',
  fields: 'Fields',
  populate: 'Populate',
  nested: 'Nested',
  options: 'Options',
  filters: 'Filters',
  linkedFilters: 'LinkedFilters',
  sort: 'Sort',
  create: 'Create',
  update: 'Update',
  part: 'Input',
  draftPart: 'DraftInput',
} as const
type Use = keyof typeof USES

/** The names of schemas that belong to no single type. No other schema gets one of these names. */
const COMMON = [
  'AnyElement',
  'OpenElement',
  'AnyKinds',
  'FileFormat',
  'Block',
  'PagePagination',
  'OffsetPagination',
  'Error',
  'TextCondition',
  'IntegerCondition',
  'NumberCondition',
  'BooleanCondition',
  'AnyCondition',
  'LinkCondition',
  'NestedCondition',
  'NestedOption',
  'NestedSort',
  'EntryRef',
  'LinkInput',
  'MorphRef',
  'MorphInput',
]

export interface SchemaNames {
  readonly depths: Depths
  readonly of: (uid: Uid, use: Use) => string
  /** Returns the name of the schema of an entry at a depth. */
  readonly entry: (uid: Uid, depth: Depth) => string
  /** Returns the name of the schema of an entry at a depth that also has the member `__type` or `__component`. */
  readonly element: (uid: Uid, depth: Depth) => string
  /** Returns whether the document contains a schema with the name that `element` returns. */
  readonly isElement: (uid: Uid, depth: Depth) => boolean
}

/**
 * Names the entry schemas of all types first. A generated name such as `ArticleList` therefore never takes the name
 * of a type `ArticleList`.
 */
export function schemaNames(
  uids: readonly Uid[],
  depths: Depths,
  elements: ReadonlySet<string>,
): SchemaNames {
  const take = nameTaker(COMMON)
  const entries = uids.map((uid): [string, string] => [`entry ${uid}`, take(nameOf(uid))])
  const names = new Map(entries)
  for (const uid of uids) {
    const name = names.get(`entry ${uid}`) ?? ''
    for (const [use, ending] of Object.entries(USES))
      if (use !== 'entry') names.set(`${use} ${uid}`, take(`${name}${ending}`))
  }
  const of = (uid: Uid, use: Use): string => {
    const name = names.get(`${use} ${uid}`)
    invariant(name !== undefined, `${uid} has a name as ${use}`)
    return name
  }
  const at = (uid: Uid, depth: Depth): Depth => {
    const own = depths.at(uid, depth)
    // The first of a type's schemas has the name of the type, without a suffix for the depth.
    return depths.of(uid)[0] === own ? 'whole' : own
  }
  return {
    depths,
    of,
    entry: (uid, depth) => of(uid, ENTRIES[at(uid, depth)]),
    element: (uid, depth) => of(uid, ELEMENTS[at(uid, depth)]),
    isElement: (uid, depth) => elements.has(`${uid} ${depth}`),
  }
}

const ENTRIES = { whole: 'entry', linked: 'linked', plain: 'plain' } as const
const ELEMENTS = { whole: 'element', linked: 'linkedElement', plain: 'plainElement' } as const
