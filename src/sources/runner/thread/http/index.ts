/** The functions of this folder from which a thread is made. */
export { createApp } from './app.ts'
export { callerOfAuth as callerOf } from './auth.ts'
export { warmUp } from './warm.ts'
