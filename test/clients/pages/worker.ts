/** This script runs in a worker, and answers the cases that a page sends. */
import { answersOf } from './asked.ts'

addEventListener('message', ({ data }: MessageEvent) => postMessage(answersOf(data)))
