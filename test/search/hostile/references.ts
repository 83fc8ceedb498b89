/** Makes mutants of rows: their ids, and the rows to which they refer. */

import type { Roll } from '../../../properties/arbitraries/dice.ts'
import type { EditableJson, EditableObject } from '../../../src/writing/edit/edit.ts'
import type { BaseDataset } from './base.ts'
import type { Mutate } from './mutant.ts'
import { ODD_VALUES } from './oddities.ts'
import { isRecord, jsonOf, print } from './tree.ts'

interface ReferencePosition {
  readonly rows: EditableJson[]
  readonly row: EditableObject
  readonly other: EditableObject
  /** The name of an attribute that contains references, if the type has one. */
  readonly name: string
  readonly base: BaseDataset
}

const IDS: readonly EditableJson[] = [0, 1, 2, 3, 5, -1, 1.5, 99_999, 2 ** 53 - 1, 2 ** 53, '1', null, true]

/** Values for attributes with a time: some are valid instants, and some are nearly valid. */
const INSTANTS: readonly EditableJson[] = [
  '2024-01-01',
  '2024-02-30',
  '2024-01-01T10:00',
  '2024-01-01T10:00:00.5',
  '2024-01-01T24:00Z',
  '2024-01-01T25:00Z',
  '2024-01-01T10:00TZ',
  '2024-01-01T10:00ZT',
  '2024-01-01T10:00+05:30',
  '2024-01-01T10:00-99:00',
  '0000-01-01T00:00+12:00',
  '9999-12-31T23:59-12:00',
  '2024-01-01 10:00',
  '2024-1-1',
  'now',
  1_700_000_000_000,
  '',
]

const uidsOf = ({ graph }: BaseDataset): readonly string[] => [
  ...graph.tables.keys(),
  'api::nobody.nobody',
  '__proto__',
]

const documentIdsOf = ({ graph }: BaseDataset): readonly string[] => [
  ...[...graph.tables.values()].flatMap(({ rows }) => rows.slice(0, 4).map(({ documentId }) => documentId)),
  'nobody',
]

/** Returns a random reference to a row, valid or not. */
function reference(base: BaseDataset, { pick, chance }: Roll): EditableJson {
  const more: EditableObject = {
    ...(chance(30) ? { locale: pick(['en', 'fr', 'de', 'xx', null, 1]) } : {}),
    ...(chance(30) ? { status: pick(['draft', 'published', 'any', null]) } : {}),
    ...(chance(5) ? { x: 1 } : {}),
  }
  return pick<EditableJson>([
    pick(IDS),
    pick(documentIdsOf(base)),
    { documentId: pick(documentIdsOf(base)), ...more },
    { __type: pick(uidsOf(base)), id: pick(IDS) },
    { __type: pick(uidsOf(base)), documentId: pick(documentIdsOf(base)), ...more },
    { __type: pick(uidsOf(base)), id: pick(IDS), field: 'cover' },
    pick(ODD_VALUES),
  ])
}

const EDITS: { readonly [says: string]: (spot: ReferencePosition, roll: Roll) => void } = {
  'names one': ({ row, name, base }, roll) => Object.assign(row, { [name]: reference(base, roll) }),
  'names some': ({ row, name, base }, roll) => {
    row[name] = Array.from({ length: 1 + roll.upTo(3) }, () => reference(base, roll))
  },
  'names rows by id': ({ row, name }, { pick, upTo }) => {
    row[name] = Array.from({ length: upTo(4) }, () => pick(IDS))
  },
  'names one twice': ({ row, name }) => {
    const links = row[name]
    if (Array.isArray(links)) links.push(...links.slice(0, 1))
  },
  'names one less': ({ row, name }) => {
    const links = row[name]
    if (Array.isArray(links)) links.pop()
    else row[name] = null
  },
  'names nothing': ({ row, name }) => {
    delete row[name]
  },
  'names what another names': ({ row, other, name }) => {
    row[name] = other[name] ?? null
  },
  'another id': ({ row }, { pick }) => Object.assign(row, { id: pick(IDS) }),
  'the id of another': ({ row, other }) => Object.assign(row, { id: other['id'] ?? 1 }),
  'no id': ({ row }) => {
    delete row['id']
  },
  'another documentId': ({ row, base }, { pick }) =>
    Object.assign(row, { documentId: pick<EditableJson>([...documentIdsOf(base), ...ODD_VALUES]) }),
  'the document of another': ({ row, other }) =>
    Object.assign(row, { documentId: other['documentId'] ?? 'x' }),
  'another locale': ({ row }, { pick }) =>
    Object.assign(row, { locale: pick(['en', 'fr', 'de', 'xx', '*', null, 1, '']) }),
  'another state': ({ row }, { pick }) =>
    Object.assign(row, { publishedAt: pick([null, '2024-05-05T00:00:00.000Z', 'now', 0]) }),
  'another instant': ({ row }, { pick }) =>
    Object.assign(row, { [pick(['createdAt', 'updatedAt', 'publishedAt'])]: pick(INSTANTS) }),
  'a row twice': ({ rows, row }) => rows.push(JSON.parse(JSON.stringify(row))),
  'a row less': ({ rows, row }) => rows.splice(rows.indexOf(row), 1),
  'no rows': ({ rows }) => rows.splice(0),
  'other order': ({ rows }) => rows.reverse(),
  'uses of a file': ({ row, base }, roll) => {
    row['__related'] = Array.from({ length: roll.upTo(3) }, () => reference(base, roll))
  },
}

/** Returns the names of all attributes with references in the types whose rows the file may contain. */
function namesIn(base: BaseDataset, row: EditableObject): readonly string[] {
  const names = Object.keys(row)
  const linking = [...base.graph.schema.contentTypes.values()].flatMap(({ attributes }) =>
    [...attributes.values()].flatMap(({ kind, name }) =>
      kind === 'relation' || kind === 'morphTo' || kind === 'morphBy' || kind === 'media' ? [name] : [],
    ),
  )
  const written = names.filter((name) => linking.includes(name))
  return written.length > 0 ? [...written, ...linking.slice(0, 3)] : linking
}

export const mutateReferences: Mutate = (base, roll) => {
  const path = roll.pick([...base.files.keys()].filter((file) => /^(entries\/|media\.json)/.test(file)))
  const json = jsonOf(base, path)
  const rows = Array.isArray(json) ? json : []
  const records = rows.filter(isRecord)
  const row = roll.pick([...records, {}])
  const name = roll.pick([...namesIn(base, row), 'x'])
  const says = roll.pick(Object.keys(EDITS))
  EDITS[says]?.({ rows, row, other: roll.pick([...records, {}]), name, base }, roll)
  const at = records.indexOf(row)
  return {
    says: `${path}: row ${at}: ${says}, ${name}`,
    change: { at: 'file', path, bytes: Buffer.from(print(json)) },
  }
}
