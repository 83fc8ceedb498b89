/**
 * Tests every law of reads with more runs than `laws.property.test.ts`. The test `laws.long.test.ts` has the most
 * runs.
 */
import { lawsHold } from '../test/support/laws.ts'

lawsHold({ worlds: 5, live: 3 })
