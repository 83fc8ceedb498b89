import { OPERATORS, TEST_OPERATORS, type TestOperator } from '../../reference/operators/operators.ts'

/** The operators that the tools offer directly on a relation, where they compare the row ids of the linked entries. */
export const LINK_OPERATORS: readonly TestOperator[] = (['flag', 'list'] as const).flatMap((takes) =>
  TEST_OPERATORS.filter((operator) => {
    const record = OPERATORS[operator]
    return record.takes === takes && record.suits.includes('ordered')
  }),
)
