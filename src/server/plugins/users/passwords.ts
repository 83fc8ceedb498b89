/**
 * The passwords in the rows of users. New passwords are bcrypt hashes, as in Strapi, so that the code of a project can
 * compare them. A dataset may also have passwords as plain text.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { USER_UID } from '../../../reference/schema/schema.ts'
import { digest } from '../../../util/digest.ts'
import type { ServedWorld } from '../../world.ts'

/** The pattern of a bcrypt hash: a prefix such as `$2b$10$`, and 53 characters. */
const HASH = /^\$2[abxy]?\$(\d\d)\$[./A-Za-z0-9]{53}$/

/**
 * The prefix of a stored password that the content API wrote. A SHA-256 digest without a salt follows the prefix (rule
 * `write.values.password`).
 */
const DIGEST = 'sha256:'

/** The maximum cost of a bcrypt hash, where 14 means 2^14 rounds; a higher cost would block the server. */
const MOST_ROUNDS = 14
/** The cost of new bcrypt hashes: 10 means 2^10 rounds. */
const ROUNDS = 10
/** The maximum number of queued hash computations; the server refuses any further computation. */
const MOST_WAITING = 50

export class Passwords {
  private readonly key = randomBytes(32)
  private readonly world: ServedWorld
  private last: Promise<unknown> = Promise.resolve()
  private waiting = 0

  constructor(world: ServedWorld) {
    this.world = world
  }

  /** Computes the hash of a new password; `busy` if the queue is full. */
  hash(password: string): Promise<string | 'busy'> {
    return this.inTurn(async () => (await bcrypt()).hash(password, ROUNDS))
  }

  /** Stores the hash of a password in the row of a user. */
  store(id: number, hash: string): void {
    this.world.change(({ update }) => update(USER_UID, id, { password: hash }))
  }

  /** Returns whether a password equals the stored password; `busy` if the queue is full. */
  async matches(password: string, stored: string | null): Promise<boolean | 'busy'> {
    if (stored === null || stored === '') return false
    if (stored.startsWith(DIGEST)) return this.isSame(stored, `${DIGEST}${digest(password)}`)
    const rounds = HASH.exec(stored)?.[1]
    if (rounds === undefined) return this.isSame(stored, password)
    if (Number(rounds) > MOST_ROUNDS) return false
    return this.inTurn(async () => (await bcrypt()).compare(password, stored))
  }

  private isSame(stored: string, given: string): boolean {
    return timingSafeEqual(this.digest(stored), this.digest(given))
  }

  private digest(text: string): Buffer {
    return createHmac('sha256', this.key).update(text).digest()
  }

  /** Runs one hash computation at a time, because each computation blocks the thread. */
  private async inTurn<T>(task: () => Promise<T>): Promise<T | 'busy'> {
    if (this.waiting >= MOST_WAITING) return 'busy'
    this.waiting++
    const mine = this.last.then(task)
    this.last = mine.catch(() => false)
    try {
      return await mine
    } finally {
      this.waiting--
    }
  }
}

const bcrypt = async () => (await import('bcryptjs')).default
