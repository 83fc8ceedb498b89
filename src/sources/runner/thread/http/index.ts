/** Exports the functions of the folder `http` that the code of a thread uses. */
export { createApp } from './app.ts'
export { callerOfAuth as callerOf } from './auth.ts'
export { warmUp } from './warm.ts'
