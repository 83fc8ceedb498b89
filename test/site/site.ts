/** The model of the site as the sources and fixtures have it, for the tests. */
import { fileURLToPath } from 'node:url'
import { gather } from '../../src/tools/site/model/gathered.ts'
import { type Inputs, modelOf, readInputs, type SiteModel } from '../../src/tools/site/model/model.ts'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

let read: Inputs | undefined

/** What the site is made from; read once. */
export function inputs(): Inputs {
  read ??= readInputs('0.0.0', gather(ROOT))
  return read
}

/** The model, with parts of what is read replaced. */
export const model = (changed: Partial<Inputs> = {}): SiteModel => modelOf({ ...inputs(), ...changed })
