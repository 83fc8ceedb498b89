/** Reads recorded requests from log files and other formats. */
export { seenIn, TrafficError } from './read.ts'
export { contentTraffic, type Traffic } from './traffic.ts'
