/** Defines misreadings of `publicationFilter` and `hasPublishedVersion`. */
import { PUBLICATION_FILTERS } from '../../../../reference/plan/plan.ts'
import { sentenceOf } from '../../../exchange/rules.ts'
import { readPart } from '../../../names/mentions.ts'
import { isOf, type Misreading, ofParts, ofQuery, recoded } from '../parts.ts'

/** Returns whether a query part is `publicationFilter` with the given value. */
const isCohort = (part: string, value: string): boolean =>
  isOf('publicationFilter', part) && readPart(part).value === value

/** The misreadings in which the target reads one value of `publicationFilter` as another. */
const COHORTS: readonly Misreading[] = PUBLICATION_FILTERS.flatMap((value) =>
  PUBLICATION_FILTERS.filter((other) => other !== value).map((other) => ({
    ...ofParts('status.publication-filter', `${value} as ${other}`, (part) =>
      isCohort(part, value) ? `publicationFilter=${other}` : part,
    ),
    says: `${sentenceOf('status.publication-filter')} The server reads \`${value}\` as \`${other}\`.`,
  })),
)

/** Returns a misreading of the valid values of `hasPublishedVersion`. The target refuses other values. */
const versionMisread = (
  kind: string,
  says: string,
  read: (value: string) => string | undefined,
): Misreading => ({
  ...ofQuery('status.has-published-version', kind, (parts) =>
    parts.flatMap((part) => {
      const { value } = readPart(part)
      if (!isOf('hasPublishedVersion', part) || (value !== 'true' && value !== 'false')) return [part]
      const other = read(value)
      return other === undefined ? [] : [recoded(part, () => other)]
    }),
  ),
  says: `${sentenceOf('status.has-published-version')} The server ${says}.`,
})

/** The misreadings of the values of `hasPublishedVersion`. */
const PUBLISHED_VERSION: readonly Misreading[] = [
  versionMisread('false as true', 'reads `false` as true', () => 'true'),
  versionMisread('true and false swapped', 'swaps `true` and `false`', (value) =>
    value === 'true' ? 'false' : 'true',
  ),
  versionMisread('no effect', 'accepts the parameter, but does not select by it', () => undefined),
]

/** The misreadings of `publicationFilter` and `hasPublishedVersion`. */
export const PUBLICATION: readonly Misreading[] = [...COHORTS, ...PUBLISHED_VERSION]
