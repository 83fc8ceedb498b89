/** The command-line options for the limits of the server. */
import type { Command } from 'commander'
import { DEFAULT_LIMITS, type Limits } from '../../server/http/limits.ts'
import { limitNumber } from '../numbers.ts'

interface LimitOption {
  readonly flag: string
  readonly preset: number
  readonly help: string
}

/** Each limit has an option of the same name; times are in milliseconds, sizes in bytes. */
const LIMIT_OPTIONS: Readonly<Record<keyof Limits, LimitOption>> = {
  maxConnections: {
    flag: '--max-connections',
    preset: DEFAULT_LIMITS.maxConnections,
    help: 'the maximum number of open connections; the server closes any further connection at once',
  },
  headersTimeout: {
    flag: '--headers-timeout',
    preset: DEFAULT_LIMITS.headersTimeout,
    help: 'the time in milliseconds within which the request line and the headers must arrive',
  },
  requestTimeout: {
    flag: '--request-timeout',
    preset: DEFAULT_LIMITS.requestTimeout,
    help: 'the time in milliseconds within which a request with its body must arrive',
  },
  keepAliveTimeout: {
    flag: '--keep-alive-timeout',
    preset: DEFAULT_LIMITS.keepAliveTimeout,
    help: 'the time in milliseconds for which an idle connection waits for its next request',
  },
  stallTimeout: {
    flag: '--stall-timeout',
    preset: DEFAULT_LIMITS.stallTimeout,
    help: 'the time in milliseconds within which a client must receive one part of an answer',
  },
  maxHeaderSize: {
    flag: '--max-header-size',
    preset: DEFAULT_LIMITS.maxHeaderSize,
    help: 'the maximum number of bytes of request line and headers; a longer request gets 431',
  },
  maxBodySize: {
    flag: '--max-body-size',
    preset: DEFAULT_LIMITS.maxBodySize,
    help: 'the maximum number of bytes of a body, and of the texts in a form with files; a longer body gets 413',
  },
  maxUploadSize: {
    flag: '--max-upload-size',
    preset: DEFAULT_LIMITS.maxUploadSize,
    help: 'the maximum number of bytes of a form with files, for a caller who may upload; a longer form gets 413',
  },
  maxPipelined: {
    flag: '--max-pipelined',
    preset: DEFAULT_LIMITS.maxPipelined,
    help: 'the maximum number of pipelined requests that wait on one connection; a further request ends the connection',
  },
  sliceSize: {
    flag: '--slice-size',
    preset: DEFAULT_LIMITS.sliceSize,
    help: 'the maximum number of bytes of an answer that wait on one connection',
  },
  maxPendingBytes: {
    flag: '--max-pending-bytes',
    preset: DEFAULT_LIMITS.maxPendingBytes,
    help: 'the maximum number of bytes of long answers that wait for slow clients; for a further one, the server disconnects clients that stopped reading, or answers 503',
  },
}

export const withLimitOptions = (command: Command): Command =>
  Object.values(LIMIT_OPTIONS).reduce(
    (all, { flag, preset, help }) => all.option(`${flag} <number>`, help, limitNumber, preset),
    command,
  )
