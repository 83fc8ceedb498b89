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

/** Counts up to a budget. */
export class Meter {
  private readonly budget: number
  private used = 0

  constructor(budget: number) {
    this.budget = budget
  }

  /** Steps taken so far, with those that the budget no longer had. */
  get spent(): number {
    return this.used
  }

  /** @throws WorkExceeded where the budget is spent. */
  spend(units: number, work: Work): void {
    this.used += units
    if (this.used > this.budget) throw new WorkExceeded(work)
  }
}
