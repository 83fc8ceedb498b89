/**
 * The rules of writes by id. Recorded requests to a real server demonstrate nearly every rule. The code that
 * implements a rule cites the id of the rule.
 */

export interface WriteRule {
  readonly says: string
  /**
   * The names of recordings in `fixtures/strapi-5.54/writes`. A rule without recordings has a case in `test/writing`.
   */
  readonly shown: readonly string[]
}

export const WRITE_RULES = {
  'write.create': {
    says: 'POST on a collection creates a document. The answer is 201 with the created document.',
    shown: ['morph-a/from-the-target/1', 'types-a/aBiginteger/1'],
  },
  'write.update': {
    says: 'PUT on a document changes the attributes in the body and leaves all other attributes unchanged. The answer is 200.',
    shown: ['types-a/update-keeps/2', 'types-a/update-keeps/3'],
  },
  'write.single': {
    says: 'PUT on a single type updates the document of the type, or creates the document if none exists. The answer to PUT on a single type is 200 in both cases.',
    shown: ['single-a/about-create/4', 'single-a/about-create/8'],
  },
  'write.delete': {
    says: 'DELETE deletes the draft and published rows of a document in one locale. The answer is 204, even if the document has no row in this locale.',
    shown: ['morph-a/from-the-target/7', 'perm-a/delete/1'],
  },
  'write.delete.locales': {
    says: 'DELETE with a list of locales deletes the rows of the document in each listed locale. A listed locale that the document lacks has no effect.',
    shown: [],
  },
  'write.unknown': {
    says: 'PUT on an unknown document answers 404, after the check of the relations in the body.',
    shown: ['self-a/put-unknown/1', 'self-a/put-unknown/4'],
  },
  'write.answer': {
    says: 'The answer to a write has the form of a GET of the written row. `fields` and `populate` select the content of the answer; `filters` and `sort` must be valid but have no effect.',
    shown: ['morph-a/items/8', 'perm-a/write-without-find/5'],
  },
  'write.whole': {
    says: 'A refused write changes nothing.',
    shown: ['perm-a/order-of-checks/4', 'perm-a/order-of-checks/6'],
  },
  'write.ids': {
    says: 'A new row or component gets the next id of its type. No id is used twice, even after a deletion.',
    shown: ['types-a/aBiginteger/1', 'types-a/aBiginteger/2'],
  },
  'write.stamps': {
    says: '`createdAt` of a new document and `updatedAt` of every written row are the instant of the write.',
    shown: ['types-a/aBiginteger/1', 'types-a/aBiginteger/2'],
  },
  'write.body.json': {
    says: 'A body with a JSON content type, such as `application/json`, must be a JSON object or a JSON list.',
    shown: ['malformed-a/auth/4', 'malformed-a/auth/5'],
  },
  'write.body.form': {
    says: 'In a form body (urlencoded or multipart), the form field for the attribute `name` is named `data[name]` or `data.name`.',
    shown: ['malformed-a/form/2', 'malformed-a/form/3'],
  },
  'write.body.other': {
    says: 'The server ignores a body whose content type is neither JSON nor a form.',
    shown: ['self-a/content-type/2', 'malformed-a/content-type/1'],
  },
  'write.body.size': {
    says: 'A request with a JSON body of more than 1 MiB, or with another text body of more than 56 KiB, gets the answer 413.',
    shown: ['malformed-a/size/2'],
  },
  'write.body.depth': {
    says: 'A body with more than 900 levels of lists and objects, or more than 50,000 lists and objects in total, is an error.',
    shown: [],
  },
  'write.body.data': {
    says: 'The member `data` of the body is an object that contains the attributes. The server ignores all other members of the body.',
    shown: ['single-a/about-create/6', 'malformed-a/json/4'],
  },
  'write.access.token': {
    says: 'A request with an unknown API token gets the answer 401. The server checks the API token after it parses the body.',
    shown: ['malformed-a/auth/2'],
  },
  'write.access.action': {
    says: 'Creating, updating and deleting entries each need their own permission on the type. A write does not need the permission `find`.',
    shown: ['malformed-a/auth/11', 'malformed-a/auth/14'],
  },
  'write.query': {
    says: 'The server checks the query parameters of a write like those of a GET. The server checks the query parameters before the attributes in the body.',
    shown: ['crud-a/delete/1', 'crud-a/delete/3'],
  },
  'write.keys.identity': {
    says: 'A body that contains `id` or `documentId` is an error.',
    shown: ['strict-a/body/5', 'crud-a/client-fields-update/2'],
  },
  'write.keys.kept': {
    says: 'A body that contains `createdAt`, `updatedAt`, `createdBy`, `updatedBy` or `localizations` is an error.',
    shown: ['perm-a/order-of-checks/2', 'crud-a/client-fields-update/4'],
  },
  'write.keys.unknown': {
    says: 'A key in the body that the schema does not define is an error.',
    shown: ['media-a/file-fields/3', 'perm-a/order-of-checks/1'],
  },
  'write.values': {
    says: 'The values in the body must satisfy the schema. A single error lists all invalid values.',
    shown: ['types-a/update-keeps/7', 'zone-a/component-key/7'],
  },
  'write.values.defaults': {
    says: 'If the body of a new entry or component lacks an attribute, the attribute gets its default from the schema. An explicit null in the body stays null.',
    shown: ['types-a/aBlocks/1', 'types-a/aBlocks/2'],
  },
  'write.values.draft': {
    says: 'A draft may break `required`, minimum lengths, minimum values and patterns. Publishing a draft that breaks such a constraint is an error.',
    shown: ['zone-a/article-zone/5', 'perm-a/update/7'],
  },
  'write.values.unique': {
    says: 'The value of a unique attribute must differ from the values of all other published rows in the same locale.',
    shown: ['types-a/same-value-twice/3', 'types-a/same-value-twice/4'],
  },
  'write.values.date': {
    says: 'Dates and times must be valid. The server checks dates and times after all other values, and reports only the first invalid date or time.',
    shown: ['types-a/component-types/5', 'types-a/errors-together/2'],
  },
  'write.values.json': {
    says: 'If the value of a JSON attribute is a string that contains JSON, the server parses the string and stores the result.',
    shown: ['types-a/aJson/3', 'types-a/aJson/6'],
  },
  'write.values.password': {
    says: 'The server stores a password as a hash.',
    shown: ['crud-a/password/2', 'crud-a/password/4'],
  },
  'write.relation.forms': {
    says: 'The value of a relation is an id, a documentId, an object with an id or documentId, a list of these values, `set`, or `connect` and `disconnect`.',
    shown: ['rel-many-a/connect/7', 'rel-many-a/set/7'],
  },
  'write.relation.document': {
    says: 'A documentId in a relation must belong to an existing document, in the locale and status of the written entry.',
    shown: ['rel-many-a/disconnect/4', 'rel-one-a/one-forms/17'],
  },
  'write.relation.exists': {
    says: 'An id in a relation must belong to an existing row.',
    shown: ['media-a/in-components/4', 'rel-one-a/one-forms/15'],
  },
  'write.relation.closed': {
    says: 'Writing a relation is an error if the role lacks the permission `find` on the target type of the relation.',
    shown: ['perm-a/create/3', 'perm-a/create/4'],
  },
  'write.relation.set': {
    says: '`set`, or a plain list, replaces all linked entries of a relation. The order of the list becomes the order of the relation.',
    shown: ['rel-many-a/o2m-inverse/16', 'rel-many-a/position/1'],
  },
  'write.relation.connect': {
    says: '`connect` adds entries at the end of a relation. `connect` also moves entries that are already linked to the end.',
    shown: ['rel-many-a/connect/1', 'rel-many-a/connect/6'],
  },
  'write.relation.disconnect': {
    says: '`disconnect` removes the links to the listed entries from a relation.',
    shown: ['rel-many-a/disconnect/2', 'rel-many-a/disconnect/3'],
  },
  'write.relation.position': {
    says: 'In `connect`, `position` sets the place of an entry in the relation: `start`, `end`, or `before` or `after` another linked entry.',
    shown: ['rel-many-a/position/10', 'rel-many-a/position/11'],
  },
  'write.relation.one': {
    says: 'A to-one relation links at most one document: the last item of a list, or the first item of `connect`.',
    shown: ['rel-many-a/o2m-inverse/10', 'rel-one-a/many-to-one/10'],
  },
  'write.relation.sides': {
    says: 'A write to one side of a relation also changes the other side. On the other side, the new link comes last in the order of the relation.',
    shown: ['rel-many-a/bidirectional-m2m/10', 'rel-many-a/bidirectional-m2m/12'],
  },
  'write.relation.taken': {
    says: 'If the other side of a relation is to-one, a new link replaces the previous link of the other side.',
    shown: ['rel-one-a/one-forms/1', 'rel-one-a/one-forms/2'],
  },
  'write.relation.status': {
    says: 'An entry of a type with draft & publish links rows of its own status. An entry of a type without draft & publish links both drafts and published rows.',
    shown: ['rel-many-a/disconnect/4', 'rel-one-a/one-forms/17'],
  },
  'write.relation.gone': {
    says: 'Deleting a row also deletes all links to the row.',
    shown: ['morph-a/from-the-target/5', 'perm-a/delete/2'],
  },
  'write.morph': {
    says: 'The value of a to-many morph relation is a list of objects with `__type`.',
    shown: ['morph-a/from-the-target/2', 'morph-a/items/7'],
  },
  'write.morph.one': {
    says: 'Writing a to-one morph relation is an error.',
    shown: ['morph-a/subject/12', 'morph-a/subject/13'],
  },
  'write.files': {
    says: 'A media attribute links uploaded files like a relation, but has no positions and needs no permission.',
    shown: ['media-a/file-fields/1', 'media-a/file-fields/2'],
  },
  'write.component.new': {
    says: 'A component without an `id` in the body is a new component, which replaces the existing component.',
    shown: ['zone-a/update/2', 'types-a/component-types/1'],
  },
  'write.component.kept': {
    says: 'A component with an `id` in the body updates the existing component with this `id`. Attributes that the body omits stay unchanged.',
    shown: ['zone-a/update/1', 'comp-a/repeatable/8'],
  },
  'write.component.id': {
    says: 'The `id` of a component in the body must belong to a component of the written entry.',
    shown: ['zone-a/update/3', 'zone-a/update/4'],
  },
  'write.zone': {
    says: 'Each element of a dynamic zone must name its component in `__component`.',
    shown: ['zone-a/component-key/11', 'zone-a/component-key/13'],
  },
  'write.zone.listed': {
    says: 'A dynamic zone accepts only the components that the schema lists for the zone.',
    shown: ['zone-a/component-key/3', 'self-a/zone-not-listed/1'],
  },
  'write.publish.draft': {
    says: 'A write to a type with draft & publish writes the draft, and then publishes the draft. With `status=draft`, a write changes only the draft.',
    shown: ['zone-a/article-zone/5', 'perm-a/update/7'],
  },
  'write.publish.row': {
    says: 'Publishing copies the whole draft to a new row with a new id. The new row replaces the previous published row.',
    shown: ['perm-a/write-without-find/1', 'zone-a/article-zone/7'],
  },
  'write.publish.links': {
    says: 'A published row links the published rows of the documents that its draft links. The published row omits links to documents without a published row.',
    shown: ['rel-one-a/dp-ids/1', 'perm-a/update/8'],
  },
  'write.publish.incoming': {
    says: 'If publishing replaces a published row, links from other entries to the old row move to the new row.',
    shown: ['rel-one-a/to-draft-publish-target/17', 'rel-one-a/to-draft-publish-target/19'],
  },
  'write.publish.status': {
    says: 'The query parameter `status` of a write must be `draft` or `published`.',
    shown: ['strict-a/body/9', 'dp-a/create-status-odd/1'],
  },
  'write.locale': {
    says: 'The query parameter `locale` selects the locale to write. A write without `locale` goes to the default locale.',
    shown: ['single-a/homepage/10', 'self-a/put-unknown/5'],
  },
  'write.locale.known': {
    says: 'The value of `locale` must be one of the locales of the project.',
    shown: [],
  },
  'write.locale.made': {
    says: 'PUT in a locale that the document lacks creates a row in that locale. The new row gets the values that all locales of the document share.',
    shown: ['rel-one-a/i18n-target/2', 'locale-a/create-in-fr-only/4'],
  },
  'write.locale.shared': {
    says: 'Attributes that are not localized have the same value in all locales of the same status.',
    shown: ['locale-a/sync-non-localized/5', 'locale-a/sync-non-localized/1'],
  },
  'write.room': {
    says: 'A write is an error if the changed dataset would exceed the size limits of datasets.',
    shown: [],
  },
} as const satisfies Record<string, WriteRule>

export type WriteRuleId = keyof typeof WRITE_RULES

/** Called with the id of each rule that a write follows. */
export type CiteWrite = (rule: WriteRuleId) => void
