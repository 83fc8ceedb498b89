/** Advice for each change: how to write a request that works on both sides. */
import type { ChangeId } from '../../../reference/strapi/changes.ts'
import type { ProfileSwitch } from '../servers.ts'

const ADVICE: { readonly [id in ChangeId]?: string } = {
  'page-without-pagesize': 'write the size beside the page: `pagination[page]=2&pagination[pageSize]=25`',
  'empty-morph-many-is-array': 'take an empty list and `null` alike: `entry.photos ?? []`',
  'like-wildcards-escaped': 'leave `%` and `_` out of operands, or expect them to be plain characters',
  'populate-comma-list-accepted': 'write the names one by one: `populate[0]=a&populate[1]=b`',
  'populate-name-strictly-validated':
    'leave `populate=true`, `populate=1` and unknown names out, or write `populate=*`',
  'populate-star-in-list-400': 'write `populate=*` alone',
  'bad-populate-type-400':
    'write either a list of names or an object, not both: `populate[a]=true&populate[b]=true`',
  'order-direction-400': 'write `asc` or `desc`',
  'opaque-operand-dropped':
    'send at most 100 items of a list in one request, and no names where positions belong',
  'unknown-filter-operator-refused': 'write operators as the guide does, with `$` and in their own letters',
  'qs-6.14.1-array-limit': 'send at most 100 items of a list in one request',
  'qs-6.15.0': 'keep list positions below 100, and give a name either a value or members',
  'qs-6.15.2-unbalanced-brackets': 'close every bracket of a name',
  'nested-populate-value-validated': 'write `populate[a][populate]=b`, with names that there are',
  'locale-only-on-localized-types':
    'ask for `locale` and `localizations` only of translated types, and expect them only there',
  publicationFilter: 'leave `publicationFilter` out where it was never meant',
  hasPublishedVersion: 'leave `hasPublishedVersion` out where it was never meant',
  'numbers-parsed-strictly-500': 'send a number, or no condition, where a number is compared',
  'unsorted-list-by-id': 'name the order that is wanted: `sort=createdAt:desc`',
  'populate-sort-ties-by-id': 'add a second key that breaks ties: `sort[0]=score&sort[1]=id`',
  'morph-populate-star-and-permission':
    'name what is wanted of each kind: `populate[items][on][api::a.a]=true`',
  'dotted-unpermitted-tail-drops-branch': 'give the role `find` on the last type, or leave the last name out',
  'unpermitted-relation-star-dropped': 'give the role `find` on the type, or leave the relation out',
  'morph-populate-count': 'leave `count` out where the entries are wanted',
  'empty-morph-list-kept': 'take an empty list and nothing alike: `entry.items ?? []`',
  'null-morphToOne-500': 'give every entry a target, or leave the attribute out',
  'zone-on-relation-status': 'name the status that is wanted: `status=published`',
  'empty-fields-or-populate': 'leave a parameter out where it has no value',
  'shape-errors-400': 'read `error.status`, and send what the guide shows',
  'sort-status': 'leave `status` out of `sort`',
  'locale-star-total': 'count the entries of the pages, not `meta.pagination.total`, below 5.30.1',
  'locale-array-accepted': 'ask for each locale in a request of its own',
  'fields-inside-components': 'leave `fields` of a component out below 5.6.0',
  'zone-populate-star': 'name the kinds of a zone: `populate[zone][on][kind]=true`',
}

/** null without advice, for example for decisions of databases. */
export const adviceOf = (oneSwitch: ProfileSwitch): string | null =>
  oneSwitch.kind === 'change' && oneSwitch.on ? (ADVICE[oneSwitch.id] ?? null) : null
