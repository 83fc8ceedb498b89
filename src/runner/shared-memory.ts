/** Memory of a thread that the server reads while the thread is blocked. */

/** The places of the numbers: the request whose code runs now, the megabytes of the heap, and what was loaded. */
export const REQUEST = 0
export const HEAP = 1
/** Counts the files that the thread began to load. */
export const LOADED = 2
const LENGTH = 3

const NUMBERS = 4
const MOST_BYTES = 500

export const newSharedMemory = (): SharedArrayBuffer => new SharedArrayBuffer(NUMBERS * 4 + MOST_BYTES)

export const numbersOf = (memory: SharedArrayBuffer): Int32Array => new Int32Array(memory, 0, NUMBERS)

const bytesOf = (memory: SharedArrayBuffer): Uint8Array => new Uint8Array(memory, NUMBERS * 4)

/** The file whose code runs at the top level, relative to the project; empty for none. */
export function fileIn(memory: SharedArrayBuffer): string {
  const length = Math.min(Atomics.load(numbersOf(memory), LENGTH), MOST_BYTES)
  return Buffer.from(bytesOf(memory).slice(0, length)).toString('utf8')
}

/** Notes the file whose code runs now, and the one before it when that code ends. */
export function fileNotes(memory: SharedArrayBuffer): <T>(file: string, run: () => T) => T {
  const numbers = numbersOf(memory)
  const bytes = bytesOf(memory)
  // The thread runs.
  Atomics.add(numbers, LOADED, 1)
  let current: Uint8Array = new Uint8Array()
  const note = (text: Uint8Array): void => {
    current = text
    bytes.set(text)
    Atomics.store(numbers, LENGTH, text.length)
  }
  return (file, run) => {
    const before = current
    note(Buffer.from(file).subarray(0, MOST_BYTES))
    Atomics.add(numbers, LOADED, 1)
    try {
      return run()
    } finally {
      note(before)
    }
  }
}
