/** The laws of any server, over HTTP, once each; `server.long.test.ts` holds them more often. */
import { lawsHoldOverHttp } from '../test/support/http-laws.ts'

lawsHoldOverHttp(1)
