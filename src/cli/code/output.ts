/** Prints the lines of a project's code; while a command sends its own requests to the code, only counts the lines. */
export class CodeOutput {
  readonly #print: (line: string) => void
  #isQuiet = false
  #count = 0

  constructor(print: (line: string) => void) {
    this.#print = print
  }

  /** Prints a line; during a call of `quietly`, only counts the line. */
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
