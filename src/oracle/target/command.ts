/**
 * A target that is a subprocess. For each request, the process reads one line with a JSON object: `{id, method, url,
 * headers}`, and for a write also `body` as text. For each answer, the process writes one line with a JSON object:
 * `{id, status, body}`, and optionally `headers`. It may write these lines in any order. In an answer, `body` is text
 * or JSON, and `id` is a number or a text.
 */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { excess, MAX_BODY_BYTES } from '../bodies/excess.ts'
import { lineReader } from './lines.ts'
import { failed, type Outcome, received, type Target } from './target.ts'

interface CommandTargetOptions {
  /** The time in milliseconds after which a request without an answer counts as unanswered. */
  readonly timeout: number
  /**
   * The additional time, in milliseconds, that the process may take until it writes its first line. The default is
   * 10,000.
   */
  readonly start?: number
}

const MAX_START = 10_000

/** The maximum number of times that the check starts the process, including restarts after it ended. */
const MAX_STARTS = 10

interface PendingLine {
  readonly settle: (outcome: Outcome) => void
  /** Restarts the timeout of the pending request, once the process has started. */
  readonly begin: () => void
}

interface State {
  process: ChildProcessWithoutNullStreams | undefined
  readonly waiting: Map<number, PendingLine>
  /** Whether the process has written a line, which shows that it has started. */
  isStarted: boolean
  starts: number
  next: number
  /** The last line of the process's output that answers no open request. */
  noise: string
  /** The last characters that the process wrote to stderr. */
  complaint: string
}

/** The maximum number of characters from stderr that a failure message quotes. */
const MAX_COMPLAINT = 300

/**
 * Creates a target from a shell command. The shell runs the command in the current folder when the first request is
 * sent.
 */
export function commandTarget(
  command: string,
  { timeout, start: starting = MAX_START }: CommandTargetOptions,
): Target {
  const state: State = {
    process: undefined,
    waiting: new Map(),
    isStarted: false,
    starts: 0,
    next: 1,
    noise: '',
    complaint: '',
  }
  const ask: Target['ask'] = (request) =>
    new Promise((resolve) => {
      const child = state.process ?? start(command, state)
      if (child === undefined) return resolve(failed('crash', `the process ended ${MAX_STARTS} times`))
      const id = state.next++
      const late = (): void => {
        state.waiting.delete(id)
        const noise = state.noise === '' ? '' : `; the last output was: ${state.noise}`
        const message = `no answer within ${timeout} ms${noise}${complaintText(state)}`
        resolve(failed(state.noise === '' ? 'timeout' : 'garbage', message))
      }
      let timer = setTimeout(late, state.isStarted ? timeout : timeout + starting)
      const begin = (): void => {
        clearTimeout(timer)
        timer = setTimeout(late, timeout)
      }
      const settle = (outcome: Outcome): void => {
        clearTimeout(timer)
        state.waiting.delete(id)
        resolve(outcome)
      }
      state.waiting.set(id, { settle, begin })
      child.stdin.write(`${JSON.stringify({ id, ...request })}\n`)
    })
  return { name: command, ask, close: async () => stop(state) }
}

function start(command: string, state: State): ChildProcessWithoutNullStreams | undefined {
  if (state.starts >= MAX_STARTS) return undefined
  state.starts++
  // The process gets its own process group, so that the whole group can be killed.
  const child = spawn(command, { shell: true, stdio: 'pipe', detached: true })
  state.process = child
  state.isStarted = false
  const end = (message: string): void => {
    // If the check has started another process since, the pending requests belong to the newer process.
    if (state.process !== child) return
    state.process = undefined
    settleAll(state, failed('crash', message))
  }
  child.on('error', (error) => end(error.message))
  state.complaint = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    if (state.process === child) state.complaint = `${state.complaint}${text}`.slice(-MAX_COMPLAINT)
  })
  // Waits for the event `close` of the process. This event comes after the last output on stderr, which may contain
  // the reason why the process ended.
  child.on('close', (code, signal) => {
    end(`the process ended with ${code ?? signal}${complaintText(state)}`)
  })
  child.stdin.on('error', () => undefined)
  const endless = (): void => {
    end(`the process wrote a line of more than ${MAX_BODY_BYTES} characters`)
    kill(child)
  }
  child.stdout.setEncoding('utf8').on(
    'data',
    lineReader((line) => receive(line, state), endless),
  )
  return child
}

const complaintText = ({ complaint }: State): string =>
  complaint.trim() === '' ? '' : `; stderr: ${complaint.trim()}`

const settleAll = ({ waiting }: State, outcome: Outcome): void => {
  for (const { settle } of [...waiting.values()]) settle(outcome)
}

function receive(line: string, state: State): void {
  if (!state.isStarted) {
    state.isStarted = true
    for (const { begin } of state.waiting.values()) begin()
  }
  // The reader does not parse a line that is too long. The id in this line is therefore unknown, and all pending
  // requests fail.
  const tooMuch = excess(line)
  if (tooMuch !== undefined)
    return settleAll(state, failed('garbage', `the process wrote a line with ${tooMuch}`))
  const message = messageOf(line)
  const waiting = message === undefined ? undefined : state.waiting.get(message.id)
  if (message === undefined || waiting === undefined) {
    const id =
      message === undefined ? undefined : `an answer with the id ${message.id}, which no open request has: `
    if (line.trim() !== '') state.noise = `${id ?? ''}${line.slice(0, 200)}`
    return
  }
  waiting.settle(message.outcome)
}

function messageOf(line: string): { readonly id: number; readonly outcome: Outcome } | undefined {
  try {
    const json: unknown = JSON.parse(line)
    if (typeof json !== 'object' || json === null || !('id' in json)) return undefined
    // The id in an answer may be a text, because programs in some languages write every member as text.
    const id = typeof json.id === 'string' ? Number(json.id) : json.id
    return typeof id === 'number' ? { id, outcome: outcomeOf(json) } : undefined
  } catch {
    return undefined
  }
}

function outcomeOf(message: object): Outcome {
  if (!('status' in message)) return failed('garbage', 'the answer has no status')
  const body = 'body' in message ? message.body : ''
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return received(message.status, text, 'headers' in message ? message.headers : undefined)
}

function stop({ process: child }: State): void {
  child?.stdin.end()
  if (child !== undefined) kill(child)
}

/** Kills the process and its whole process group. */
function kill(child: ChildProcessWithoutNullStreams): void {
  if (child.pid === undefined) return
  try {
    process.kill(-child.pid, 'SIGTERM')
  } catch {
    // The process ended before it could be killed.
  }
}
