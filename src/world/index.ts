/** `populace/world`: a graph with pleasant ways to change it, for tests. */
export {
  type EntrySet,
  type Selector,
  type TypeMap,
  type World,
  type WorldData,
  type WorldEntry,
  type WorldOptions,
  world,
} from './world.ts'
