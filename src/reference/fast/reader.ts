/** Performs reads with cached plans, and with cached texts of entries. */
import type { LruBudget } from '../../util/cache/lru.ts'
import { renderValues, type Values } from '../evaluate/render.ts'
import type { Reading } from '../prepare.ts'
import type { Read, Reader } from '../read.ts'
import type { Texts } from '../respond/pieces.ts'
import { planCache } from './plans.ts'
import { textCache } from './texts.ts'

/** Makes a function that reads like `reader.read`, but may return entries as cached JSON texts. */
export function cachingReader(reader: Reader, cache: LruBudget): (reading: Reading) => Read<Values | Texts> {
  const texts = textCache(cache)
  const plans = planCache(reader, cache, texts.keyOf)
  return (reading) => {
    const planned = plans(reading)
    if ('ok' in planned) return planned
    const { prepared, textKey } = planned
    return reader.perform<Values | Texts>(prepared, textKey === null ? renderValues : texts.renderer(textKey))
  }
}
