/** A disk that simulates the end of its process at a chosen system call: that call and all later calls fail. */
import type { SaveDisk } from '../../../src/sources/write/saving/disk.ts'

/** The error that simulates the end of the process. The code that saves must not catch it. */
export class Killed extends Error {
  override readonly name = 'Killed'
}

/** Counts system calls, and throws at the call with a chosen number. */
export class Killer {
  #calls = 0
  readonly #at: number

  /** The parameter `at` is the number of the call that fails, from 1; by default no call fails. */
  constructor(at = Number.POSITIVE_INFINITY) {
    this.#at = at
  }

  get calls(): number {
    return this.#calls
  }

  /** Returns a disk that counts the calls of the disk `real`. A stopped write has written half of its bytes. */
  disk(real: SaveDisk): SaveDisk {
    const count = (): void => {
      if (++this.#calls >= this.#at) throw new Killed('killed')
    }
    const counted =
      <Given extends readonly unknown[], Result>(call: (...given: Given) => Result) =>
      (...given: Given): Result => {
        count()
        return call(...given)
      }
    return {
      create: counted(real.create),
      open: counted(real.open),
      write: (file, bytes) => {
        const isLast = this.#calls + 1 === this.#at
        if (isLast) real.write(file, bytes.subarray(0, bytes.length >> 1))
        count()
        return real.write(file, bytes)
      },
      flush: counted(real.flush),
      close: counted(real.close),
      rename: counted(real.rename),
      link: counted(real.link),
      remove: counted(real.remove),
      makeFolder: counted(real.makeFolder),
      removeFolder: counted(real.removeFolder),
      namesIn: counted(real.namesIn),
    }
  }
}
