/** In a page: `answersOf` for whoever drives it. */
import { answersOf } from './asked.ts'

Object.assign(globalThis, { answersOf })
