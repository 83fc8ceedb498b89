/** Tests the laws for any server over HTTP, with one run of each law; `server.long.test.ts` has more runs. */
import { lawsHoldOverHttp } from '../test/support/http-laws.ts'

lawsHoldOverHttp(1)
