/** Runs before each test file: properties without a seed of their own take `SEED`, so a run can be repeated. */
import fc from 'fast-check'
import { SEED } from './seed.ts'

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: SEED })
