/** The laws for any server, over HTTP, with one run each; `server.long.test.ts` has more. */
import { lawsHoldOverHttp } from '../test/support/http-laws.ts'

lawsHoldOverHttp(1)
