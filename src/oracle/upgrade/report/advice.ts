/** The advice about changes between releases: how to write a request that works before and after a change. */
import type { ChangeId } from '../../../reference/strapi/changes.ts'
import type { ProfileSwitch } from '../servers.ts'

const ADVICE: { readonly [id in ChangeId]?: string } = {
  'page-without-pagesize': 'send the size with the page: `pagination[page]=2&pagination[pageSize]=25`',
  'empty-morph-many-is-array': 'handle both `[]` and `null`: `entry.photos ?? []`',
  'like-wildcards-escaped': 'remove `%` and `_` from operands, or expect them to match literally',
  'populate-comma-list-accepted': 'write the names one by one: `populate[0]=a&populate[1]=b`',
  'populate-name-strictly-validated':
    'remove `populate=true`, `populate=1` and unknown names, or write `populate=*`',
  'populate-star-in-list-400': 'write `populate=*` without other names',
  'bad-populate-type-400':
    'write either a list of names or an object, not both: `populate[a]=true&populate[b]=true`',
  'order-direction-400': 'write `asc` or `desc`',
  'opaque-operand-dropped':
    'send at most 100 items of a list in one request, with indexes as keys: `[$in][0]=a`',
  'unknown-filter-operator-refused': 'write operators exactly as in the guide, such as `$eqi`',
  'qs-6.14.1-array-limit': 'send at most 100 items of a list in one request',
  'qs-6.15.0': 'use list indexes below 100, and give a parameter either a value or members',
  'qs-6.15.2-unbalanced-brackets': 'close every bracket in the name of a parameter',
  'nested-populate-value-validated': 'write `populate[a][populate]=b`, with existing names',
  'locale-only-on-localized-types': 'request `locale` and `localizations` only of localized types',
  publicationFilter: 'remove `publicationFilter` if you did not intend it',
  hasPublishedVersion: 'remove `hasPublishedVersion` if you did not intend it',
  'numbers-parsed-strictly-500': 'compare numeric attributes only with numbers',
  'unsorted-list-by-id': 'request the order that you need: `sort=createdAt:desc`',
  'populate-sort-ties-by-id': 'add a second key that breaks ties: `sort[0]=score&sort[1]=id`',
  'morph-populate-star-and-permission': 'request each type separately: `populate[items][on][api::a.a]=true`',
  'dotted-unpermitted-tail-drops-branch':
    'grant `find` on the last type of the path, or remove its last name',
  'unpermitted-relation-star-dropped': 'grant `find` on the type of the relation, or remove the relation',
  'morph-populate-count': 'remove `count` to get the entries',
  'empty-morph-list-kept': 'handle both an empty list and an absent attribute: `entry.items ?? []`',
  'null-morphToOne-500': 'link a target in every entry, or do not populate the attribute',
  'zone-on-relation-status': 'request the status that you need: `status=published`',
  'empty-fields-or-populate': 'remove parameters without a value',
  'shape-errors-400': 'send requests in the form that the guide shows, and read `error.status`',
  'sort-status': 'remove `status` from `sort`',
  'locale-star-total':
    'below 5.30.1, count the entries of all pages instead of using `meta.pagination.total`',
  'locale-array-accepted': 'request each locale separately',
  'fields-inside-components': 'below 5.6.0, remove `fields` of components',
  'zone-populate-star': 'name the component types of a zone: `populate[zone][on][kind]=true`',
}

/**
 * Returns the advice about a difference between two servers; null if there is none, for example for a decision of a
 * database.
 */
export const adviceOf = (oneSwitch: ProfileSwitch): string | null =>
  oneSwitch.kind === 'change' && oneSwitch.on ? (ADVICE[oneSwitch.id] ?? null) : null
