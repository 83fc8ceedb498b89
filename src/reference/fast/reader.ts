/** Reads with cached plans, and with entries as cached texts. */
import type { LruBudget } from '../../util/cache/lru.ts'
import { renderValues, type Values } from '../evaluate/render.ts'
import type { Reading } from '../prepare.ts'
import type { Read, Reader } from '../read.ts'
import type { Texts } from '../respond/pieces.ts'
import { planCache } from './plans.ts'
import { textCache } from './texts.ts'

/** Reads as `reader.read` does, and may render entries as texts. */
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
