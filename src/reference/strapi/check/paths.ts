/** Implements departures in dotted populate paths. */
import { isOpen } from '../../access.ts'
import type { CheckContext } from '../../check/context.ts'
import type { PopulateLevel } from '../../check/level.ts'
import { attributesOf } from '../../names/paths.ts'
import type { PopulateClause } from '../../parse/syntax.ts'
import type { Attribute } from '../../schema/schema.ts'

/**
 * Returns whether a dotted populate path must end at an attribute. In a literal reading of the guide, a dotted path
 * leads only through components (case quirks.paths-of-components).
 */
export const endsPath = ({ kind }: Attribute, { has }: CheckContext): boolean =>
  kind !== 'component' && has('paths-of-components')

/**
 * Returns the populate paths in which the check looks for private attributes. The real server checks only one path of
 * each populate text (recordings permissions-173, permissions-175).
 */
export const checkedPaths = (
  { text, paths }: PopulateClause,
  { has }: CheckContext,
): readonly (readonly string[])[] => (has('comma-populate-bypass') ? [text.split('.')] : paths)

/**
 * Returns whether the real server checks the texts of a populate list a second time. The server checks the texts
 * again if a text ends at a morph relation that the role may see (case quirks.malformed.morph-in-list).
 */
export const checksTextsAgain = (
  clauses: readonly PopulateClause[],
  level: PopulateLevel,
  context: CheckContext,
): boolean =>
  !level.nested &&
  context.has('morph-in-list') &&
  clauses.some(({ text }) => endsAtOpenMorph(text, level, context))

function endsAtOpenMorph(text: string, { model }: PopulateLevel, context: CheckContext): boolean {
  const names = text.split('.')
  const attributes = attributesOf(names, model, context.schema)
  const isWhole = attributes.length === names.length && attributes.every((one) => isOpen(one, context))
  return isWhole && attributes.at(-1)?.kind === 'morphTo'
}
