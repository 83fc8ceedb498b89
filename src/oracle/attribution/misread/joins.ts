/** Defines the misreading `inner join`: the target leaves out each entry without a link in a populated attribute. */
import { asDecoded } from '../../../util/url/percent.ts'
import { isListIndex, readPart } from '../../names/mentions.ts'
import { keyFrom, keyOf, type Misreading, ofQuery } from './parts.ts'

/**
 * Returns query parts with one more filter for each path. Each filter requires that the entries have a link at this
 * path. The parts of a query with `filters[$and]` stay the same.
 */
export function demanding(
  parts: readonly string[],
  paths: readonly (readonly string[])[],
): readonly string[] {
  const isGrouped = parts.some((part) => asDecoded(keyOf(part)).startsWith('filters[$and]'))
  const demanded = paths.map(
    (path, at) => `${keyFrom([`filters[$and][${at}]`, ...path, 'id'])}[$notNull]=true`,
  )
  return isGrouped ? parts : [...parts, ...demanded.map((part) => encodeURI(part).replaceAll('$', '%24'))]
}

/** Returns the names that a part of a query populates as texts, written as `populate=a,b` or `populate[0]=a`. */
function namesIn(part: string): readonly string[] {
  const { segments, value } = readPart(part)
  const [root, ...path] = segments
  return root === 'populate' && path.every(isListIndex) ? value.split(',') : []
}

/** A misreading: the answer leaves out the entries that have no link in a populated attribute. */
export const INNER_JOIN: Misreading = {
  ...ofQuery('populate.to-one', 'inner join', (parts) =>
    demanding(
      parts,
      parts.flatMap(namesIn).flatMap((name) => (/^\w+$/.test(name) ? [[name]] : [])),
    ),
  ),
  says: 'An answer leaves out the entries without a link in the populated relation.',
  isUnchecked: true,
}
