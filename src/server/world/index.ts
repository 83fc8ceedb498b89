/** `populace/world`: a graph with convenient functions to change the graph, for tests. */
export {
  type BodyFault,
  type EntrySet,
  type Selector,
  type Sent,
  type TypeMap,
  type World,
  type WorldChange,
  type WorldData,
  type WorldEntry,
  type WorldOptions,
  type WriteExplained,
  type WriteRequest,
  world,
} from './world.ts'
