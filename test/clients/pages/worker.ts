/** In a worker: answers the messages of a page. */
import { answersOf } from './asked.ts'

addEventListener('message', ({ data }: MessageEvent) => postMessage(answersOf(data)))
