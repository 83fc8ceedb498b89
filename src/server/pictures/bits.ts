/** Bits one after the other, in bytes that fill from the lowest bit or from the highest. */
export class Bits {
  private bytes = new Uint8Array(1024)
  private length = 0
  private held = 0
  private count = 0
  private readonly isHighFirst: boolean
  /** Written after each byte that is full, such as a zero after 0xff. */
  private readonly after: ((byte: number) => number | undefined) | undefined

  constructor(order: 'low-first' | 'high-first', after?: (byte: number) => number | undefined) {
    this.isHighFirst = order === 'high-first'
    this.after = after
  }

  /** The low `count` bits of a value, at most 16. */
  put(value: number, count: number): void {
    for (let at = 0; at < count; at++) {
      const bit = (value >> (this.isHighFirst ? count - 1 - at : at)) & 1
      this.held |= bit << (this.isHighFirst ? 7 - this.count : this.count)
      if (++this.count === 8) this.flush()
    }
  }

  /** The bytes; what the last one lacks is filled with this bit. */
  end(filler: 0 | 1 = 0): Uint8Array {
    while (this.count > 0) this.put(filler, 1)
    return this.bytes.subarray(0, this.length)
  }

  private flush(): void {
    const byte = this.held
    this.held = 0
    this.count = 0
    this.push(byte)
    const more = this.after?.(byte)
    if (more !== undefined) this.push(more)
  }

  private push(byte: number): void {
    if (this.length === this.bytes.length) {
      const larger = new Uint8Array(this.bytes.length * 2)
      larger.set(this.bytes)
      this.bytes = larger
    }
    this.bytes[this.length++] = byte
  }
}
