/** Tests every law of reads with more runs than the short tests of `npm test`. */
import { lawsHold } from '../test/support/laws.ts'

lawsHold({ worlds: 30, live: 12 })
