/** Shrinks a write session that shows a mismatch: removes steps, and parts of queries and bodies. */
import { isList, isObject, type Json } from '../../util/json.ts'
import { pointerSteps, pointerTo, valueAt } from '../../util/pointer.ts'
import { needlessParts } from '../shrink/query.ts'
import { createShrinker, halves, removeNeedless } from '../shrink/shrink.ts'
import type { SessionStep, WriteSession } from '../suite/session.ts'
import { stepsUsed } from './markers/markers.ts'
import type { PlayedSession } from './play.ts'

/** A function that plays a session. It resolves to undefined if the session does not show the original mismatch. */
export type Show = (session: WriteSession) => Promise<PlayedSession | undefined>

/**
 * Returns the smallest session with the same mismatch that a number of attempts finds. First replays the session
 * without the steps after the mismatch; the result is undefined if this session does not show the mismatch.
 */
export async function shrinkSession(
  first: PlayedSession,
  tries: number,
  show: Show,
): Promise<PlayedSession | undefined> {
  const last = Math.max(first.write.number, isOwn(first) ? first.step.number : 0)
  const cut = withSteps(first.session, (step) => step.number <= last)
  const again = await show(cut)
  if (again === undefined) return undefined
  const shrinker = createShrinker(again, tries)
  const attempt = (session: WriteSession): Promise<boolean> => shrinker.attempt(() => show(session))
  const now = (): WriteSession => shrinker.smallest().session
  const others = cut.steps.slice(0, -1)
  await removeNeedless(others.length, { sizes: halves(others.length), closesUp: true }, (gone) => {
    const numbers = new Set([...gone].flatMap((place) => others[place]?.number ?? []))
    const session = withoutSteps(cut, numbers)
    return session.steps.at(-1)?.number === last ? attempt(session) : Promise.resolve(false)
  })
  for (const { number } of now().steps) {
    const url = stepOf(now(), number)?.url ?? ''
    await needlessParts(url, (fewer) => attempt(withStep(now(), number, (step) => ({ ...step, url: fewer }))))
    await withLessBody(number, now, attempt)
  }
  // The shrinker plays the smallest session once more at the end, because later attempts may have reused the ids of
  // its documents.
  return (await show(now())) ?? shrinker.smallest()
}

const isOwn = ({ session, step }: PlayedSession): boolean => session.steps.includes(step)

const stepOf = ({ steps }: WriteSession, number: number): SessionStep | undefined =>
  steps.find((step) => step.number === number)

const withSteps = (session: WriteSession, isKept: (step: SessionStep) => boolean): WriteSession => ({
  ...session,
  steps: session.steps.filter(isKept),
})

const withStep = (
  session: WriteSession,
  number: number,
  change: (step: SessionStep) => SessionStep,
): WriteSession => ({
  ...session,
  steps: session.steps.map((step) => (step.number === number ? change(step) : step)),
})

/** Removes the given steps from a session, and all steps that use values from the answers to removed steps. */
function withoutSteps(session: WriteSession, numbers: ReadonlySet<number>): WriteSession {
  const gone = new Set(numbers)
  for (const step of session.steps) if (stepsUsed(step).some((used) => gone.has(used))) gone.add(step.number)
  return withSteps(session, ({ number }) => !gone.has(number))
}

/**
 * Removes members and items from the request body of a step. First removes members of `data` in groups, and then
 * nested parts one by one.
 */
async function withLessBody(
  number: number,
  now: () => WriteSession,
  attempt: (session: WriteSession) => Promise<boolean>,
): Promise<void> {
  const whole = stepOf(now(), number)?.json
  if (whole === undefined) return
  const top = placesIn(whole, ['/data'])
  const tried = (gone: readonly string[], from: Json): Promise<boolean> =>
    attempt(withStep(now(), number, (step) => ({ ...step, json: without(from, gone) })))
  await removeNeedless(top.length, { sizes: halves(top.length), closesUp: true }, (gone) =>
    tried(
      top.filter((_, at) => gone.has(at)),
      whole,
    ),
  )
  for (let level = top; level.length > 0; ) {
    const rest = stepOf(now(), number)?.json ?? null
    level = placesIn(rest, level)
    // The last items are removed first, so that the indexes of earlier items stay valid.
    for (const place of level.toReversed()) await tried([place], stepOf(now(), number)?.json ?? null)
  }
}

/** Returns the JSON pointers of all members and items one level below the given pointers. */
function placesIn(json: Json, places: readonly string[]): readonly string[] {
  return places.flatMap((place) => {
    const here = valueAt(json, place)
    const keys = isList(here)
      ? here.map((_, index) => String(index))
      : isObject(here)
        ? Object.keys(here)
        : []
    return keys.map((key) => pointerTo(place, key))
  })
}

/** Copies a JSON value without the members and items at the given JSON pointers. */
function without(json: Json, pointers: readonly string[]): Json {
  const copy: unknown = structuredClone(json)
  for (const pointer of pointers.toReversed()) {
    const steps = pointerSteps(pointer)
    const key = steps.at(-1) ?? ''
    let owner: unknown = copy
    for (const step of steps.slice(0, -1)) owner = Object(owner)[step]
    if (Array.isArray(owner)) owner.splice(Number(key), 1)
    else Reflect.deleteProperty(Object(owner), key)
  }
  return JSON.parse(JSON.stringify(copy))
}
