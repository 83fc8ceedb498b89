/**
 * Collects the main functions of the folders `core`, `strapi` and `http`, which make the parts of the code in a
 * thread.
 */
import type { Rooms } from './connect.ts'
import { type Core, createCore } from './core/core.ts'
import type { LoadState } from './strapi/load/state.ts'
import { bootstrapProject, registerProject } from './strapi/project.ts'

export const ROOMS: Rooms<Core, LoadState> = {
  createCore,
  registerProject,
  bootstrapProject,
  loadHttp: () => import('./http/index.ts'),
}
