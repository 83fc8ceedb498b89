/** What stands in the file around a function, or in a file that it imports. */
import type { Syntax } from '../../code/syntax.ts'
import { NotRead } from './not-read.ts'
import { copied, type Datum, datumOf } from './run.ts'
import type { Expression, KnownNames } from './scope.ts'

/** @throws NotRead where the text does not tell what it is. */
export function constantOf(name: string, known: KnownNames, { line }: Syntax): Expression {
  const value = known.written.lookUp(name)
  if (value?.kind === 'unknown') throw new NotRead(value.why, value.line === 0 ? line : value.line)
  if (value === undefined) throw new NotRead(`\`${name}\` is not known here`, line)
  const constant = datumOf(value, ({ written }) =>
    written === undefined ? undefined : known.make.written(written, known.make),
  )
  if (typeof constant !== 'object' || constant === null) return () => constant
  return ({ run }) => fresh(constant, run.constants)
}

/** One copy for each request, which may be changed. */
function fresh(constant: Exclude<Datum, undefined | null> & object, copies: Map<object, Datum>): Datum {
  const known = copies.get(constant)
  if (known !== undefined) return known
  const copy = copied(constant)
  copies.set(constant, copy)
  return copy
}
