/**
 * What an answer costs, counted as it is worked out: a row looked at, a link followed, a value written, a comparison of a
 * sort each count one. No clock is read, so that equal requests on equal data cost the same everywhere.
 */

/** The part of the query that the work is done for. */
export type Work = 'filters' | '_q' | 'sort' | 'populate'

/** Thrown by a meter that has run out, and caught by the evaluation that it measures. */
export class WorkExceeded extends Error {
  override readonly name = 'WorkExceeded'
  readonly work: Work

  constructor(work: Work) {
    super(`too much work for ${work}`)
    this.work = work
  }
}

/** Counts down from a budget. */
export class Meter {
  private left: number

  constructor(budget: number) {
    this.left = budget
  }

  /** @throws WorkExceeded where the budget is spent. */
  spend(units: number, work: Work): void {
    this.left -= units
    if (this.left < 0) throw new WorkExceeded(work)
  }
}
