/** In a page: exposes `answersOf` to the test. */
import { answersOf } from './asked.ts'

Object.assign(globalThis, { answersOf })
