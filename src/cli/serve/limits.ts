/** The limits of the server as options. */
import type { Command } from 'commander'
import { DEFAULT_LIMITS, type Limits } from '../../server/http/limits.ts'
import { limitNumber } from '../numbers.ts'

interface LimitOption {
  readonly flag: string
  readonly preset: number
  readonly help: string
}

/** Each limit is an option of the same name; times are in milliseconds, sizes in bytes. */
const LIMIT_OPTIONS: Readonly<Record<keyof Limits, LimitOption>> = {
  maxConnections: {
    flag: '--max-connections',
    preset: DEFAULT_LIMITS.maxConnections,
    help: 'connections open at once; one more is closed as it comes',
  },
  headersTimeout: {
    flag: '--headers-timeout',
    preset: DEFAULT_LIMITS.headersTimeout,
    help: 'milliseconds for request line and headers to arrive',
  },
  requestTimeout: {
    flag: '--request-timeout',
    preset: DEFAULT_LIMITS.requestTimeout,
    help: 'milliseconds for a request with its body to arrive',
  },
  keepAliveTimeout: {
    flag: '--keep-alive-timeout',
    preset: DEFAULT_LIMITS.keepAliveTimeout,
    help: 'milliseconds a connection waits for its next request',
  },
  stallTimeout: {
    flag: '--stall-timeout',
    preset: DEFAULT_LIMITS.stallTimeout,
    help: 'milliseconds a reader may take over one slice of an answer',
  },
  maxHeaderSize: {
    flag: '--max-header-size',
    preset: DEFAULT_LIMITS.maxHeaderSize,
    help: 'bytes of request line and headers; 431 above it',
  },
  maxBodySize: {
    flag: '--max-body-size',
    preset: DEFAULT_LIMITS.maxBodySize,
    help: 'bytes of a body, and of the texts of a form with files; 413 above it',
  },
  maxUploadSize: {
    flag: '--max-upload-size',
    preset: DEFAULT_LIMITS.maxUploadSize,
    help: 'bytes of a form with files, where the caller may send files; 413 above it',
  },
  maxPipelined: {
    flag: '--max-pipelined',
    preset: DEFAULT_LIMITS.maxPipelined,
    help: 'requests that wait on one connection',
  },
  sliceSize: {
    flag: '--slice-size',
    preset: DEFAULT_LIMITS.sliceSize,
    help: 'bytes of an answer that wait in one connection',
  },
  maxPendingBytes: {
    flag: '--max-pending-bytes',
    preset: DEFAULT_LIMITS.maxPendingBytes,
    help: 'bytes of longer answers held for slow readers; 503 above it',
  },
}

export const withLimitOptions = (command: Command): Command =>
  Object.values(LIMIT_OPTIONS).reduce(
    (all, { flag, preset, help }) => all.option(`${flag} <number>`, help, limitNumber, preset),
    command,
  )
