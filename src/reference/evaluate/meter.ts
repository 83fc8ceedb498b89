/**
 * Counts the evaluation steps of an answer: each tested row, followed link, shown value and sort comparison is one
 * step. The meter does not read the clock. Therefore, equal requests on equal data take the same number of steps on
 * every machine.
 */

/** The part of the query to which an evaluation step belongs. */
export type Work = 'filters' | '_q' | 'sort' | 'populate'

/**
 * The error that a meter throws when its budget of steps is exhausted. The function `evaluate` catches the error
 * `WorkExceeded`.
 */
export class WorkExceeded extends Error {
  override readonly name = 'WorkExceeded'
  readonly work: Work

  constructor(work: Work) {
    super(`too much work for ${work}`)
    this.work = work
  }
}

/** A counter of evaluation steps, which throws an error beyond its budget. */
export class Meter {
  private readonly budget: number
  private used = 0

  constructor(budget: number) {
    this.budget = budget
  }

  /** Returns the number of steps counted so far, including the step that exceeded the budget. */
  get spent(): number {
    return this.used
  }

  /** Returns the number of steps that remain in the budget. */
  get left(): number {
    return this.budget - this.used
  }

  /** Takes steps from the budget. @throws WorkExceeded if the budget has fewer steps left. */
  spend(units: number, work: Work): void {
    this.used += units
    if (this.used > this.budget) throw new WorkExceeded(work)
  }
}
