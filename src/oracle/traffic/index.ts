/** Reads recorded requests from log files and other formats. */
export { readTraffic as seenIn, TrafficError } from './read.ts'
export { contentTraffic, type Traffic } from './traffic.ts'
