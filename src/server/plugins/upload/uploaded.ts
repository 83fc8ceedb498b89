/** The store of uploaded files in memory. */
import { type FindFile, filesOf } from '../../stored.ts'

/** The maximum total size of all uploaded files, in bytes. */
const MOST = 256 * 1024 * 1024

export class Uploaded {
  readonly #files = new Map<string, Uint8Array>()
  readonly #most: number
  #held = 0

  readonly #onStored: (name: string, bytes: Uint8Array) => void

  /**
   * The parameter `onStored` is called with each stored file. The parameter `most` is the maximum total size in bytes.
   */
  constructor(onStored: (name: string, bytes: Uint8Array) => void = () => undefined, most = MOST) {
    this.#onStored = onStored
    this.#most = most
  }

  /** Stores a file under its name; returns false if all files together would exceed the maximum total size. */
  keep(name: string, bytes: Uint8Array): boolean {
    const before = this.#files.get(name)?.length ?? 0
    if (this.#held - before + bytes.length > this.#most) return false
    this.#held += bytes.length - before
    this.#files.set(name, bytes)
    this.#onStored(name, bytes)
    return true
  }

  forget(name: string): void {
    this.#held -= this.#files.get(name)?.length ?? 0
    this.#files.delete(name)
  }

  /** Finds a stored file for `/uploads/…`. */
  get find(): FindFile {
    return filesOf(this.#files)
  }
}
