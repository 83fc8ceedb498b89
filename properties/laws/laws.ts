/** The list of all laws, in the order of the table in `properties/README.md`. */
import { ACCESS_LAWS } from './access.ts'
import { CASE_LAWS } from './case.ts'
import { DOCUMENT_LAWS } from './documents.ts'
import { ERROR_LAWS } from './errors.ts'
import { EXPLANATION_LAWS } from './explained.ts'
import { FILTER_LAWS } from './filters.ts'
import { FORMAT_LAWS } from './formats.ts'
import { FRAME_LAWS } from './frame.ts'
import type { Law, LiveLaw, WorldLaw } from './law.ts'
import { LINKED_LAWS } from './linked.ts'
import { LINKED_PAIR_LAWS } from './linked-pairs.ts'
import { LINKED_VALUE_LAWS } from './linked-values.ts'
import { OPERATOR_LAWS } from './operators.ts'
import { OPINION_LAWS } from './opinions.ts'
import { ORDER_LAWS } from './order.ts'
import { PAGE_LAWS } from './pages.ts'
import { PATH_LAWS } from './paths.ts'
import { POPULATE_LAWS } from './populate.ts'
import { POPULATE_FILTER_LAWS } from './populate-filters.ts'
import { POPULATE_OPTION_LAWS } from './populate-options.ts'
import { POPULATE_PATH_LAWS } from './populate-paths.ts'
import { POPULATED_LAWS } from './populated.ts'
import { RELATED_LAWS } from './related.ts'
import { SECRET_LAWS } from './secrets.ts'
import { SHAPE_LAWS } from './shape.ts'
import { SHOWN_LAWS } from './shown.ts'
import { TOTALITY_LAWS } from './totality.ts'
import { VALUE_LAWS } from './values.ts'
import { VISIBILITY_LAWS } from './visibility.ts'
import { WRITING_LAWS } from './writing.ts'

/**
 * All laws: the laws for any server, and the laws about the reference on generated worlds.
 *
 * ```ts
 * const ids = LAWS.map(({ id }) => id)
 * ```
 */
export const LAWS: readonly Law[] = [
  ...SHAPE_LAWS,
  ...FORMAT_LAWS,
  ...ERROR_LAWS,
  ...POPULATE_LAWS,
  ...POPULATE_PATH_LAWS,
  ...POPULATED_LAWS,
  ...POPULATE_OPTION_LAWS,
  ...POPULATE_FILTER_LAWS,
  ...RELATED_LAWS,
  ...DOCUMENT_LAWS,
  ...VALUE_LAWS,
  ...FILTER_LAWS,
  ...OPERATOR_LAWS,
  ...SHOWN_LAWS,
  ...CASE_LAWS,
  ...LINKED_LAWS,
  ...LINKED_VALUE_LAWS,
  ...LINKED_PAIR_LAWS,
  ...ORDER_LAWS,
  ...PAGE_LAWS,
  ...VISIBILITY_LAWS,
  ...WRITING_LAWS,
  ...TOTALITY_LAWS,
  ...SECRET_LAWS,
  ...ACCESS_LAWS,
  ...FRAME_LAWS,
  ...PATH_LAWS,
  ...OPINION_LAWS,
  ...EXPLANATION_LAWS,
]

/**
 * The laws that hold for any server whose schema is known.
 *
 * ```ts
 * const laws = liveLaws.filter(({ id }) => id.startsWith('pages.'))
 * ```
 */
export const liveLaws: readonly LiveLaw[] = LAWS.filter((law) => law.scope === 'live')

/** The laws about the reference on generated worlds. */
export const worldLaws: readonly WorldLaw[] = LAWS.filter((law) => law.scope === 'world')
