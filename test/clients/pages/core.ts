/** This script exposes `answersOf` to the test that opens the page. */
import { answersOf } from './asked.ts'

Object.assign(globalThis, { answersOf })
