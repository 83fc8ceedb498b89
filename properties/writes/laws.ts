/** The list of all laws of writes. */
import { commanded } from './commanded.ts'
import { EXPLAINED_WRITE_LAWS } from './explained.ts'
import { modelled } from './model.ts'
import { sequences } from './sequences.ts'
import { SINGLE_WRITE_LAWS } from './single.ts'
import { VALUE_WRITE_LAWS } from './values.ts'
import type { WriteLaw } from './write-law.ts'

export const WRITE_LAWS: readonly WriteLaw[] = [
  sequences,
  ...SINGLE_WRITE_LAWS,
  ...VALUE_WRITE_LAWS,
  modelled,
  commanded,
  ...EXPLAINED_WRITE_LAWS,
]
