/** Gives each schema of the document a unique name: one for each use of a type. */

import type { Uid } from '../../reference/schema/schema.ts'
import { invariant } from '../../util/invariant.ts'
import { nameOf, nameTaker } from '../types/names.ts'

/** The suffix of each use. */
const USES = {
  entry: '',
  element: 'Element',
  list: 'List',
  answer: 'Answer',
  field: 'Field',
  populate: 'Populate',
  options: 'Options',
  filters: 'Filters',
  create: 'Create',
  update: 'Update',
  part: 'Input',
  draftPart: 'DraftInput',
} as const
type Use = keyof typeof USES

/** Names of the schemas in every document. */
const COMMON = [
  'Count',
  'AnyElement',
  'AnyKinds',
  'FileFormat',
  'PagePagination',
  'OffsetPagination',
  'Error',
  'TextCondition',
  'IntegerCondition',
  'NumberCondition',
  'BooleanCondition',
  'AnyCondition',
  'EntryRef',
  'LinkInput',
  'MorphRef',
  'MorphInput',
]

export interface SchemaNames {
  readonly of: (uid: Uid, use: Use) => string
}

/** Names all types first, so that the list of another type cannot push a number onto a type's name. */
export function schemaNames(uids: readonly Uid[]): SchemaNames {
  const take = nameTaker(COMMON)
  const entries = uids.map((uid): [string, string] => [`entry ${uid}`, take(nameOf(uid))])
  const names = new Map(entries)
  for (const uid of uids) {
    const name = names.get(`entry ${uid}`) ?? ''
    for (const [use, ending] of Object.entries(USES))
      if (use !== 'entry') names.set(`${use} ${uid}`, take(`${name}${ending}`))
  }
  return {
    of: (uid, use) => {
      const name = names.get(`${use} ${uid}`)
      invariant(name !== undefined, `${uid} has a name as ${use}`)
      return name
    },
  }
}
