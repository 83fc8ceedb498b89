/** Judges of the rules of what is populated: how it is asked for, and what stands there. */
import { populatable } from '../../../properties/arbitraries/places.ts'
import { isObject } from '../../../src/ground/json.ts'
import * as is from './judges.ts'
import { all, both, either, not, type Table } from './judges.ts'
import * as asks from './requested.ts'

export const POPULATED = {
  'param.fields': asks.said((said) => asks.fieldsNamed(said) > 0),
  'fields.one': asks.said((said) => asks.fieldsNamed(said) === 1),
  'fields.several': asks.said((said) => asks.fieldsNamed(said) > 1),
  ...all(['fields.restricts', 'fields.keeps-ids'], is.someEntry(asks.showsChosen)),
  'fields.not-populate': is.someEntry((entry) => asks.showsChosen(entry) && is.holdsPopulated(entry)),
  ...all(
    ['fields.nested', 'populate.form.fields'],
    both(
      is.isBelow,
      asks.said((said) => asks.fieldsNamed(said) > 0),
    ),
  ),
  'param.populate': is.someEntry((entry) => is.holdsPopulated(entry) && entry.said.populate.kind !== 'none'),
  'populate.adds': is.anAttribute(({ kind }) => kind !== 'scalar'),
  ...all(
    ['populate.form.all', 'populate.all.depth', 'limit.all-depth'],
    both(
      is.someEntry((entry) => is.holdsPopulated(entry) && entry.said.populate.kind === 'all'),
      is.isShallow,
    ),
  ),
  'populate.forms': asks.said(({ populate }) => populate.kind === 'attributes'),
  'populate.form.one': is.someEntry((entry) => is.holdsPopulated(entry) && asks.pathsNamed(entry.said) === 1),
  'populate.form.several': is.someEntry(
    (entry) => is.holdsPopulated(entry) && asks.pathsNamed(entry.said) > 1,
  ),
  'populate.form.nested': both(
    is.isBelow,
    is.someEntry((entry) => entry.said.by === 'options' && is.holdsPopulated(entry)),
  ),
  ...all(
    ['populate.depth', 'limit.depth'],
    both(
      is.isBelow,
      asks.said(({ populate }) => populate.kind !== 'none'),
    ),
  ),
  'populate.form.component': both(
    is.ofKind('component'),
    asks.said(({ by }) => by === 'name'),
  ),
  'populate.form.component-nested': both(is.ofKind('component'), is.ofComponent, asks.isOnPath),
  'populate.form.component-path': both(
    is.ofKind('component', 'zone'),
    is.someEntry((entry) => entry.said.by === 'path' && is.holdsPopulated(entry)),
  ),
  'populate.form.zone': both(
    is.ofKind('zone'),
    asks.said(({ by }) => by === 'name'),
    not(asks.isListed),
    is.everyEntry(is.hasAllScalars),
  ),
  'populate.on': either(asks.isListed, asks.isUnlisted),
  'populate.form.zone-on': both(is.ofKind('zone'), asks.isListed),
  'populate.form.zone-on-all': both(
    is.ofKind('zone'),
    asks.isListed,
    is.someEntry(({ said }) => said.populate.kind === 'all'),
  ),
  ...all(['populate.form.filters', 'populate.filters.list'], both(is.isBelow, asks.isFiltered)),
  'populate.sort.list': both(is.isBelow, asks.isSorted),
  'populate.form.sort': both(
    is.isBelow,
    asks.said(({ sort }) => sort !== undefined),
  ),
  'populate.filters.top': both(is.isBelow, either(asks.isFiltered, asks.isSorted)),
  'populate.count': both(asks.isCounted, is.someValue(is.isCount)),
  'populate.without': is.someEntry(
    (entry) => entry.said.populate.kind === 'none' && is.hasMore(entry.model) && !is.holdsPopulated(entry),
  ),
  'populate.explicit': is.someEntry(
    (entry) =>
      (entry.said.by === 'name' || entry.said.by === 'star') &&
      populatable(entry.model).length > 0 &&
      !is.holdsPopulated(entry),
  ),
  'populate.kind.relation': is.ofKind('relation', 'morphTo', 'morphBy'),
  'populate.kind.media': is.ofKind('media'),
  'populate.kind.component': is.ofKind('component'),
  'populate.kind.zone': is.ofKind('zone'),
  'populate.localizations': is.anAttribute((one) => one.kind === 'relation' && one.via === 'localizations'),
  'populate.no-id-lists': is.hasEntry,
  'populate.order': both(is.someValue(is.isLong), not(asks.isSorted)),
  'populate.to-one': both(
    is.anAttribute((one) => one.kind !== 'scalar' && one.kind !== 'zone' && !one.many),
    is.someValue((value) => value === null || isObject(value)),
  ),
  'populate.morph': both(
    is.ofKind('morphTo'),
    is.everyEntry(({ shown, model }) => shown.__type === model.uid),
  ),
  'populate.status': both(is.isBelow, asks.isOfDrafted, asks.isOfStatusAsked),
  'entry.unwrapped': both(
    is.anAttribute(({ kind }) => kind !== 'scalar'),
    not(is.someValue(is.isWrapped)),
  ),
  'populate.creators': either(
    asks.isHiddenCreator,
    is.anAttribute((one) => one.kind === 'relation' && one.via === 'creator' && !one.private),
  ),
  'access.unpopulated': asks.isClosed,
  ...all(['access.role', 'populate.permission'], either(asks.isClosed, asks.isFindable)),
} satisfies Table
