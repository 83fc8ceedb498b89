/** Converts assembled rows to JSON in the dataset format. */
import type { Json } from '../../util/json.ts'
import type { ComponentDraft, Link, Links, Parts, RestRow, Shower, Value } from './draft.ts'

export function rowJson(row: RestRow, related: Json | undefined): Json {
  const members: [string, Json][] = []
  if (!row.isPlain) {
    // If an entry shows no locale or status, the row gets them from a linking row or a default, and the following
    // lines write them.
    if (!row.members.has('locale') && typeof row.locale === 'string') members.push(['locale', row.locale])
    if (!row.members.has('publishedAt') && row.status === 'draft') members.push(['publishedAt', null])
  }
  if (related !== undefined) members.push(['__related', related])
  return Object.fromEntries([...written(row.members), ...members])
}

const written = (members: ReadonlyMap<string, Value>): readonly (readonly [string, Json])[] =>
  [...members].map(([name, value]) => [name, valueJson(value)] as const)

/**
 * Converts a value of an assembled row to JSON. The recursion is as deep as the nested components of the given
 * files, and this depth is limited.
 */
function valueJson(value: Value): Json {
  switch (value.kind) {
    case 'plain':
      return value.json
    case 'links':
      return linksJson(value)
    case 'parts':
      return partsJson(value)
  }
}

function linksJson({ links, many, isMorph }: Links): Json {
  const all = links.map((link) => linkJson(link, isMorph))
  return many || all.length > 1 ? all : (all[0] ?? null)
}

function linkJson({ row }: Link, isMorph: boolean): Json {
  const { id, documentId, locale, status, type } = row
  const own = row.isPlain ? undefined : id
  const written = row.isPlain && row.members.get('id')?.kind === 'plain' ? id : own
  if (written !== undefined) return isMorph ? { __type: type.uid, id: written } : written
  return {
    ...(isMorph ? { __type: type.uid } : {}),
    documentId: documentId ?? '',
    ...(typeof locale === 'string' ? { locale } : {}),
    ...(status === undefined || !type.draftAndPublish ? {} : { status }),
  }
}

function partsJson({ parts, many }: Parts): Json {
  const all = parts.map((part): Json => (part.kind === 'plain' ? part.json : partJson(part)))
  return many ? all : (all[0] ?? null)
}

const partJson = ({ members }: ComponentDraft): Json => Object.fromEntries(written(members))

/**
 * Returns a function that finds the value of `__related` for an uploaded file. The function returns undefined if the
 * order of the uses is unknown. The value of `__related` lists the rows and components that show the file, with the
 * attribute of each.
 */
export function relatedOf(
  rows: Iterable<RestRow>,
  isFile: (row: RestRow) => boolean,
): (file: RestRow) => Json | undefined {
  const fields = new Map<RestRow, Map<string, string[]>>()
  for (const row of rows) {
    const waiting: { readonly shower: Shower | undefined; readonly members: RestRow['members'] }[] = [
      { shower: row.id === undefined ? undefined : { uid: row.type.uid, id: row.id }, members: row.members },
    ]
    for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
      for (const [name, value] of node.members) {
        if (value.kind === 'parts')
          for (const part of value.parts)
            if (part.kind === 'part')
              waiting.push({
                shower: part.id === undefined ? undefined : { uid: part.uid, id: part.id },
                members: part.members,
              })
        if (value.kind !== 'links' || node.shower === undefined) continue
        for (const { row: file } of value.links) if (isFile(file)) addField(fields, file, node.shower, name)
      }
    }
  }
  return (file) => {
    // If a row shows an uploaded file twice, `__related` contains the row twice.
    const seen = new Map<string, number>()
    return file.related?.flatMap(({ uid, id }) => {
      const key = `${uid} ${id}`
      const at = seen.get(key) ?? 0
      seen.set(key, at + 1)
      const field = fields.get(file)?.get(key)?.[at]
      return field === undefined ? [] : [{ __type: uid, id, field }]
    })
  }
}

function addField(
  fields: Map<RestRow, Map<string, string[]>>,
  file: RestRow,
  { uid, id }: Shower,
  name: string,
): void {
  const showers = fields.get(file) ?? new Map<string, string[]>()
  fields.set(file, showers)
  const key = `${uid} ${id}`
  const names = showers.get(key)
  if (names === undefined) showers.set(key, [name])
  else if (!names.includes(name)) names.push(name)
}
