/** Runs before each test file: properties without their own seed use `SEED`, so that a run can be repeated. */
import fc from 'fast-check'
import { SEED } from './seed.ts'

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: SEED })
