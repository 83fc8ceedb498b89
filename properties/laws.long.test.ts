/** Tests every law, with more runs than `npm test` has time for. */
import { lawsHold } from '../test/support/laws.ts'

lawsHold({ worlds: 30, live: 12 })
