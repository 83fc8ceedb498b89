/** Prints the lines of a project's code, or counts the lines while a command sends its own requests to the code. */
export class CodeOutput {
  readonly #print: (line: string) => void
  #isQuiet = false
  #count = 0

  constructor(print: (line: string) => void) {
    this.#print = print
  }

  /** Prints a line, or counts the line during a call of `quietly`. */
  readonly tell = (line: string): void => {
    if (this.#isQuiet) this.#count++
    else this.#print(line)
  }

  /** Calls `work` without printing lines. Returns its result and the number of lines that were not printed. */
  async quietly<T>(work: () => Promise<T>): Promise<{ readonly result: T; readonly count: number }> {
    this.#isQuiet = true
    this.#count = 0
    try {
      return { result: await work(), count: this.#count }
    } finally {
      this.#isQuiet = false
    }
  }
}
