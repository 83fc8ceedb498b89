/** Tests every law with some more runs than `laws.property.test.ts`; `laws.long.test.ts` has many more. */
import { lawsHold } from '../test/support/laws.ts'

lawsHold({ worlds: 5, live: 3 })
