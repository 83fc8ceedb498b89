/** Requests that somebody made, from whatever they were kept in. */
export { seenIn, TrafficError } from './read.ts'
export { contentTraffic, type Traffic } from './traffic.ts'
