/** The functions that read recorded requests from log files and files in other formats. */
export { readTraffic as seenIn, readTrafficFile } from './file.ts'
export { TrafficError } from './read.ts'
export {
  contentTraffic,
  type Traffic,
  TrafficCollector,
} from './traffic.ts'
