/**
 * The rules of writes by id, each with recorded requests to a real server that demonstrate it. The code that
 * implements a rule cites its id.
 */

export interface WriteRule {
  readonly says: string
  /** Recordings in `fixtures/strapi-5.54/writes`. A rule without one has a case in `test/writing`. */
  readonly shown: readonly string[]
}

export const WRITE_RULES = {
  'write.create': {
    says: 'POST on a collection makes a document and answers it with 201.',
    shown: ['morph-a/from-the-target/1', 'types-a/aBiginteger/1'],
  },
  'write.update': {
    says: 'PUT on a document changes what the body names and keeps the rest; the answer is 200.',
    shown: ['types-a/update-keeps/2', 'types-a/update-keeps/3'],
  },
  'write.single': {
    says: 'PUT on a single type makes its document where there is none, and answers 200 all the same.',
    shown: ['single-a/about-create/4', 'single-a/about-create/8'],
  },
  'write.delete': {
    says: 'DELETE takes the rows of a document in a locale away, drafts and published ones, and answers 204, whether or not there were any.',
    shown: ['morph-a/from-the-target/7', 'perm-a/delete/1'],
  },
  'write.delete.locales': {
    says: 'DELETE with a list of locales takes the rows in each of them away; a locale that the document does not have takes none.',
    shown: [],
  },
  'write.unknown': {
    says: 'PUT on a document that there is not answers 404 once the relations of the body are found to be sound.',
    shown: ['self-a/put-unknown/1', 'self-a/put-unknown/4'],
  },
  'write.answer': {
    says: 'A write is answered as a find of the row that it wrote: `fields` and `populate` shape it, `filters` and `sort` only have to be sound.',
    shown: ['morph-a/items/8', 'perm-a/write-without-find/5'],
  },
  'write.whole': {
    says: 'A write that is refused leaves everything as it was.',
    shown: ['perm-a/order-of-checks/4', 'perm-a/order-of-checks/6'],
  },
  'write.ids': {
    says: 'New rows and components have the next id of their type; an id is never given twice.',
    shown: ['types-a/aBiginteger/1', 'types-a/aBiginteger/2'],
  },
  'write.stamps': {
    says: 'A document that is made has the instant of the write as `createdAt`; every row that is written has it as `updatedAt`.',
    shown: ['types-a/aBiginteger/1', 'types-a/aBiginteger/2'],
  },
  'write.body.json': {
    says: 'The body is JSON, an object or a list, under one of four types.',
    shown: ['malformed-a/auth/4', 'malformed-a/auth/5'],
  },
  'write.body.form': {
    says: 'A body of form fields says `data[name]` or `data.name`, urlencoded or multipart.',
    shown: ['malformed-a/form/2', 'malformed-a/form/3'],
  },
  'write.body.other': {
    says: 'A body of another type is not read.',
    shown: ['self-a/content-type/2', 'malformed-a/content-type/1'],
  },
  'write.body.size': {
    says: 'A body of more than 1 MiB of JSON, or 56 KiB of other text, is refused with 413.',
    shown: ['malformed-a/size/2'],
  },
  'write.body.depth': {
    says: 'A body of more than 900 lists and objects within each other, or of more than 50,000 in all, is refused.',
    shown: [],
  },
  'write.body.data': {
    says: 'What is written stands under `data`, an object; what stands beside it is ignored.',
    shown: ['single-a/about-create/6', 'malformed-a/json/4'],
  },
  'write.access.token': {
    says: 'A token that nobody was given is refused with 401, after the body was found to be readable.',
    shown: ['malformed-a/auth/2'],
  },
  'write.access.action': {
    says: 'Creating, updating and deleting each need their own permission on the type; to find it is not needed.',
    shown: ['malformed-a/auth/11', 'malformed-a/auth/14'],
  },
  'write.query': {
    says: 'The query is checked as that of a find before the body is looked at.',
    shown: ['crud-a/delete/1', 'crud-a/delete/3'],
  },
  'write.keys.identity': {
    says: '`id` and `documentId` cannot be set.',
    shown: ['strict-a/body/5', 'crud-a/client-fields-update/2'],
  },
  'write.keys.kept': {
    says: '`createdAt`, `updatedAt`, `createdBy`, `updatedBy` and `localizations` cannot be set.',
    shown: ['perm-a/order-of-checks/2', 'crud-a/client-fields-update/4'],
  },
  'write.keys.unknown': {
    says: 'A key that the schema does not have is refused.',
    shown: ['media-a/file-fields/3', 'perm-a/order-of-checks/1'],
  },
  'write.values': {
    says: 'Values have to be what the schema wants of them; all that is wrong is told at once.',
    shown: ['types-a/update-keeps/7', 'zone-a/component-key/7'],
  },
  'write.values.defaults': {
    says: 'A default of the schema stands where an entry or a component is made without the attribute, and null stays null.',
    shown: ['types-a/aBlocks/1', 'types-a/aBlocks/2'],
  },
  'write.values.draft': {
    says: 'A draft may be unfinished: what is required, too short, too small or of the wrong pattern is only refused when it is published.',
    shown: ['zone-a/article-zone/5', 'perm-a/update/7'],
  },
  'write.values.unique': {
    says: 'A unique value is one that no other published row has, in the same locale.',
    shown: ['types-a/same-value-twice/3', 'types-a/same-value-twice/4'],
  },
  'write.values.date': {
    says: 'Dates and times have to be such; what is wrong with one is told alone, after everything else was sound.',
    shown: ['types-a/component-types/5', 'types-a/errors-together/2'],
  },
  'write.values.json': {
    says: 'A text that is JSON is kept in a JSON attribute as what it says.',
    shown: ['types-a/aJson/3', 'types-a/aJson/6'],
  },
  'write.values.password': {
    says: 'A password is kept so that nobody can read it.',
    shown: ['crud-a/password/2', 'crud-a/password/4'],
  },
  'write.relation.forms': {
    says: 'A relation is written as an id, a documentId, an object with either, a list of these, or as `set`, or `connect` and `disconnect`.',
    shown: ['rel-many-a/connect/7', 'rel-many-a/set/7'],
  },
  'write.relation.document': {
    says: 'A documentId has to be that of a document which is there, in the locale and of the status that the entry is written in.',
    shown: ['rel-many-a/disconnect/4', 'rel-one-a/one-forms/17'],
  },
  'write.relation.exists': {
    says: 'An id has to be that of a row which is there.',
    shown: ['media-a/in-components/4', 'rel-one-a/one-forms/15'],
  },
  'write.relation.closed': {
    says: 'A relation to a type that the role may not find cannot be written.',
    shown: ['perm-a/create/3', 'perm-a/create/4'],
  },
  'write.relation.set': {
    says: '`set`, and a bare list, make the list what they say, in their order.',
    shown: ['rel-many-a/o2m-inverse/16', 'rel-many-a/position/1'],
  },
  'write.relation.connect': {
    says: '`connect` puts entries at the end of the list, also those that were in it.',
    shown: ['rel-many-a/connect/1', 'rel-many-a/connect/6'],
  },
  'write.relation.disconnect': {
    says: '`disconnect` takes entries out of the list.',
    shown: ['rel-many-a/disconnect/2', 'rel-many-a/disconnect/3'],
  },
  'write.relation.position': {
    says: '`position` says where a connected entry comes to stand: `start`, `end`, `before` or `after` another.',
    shown: ['rel-many-a/position/10', 'rel-many-a/position/11'],
  },
  'write.relation.one': {
    says: 'A relation to one keeps one document: of a list the last, of `connect` the first.',
    shown: ['rel-many-a/o2m-inverse/10', 'rel-one-a/many-to-one/10'],
  },
  'write.relation.sides': {
    says: 'The other side of a relation follows, a new entry at the end of its list.',
    shown: ['rel-many-a/bidirectional-m2m/10', 'rel-many-a/bidirectional-m2m/12'],
  },
  'write.relation.taken': {
    says: 'Where the other side holds one entry, it is taken from the entry that had it.',
    shown: ['rel-one-a/one-forms/1', 'rel-one-a/one-forms/2'],
  },
  'write.relation.status': {
    says: 'An entry with draft & publish links the rows of its own status; one without links drafts and published rows.',
    shown: ['rel-many-a/disconnect/4', 'rel-one-a/one-forms/17'],
  },
  'write.relation.gone': {
    says: 'Links to a row that is taken away go with it.',
    shown: ['morph-a/from-the-target/5', 'perm-a/delete/2'],
  },
  'write.morph': {
    says: 'A relation to entries of any type takes lists of objects with `__type`.',
    shown: ['morph-a/from-the-target/2', 'morph-a/items/7'],
  },
  'write.morph.one': {
    says: 'A relation to one entry of any type cannot be written.',
    shown: ['morph-a/subject/12', 'morph-a/subject/13'],
  },
  'write.files': {
    says: 'Files are linked as relations are, without positions and without a permission.',
    shown: ['media-a/file-fields/1', 'media-a/file-fields/2'],
  },
  'write.component.new': {
    says: 'A component without an id is a new one, and takes the place of the one there was.',
    shown: ['zone-a/update/2', 'types-a/component-types/1'],
  },
  'write.component.kept': {
    says: 'A component with its id is changed in place, and keeps what is not named.',
    shown: ['zone-a/update/1', 'comp-a/repeatable/8'],
  },
  'write.component.id': {
    says: 'The id of a component has to be one of the entry that is written.',
    shown: ['zone-a/update/3', 'zone-a/update/4'],
  },
  'write.zone': {
    says: 'Each element of a zone names its component.',
    shown: ['zone-a/component-key/11', 'zone-a/component-key/13'],
  },
  'write.zone.listed': {
    says: 'A zone takes the components that it lists.',
    shown: ['zone-a/component-key/3', 'self-a/zone-not-listed/1'],
  },
  'write.publish.draft': {
    says: 'A write to a type with draft & publish writes the draft first, and with `status=draft` nothing else.',
    shown: ['zone-a/article-zone/5', 'perm-a/update/7'],
  },
  'write.publish.row': {
    says: 'What is published is the whole draft, as a new row with a new id in the place of the one before.',
    shown: ['perm-a/write-without-find/1', 'zone-a/article-zone/7'],
  },
  'write.publish.links': {
    says: 'A published row links the published rows of what its draft links, and leaves out what has none.',
    shown: ['rel-one-a/dp-ids/1', 'perm-a/update/8'],
  },
  'write.publish.incoming': {
    says: 'Links of others to a published row lead to the row that takes its place.',
    shown: ['rel-one-a/to-draft-publish-target/17', 'rel-one-a/to-draft-publish-target/19'],
  },
  'write.publish.status': {
    says: '`status` is `draft` or `published`.',
    shown: ['strict-a/body/9', 'dp-a/create-status-odd/1'],
  },
  'write.locale': {
    says: '`locale` says which locale is written; the default one where it is left out.',
    shown: ['single-a/homepage/10', 'self-a/put-unknown/5'],
  },
  'write.locale.known': {
    says: 'The locale is one of those of the project.',
    shown: [],
  },
  'write.locale.made': {
    says: 'PUT in a locale that the document does not have makes it there, with the values that all its locales share.',
    shown: ['rel-one-a/i18n-target/2', 'locale-a/create-in-fr-only/4'],
  },
  'write.locale.shared': {
    says: 'What is not of a locale is kept alike in all locales of the same status.',
    shown: ['locale-a/sync-non-localized/5', 'locale-a/sync-non-localized/1'],
  },
  'write.room': {
    says: 'A write that the dataset has no room for is refused.',
    shown: [],
  },
} as const satisfies Record<string, WriteRule>

export type WriteRuleId = keyof typeof WRITE_RULES

/** Receives the id of every rule that a write follows. */
export type CiteWrite = (rule: WriteRuleId) => void
