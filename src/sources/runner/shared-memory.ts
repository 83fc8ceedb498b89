/**
 * The memory that a thread and the server share. The thread writes into the shared memory, and the server can read
 * this memory even while the thread is blocked.
 */

/** The index in the shared memory for the id of the running request. */
export const REQUEST = 0
/** The index in the shared memory for the heap size of the thread, in megabytes. */
export const HEAP = 1
/** The index in the shared memory for the number of files that the thread has begun to load. */
export const LOADED = 2
/** The index in the shared memory for the length of the running file's name, in bytes. */
const LENGTH = 3

const NUMBERS = 4
const MOST_BYTES = 500

export const newSharedMemory = (): SharedArrayBuffer => new SharedArrayBuffer(NUMBERS * 4 + MOST_BYTES)

export const numbersOf = (memory: SharedArrayBuffer): Int32Array => new Int32Array(memory, 0, NUMBERS)

const bytesOf = (memory: SharedArrayBuffer): Uint8Array => new Uint8Array(memory, NUMBERS * 4)

/**
 * Returns the path of the file whose top-level code is running, relative to the project; an empty text if no such
 * code is running.
 */
export function fileIn(memory: SharedArrayBuffer): string {
  const length = Math.min(Atomics.load(numbersOf(memory), LENGTH), MOST_BYTES)
  return Buffer.from(bytesOf(memory).slice(0, length)).toString('utf8')
}

/**
 * Makes a function that runs the code of a file. While the code runs, the shared memory contains the path of the
 * file.
 */
export function fileNotes(memory: SharedArrayBuffer): <T>(file: string, run: () => T) => T {
  const numbers = numbersOf(memory)
  const bytes = bytesOf(memory)
  // Counts one file at once, to show the server that the thread has started to run.
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
