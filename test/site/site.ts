/** Builds the model of the site from the sources and fixtures, for tests. */
import { fileURLToPath } from 'node:url'
import { gather } from '../../src/tools/site/model/gathered.ts'
import { type Inputs, modelOf, readInputs, type SiteModel } from '../../src/tools/site/model/model.ts'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

let read: Inputs | undefined

/** Returns the inputs of the site, read once. */
export function inputs(): Inputs {
  read ??= readInputs('0.0.0', gather(ROOT))
  return read
}

/** Returns the model of the site, with some inputs replaced. */
export const model = (changed: Partial<Inputs> = {}): SiteModel => modelOf({ ...inputs(), ...changed })
