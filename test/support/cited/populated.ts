/** Judges of the populate rules: they read how the query populates an attribute, and the attribute's value. */
import { populatable } from '../../../src/semantics/model.ts'
import { isObject } from '../../../src/util/json.ts'
import * as is from './judges.ts'
import { alike, and, not, or, type Table } from './judges.ts'
import * as asks from './requested.ts'

export const POPULATED = {
  'param.fields': asks.said((said) => asks.fieldsNamed(said) > 0),
  'fields.one': asks.said((said) => asks.fieldsNamed(said) === 1),
  'fields.several': asks.said((said) => asks.fieldsNamed(said) > 1),
  ...alike(['fields.restricts', 'fields.keeps-ids'], is.someEntry(asks.showsChosen)),
  'fields.not-populate': is.someEntry((entry) => asks.showsChosen(entry) && is.holdsPopulated(entry)),
  ...alike(
    ['fields.nested', 'populate.form.fields'],
    and(
      is.isBelow,
      asks.said((said) => asks.fieldsNamed(said) > 0),
    ),
  ),
  'param.populate': is.someEntry((entry) => is.holdsPopulated(entry) && entry.said.populate.kind !== 'none'),
  'populate.adds': is.anAttribute(({ kind }) => kind !== 'scalar'),
  ...alike(
    ['populate.form.all', 'populate.all.depth', 'limit.all-depth'],
    and(
      is.someEntry((entry) => is.holdsPopulated(entry) && entry.said.populate.kind === 'all'),
      is.isShallow,
    ),
  ),
  'populate.forms': asks.said(({ populate }) => populate.kind === 'attributes'),
  'populate.form.one': is.someEntry((entry) => is.holdsPopulated(entry) && asks.pathsNamed(entry.said) === 1),
  'populate.form.several': is.someEntry(
    (entry) => is.holdsPopulated(entry) && asks.pathsNamed(entry.said) > 1,
  ),
  'populate.commas': is.someEntry((entry) => is.holdsPopulated(entry) && asks.hasCommas(entry.said)),
  'populate.form.nested': and(
    is.isBelow,
    is.someEntry((entry) => entry.said.by === 'options' && is.holdsPopulated(entry)),
  ),
  ...alike(
    ['populate.depth', 'limit.depth'],
    and(
      is.isBelow,
      asks.said(({ populate }) => populate.kind !== 'none'),
    ),
  ),
  'populate.form.component': and(
    is.ofKind('component'),
    asks.said(({ by }) => by === 'name'),
  ),
  'populate.form.component-nested': and(is.ofKind('component'), is.ofComponent, asks.isOnPath),
  'populate.form.component-path': and(
    is.ofKind('component', 'zone'),
    is.someEntry((entry) => entry.said.by === 'path' && is.holdsPopulated(entry)),
  ),
  'populate.form.zone': and(
    is.ofKind('zone'),
    asks.said(({ by }) => by === 'name'),
    not(asks.isListed),
    is.everyEntry(is.hasAllScalars),
  ),
  'populate.built-in': and(asks.isListed, asks.listsBuiltIn),
  'populate.on': or(asks.isListed, asks.isUnlisted),
  'populate.form.zone-on': and(is.ofKind('zone'), asks.isListed),
  'populate.form.zone-on-all': and(
    is.ofKind('zone'),
    asks.isListed,
    is.someEntry(({ said }) => said.populate.kind === 'all'),
  ),
  ...alike(['populate.form.filters', 'populate.filters.list'], and(is.isBelow, asks.isFiltered)),
  'populate.sort.list': and(is.isBelow, asks.isSorted),
  'populate.form.sort': and(
    is.isBelow,
    asks.said(({ sort }) => sort !== undefined),
  ),
  'populate.filters.top': and(is.isBelow, or(asks.isFiltered, asks.isSorted)),
  'populate.count': and(asks.isCounted, is.someValue(is.isCount)),
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
  'populate.order': and(is.someValue(is.isLong), not(asks.isSorted)),
  'populate.to-one': and(
    is.anAttribute((one) => one.kind !== 'scalar' && one.kind !== 'zone' && !one.many),
    is.someValue((value) => value === null || isObject(value)),
  ),
  'populate.morph': and(
    is.ofKind('morphTo'),
    is.everyEntry(({ shown, model }) => shown.__type === model.uid),
  ),
  'populate.status': and(is.isBelow, asks.isOfDrafted, asks.isOfRequestedStatus),
  'entry.unwrapped': and(
    is.anAttribute(({ kind }) => kind !== 'scalar'),
    not(is.someValue(is.isWrapped)),
  ),
  'populate.creators': or(
    asks.isHiddenCreator,
    is.anAttribute((one) => one.kind === 'relation' && one.via === 'creator' && !one.private),
  ),
  'access.unpopulated': asks.isClosed,
  ...alike(['access.role', 'populate.permission'], or(asks.isClosed, asks.isFindable)),
} satisfies Table
