/** The laws of any server, over HTTP, some times each. */
import { lawsHoldOverHttp } from '../test/support/http-laws.ts'

lawsHoldOverHttp(8)
