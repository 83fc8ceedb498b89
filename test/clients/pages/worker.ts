/** In a worker: answers to what is sent to it. */
import { answersOf } from './asked.ts'

addEventListener('message', ({ data }: MessageEvent) => postMessage(answersOf(data)))
