/** The entry point of the thread that runs a project's code. */
import { connected } from './connect.ts'
import { ROOMS } from './rooms.ts'
import { runThread } from './run.ts'

runThread(connected(ROOMS))
