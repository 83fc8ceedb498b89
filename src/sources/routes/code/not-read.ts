/** Something in a file that the text alone does not tell. */
export class NotRead extends Error {
  override readonly name = 'NotRead'
  /** 1-based; 0 where it is the file as a whole. */
  readonly line: number

  constructor(why: string, line: number) {
    super(why)
    this.line = line
  }
}

/** What JavaScript would throw: the request gets a 500, as on the real server. */
export class Thrown extends Error {
  override readonly name = 'Thrown'
}
