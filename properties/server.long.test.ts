/** Tests the laws for any server over HTTP, with several runs each. */
import { lawsHoldOverHttp } from '../test/support/http-laws.ts'

lawsHoldOverHttp(8)
