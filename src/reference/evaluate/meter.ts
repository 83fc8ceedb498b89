/**
 * Counts the steps of an answer: one for each row tested, link followed, value shown and comparison of a sort. It reads
 * no clock, so that equal requests on equal data cost the same on every machine.
 */

/** The part of the query that a step is for. */
export type Work = 'filters' | '_q' | 'sort' | 'populate'

/** Thrown by a meter whose budget is spent. `evaluate` catches it. */
export class WorkExceeded extends Error {
  override readonly name = 'WorkExceeded'
  readonly work: Work

  constructor(work: Work) {
    super(`too much work for ${work}`)
    this.work = work
  }
}

/** Counts up to a budget. */
export class Meter {
  private readonly budget: number
  private used = 0

  constructor(budget: number) {
    this.budget = budget
  }

  /** Steps taken so far, the one that exceeded the budget included. */
  get spent(): number {
    return this.used
  }

  /** Steps that the budget still allows. */
  get left(): number {
    return this.budget - this.used
  }

  /** @throws WorkExceeded if the budget does not allow so many more steps. */
  spend(units: number, work: Work): void {
    this.used += units
    if (this.used > this.budget) throw new WorkExceeded(work)
  }
}
