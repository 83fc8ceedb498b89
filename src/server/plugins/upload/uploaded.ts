/** Files that were sent, in memory. */
import { type FindFile, filesOf } from '../../stored.ts'

/** Bytes of all files together. */
const MOST = 256 * 1024 * 1024

export class Uploaded {
  readonly #files = new Map<string, Uint8Array>()
  readonly #most: number
  #held = 0

  readonly #kept: (name: string, bytes: Uint8Array) => void

  /** `kept` is told of each file; `most`: how many bytes are held. */
  constructor(kept: (name: string, bytes: Uint8Array) => void = () => undefined, most = MOST) {
    this.#kept = kept
    this.#most = most
  }

  /** Whether there is room for a file; it is held then, under its name. */
  keep(name: string, bytes: Uint8Array): boolean {
    const before = this.#files.get(name)?.length ?? 0
    if (this.#held - before + bytes.length > this.#most) return false
    this.#held += bytes.length - before
    this.#files.set(name, bytes)
    this.#kept(name, bytes)
    return true
  }

  forget(name: string): void {
    this.#held -= this.#files.get(name)?.length ?? 0
    this.#files.delete(name)
  }

  /** What `/uploads/…` serves of them. */
  get find(): FindFile {
    return filesOf(this.#files)
  }
}
