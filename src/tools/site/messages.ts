/** The error messages under the profile `documented`, each with its cause and a correction of the request. */

import { PUBLICATION_FILTERS } from '../../reference/plan/plan.ts'

export interface Message {
  /** The template of the message: `…` stands for a part that varies between requests. */
  readonly text: string
  readonly when: string
  readonly fix: string
  /** The request to the dataset `guide` that produces the message; only for a message that no test case expects. */
  readonly ask?: string
  /** The reason why the page of errors shows no request that produces the message. */
  readonly rare?: string
}

/**
 * The templates of error messages, special templates before general ones. A message belongs to the first template
 * that it matches.
 */
export const MESSAGES: readonly Message[] = [
  {
    text: 'Invalid key $jsonSupersetOf at …: only a database that compares JSON can answer it',
    when: 'A filter uses `$jsonSupersetOf`, which the database of the profile does not support.',
    fix: 'Omit `$jsonSupersetOf`, or filter in your own code. PostgreSQL, MariaDB and MySQL support the operator.',
  },
  {
    text: 'Invalid key documentId at …: a component cannot be filtered by it',
    when: 'A filter compares the `documentId` of a component.',
    fix: 'Filter by `id`, or by an attribute of the component.',
  },
  {
    text: 'Invalid key documentId at …: a component cannot be sorted by it',
    when: 'A key of `sort` is the `documentId` of a component.',
    fix: 'Sort by an attribute of the component.',
  },
  {
    text: 'Invalid key …: a scalar attribute has nothing below it',
    when: 'A path of `sort` continues below a scalar attribute, such as `name.x`.',
    fix: 'End the path at the attribute; only relations, components and files have something below them.',
  },
  {
    text: 'Invalid key …: expected an operator',
    when: 'The key below a scalar attribute of `filters` is not an operator.',
    fix: 'Put an operator below the attribute: `filters[name][$eq]=…`.',
  },
  {
    text: 'Invalid key … in sort: it starts with a dot',
    when: 'A key of `sort` begins with a dot.',
    fix: 'Begin the path with the name of an attribute.',
    ask: '/api/restaurants?sort=.name',
  },
  {
    text: 'Invalid key …',
    when: 'The parameter does not accept the name: an unknown or private attribute, an attribute of the wrong kind, or an unknown operator or option.',
    fix: 'Read the place in `details.path` and the parameter in `details.param`. Check spelling and case, and whether the attribute is private. Relations belong in `populate`, scalars in `fields`.',
  },
  {
    text: 'Invalid $and…: expected a list of conditions',
    when: 'The value of `$and` is not a list.',
    fix: 'Number the conditions of `$and`: `filters[$and][0][name][$eq]=…`.',
  },
  {
    text: 'Invalid $or…: expected a list of conditions',
    when: 'The value of `$or` is not a list.',
    fix: 'Number the conditions of `$or`: `filters[$or][0][name][$eq]=…`.',
  },
  {
    text: 'Invalid …: expected an object of conditions…',
    when: '`$not`, or an item of `$and` or `$or`, holds a value that is not an object of conditions.',
    fix: 'Put an attribute with a condition below the operator: `filters[$not][name][$eq]=…`.',
  },
  {
    text: 'Invalid …: expected a value or a list of at most 100 values, not an object',
    when: 'The operand is an object. The parser also reads a list of more than 100 values as an object.',
    fix: 'Give one value, or at most 100 as `[$in][0]=…&[$in][1]=…`; split a longer list into several requests.',
  },
  {
    text: 'Invalid filter…: $not of a relation compares its id, expected a value',
    when: '`$not` directly below a relation holds conditions on its attributes.',
    fix: 'Put `$not` around the relation: `filters[$not][author][name][$eq]=…`.',
  },
  {
    text: 'Invalid filter…: an operator must stand alone, found …',
    when: 'A relation has an operator together with another key.',
    fix: 'Put the operator and the other key into separate items of `$and`.',
  },
  {
    text: 'Invalid value at …: expected a list of two values',
    when: 'The list of `$between` does not have exactly two values.',
    fix: 'Give two values: `[$between][0]=1&[$between][1]=9`.',
  },
  {
    text: 'Invalid value at …: expected a value, not …',
    when: 'The operand is a list or an object, but the operator takes one value.',
    fix: 'Give one value, or use `$in` with a flat list.',
  },
  {
    text: 'Invalid value at …: the database cannot compare it',
    when: 'The database of the profile fails at the comparison.',
    fix: 'Use an operator that fits the type of the attribute.',
    rare: 'Only a profile with a database decision gives this message, such as `documented,errors=postgres`.',
  },
  {
    text: 'Invalid value at …: expected …, received …',
    when: 'The type of the attribute cannot hold the operand, such as `ten` for an integer.',
    fix: 'Use the format of the type: digits for numbers, `yyyy-MM-dd` for dates.',
  },
  {
    text: 'Invalid format, expected yyyy-MM-dd',
    when: 'The operand of a date attribute is not a date.',
    fix: 'Write the date as `2024-02-29`.',
  },
  {
    text: 'Invalid format, expected a timestamp or an ISO date',
    when: 'The operand of a datetime or timestamp attribute is not an instant.',
    fix: 'Write the instant as `2024-02-29T12:00:00.000Z`, or in milliseconds since 1970.',
  },
  {
    text: 'Invalid time format, expected HH:mm:ss.SSS',
    when: 'The operand of a time attribute is not a time.',
    fix: 'Write the time as `09:05:01.500`.',
  },
  {
    text: 'Invalid date',
    when: 'The operand has the format of a date, but the calendar has no such day.',
    fix: 'Check the month and the day of the operand.',
  },
  {
    text: 'Only $and, $or and $not can stand where no attribute is named, found …',
    when: 'The key at the root of `filters` is an operator.',
    fix: 'Name the attribute first: `filters[name][$eq]=…`.',
  },
  {
    text: 'The filters parameter must be an object, not a list',
    when: '`filters` is a list.',
    fix: 'Name attributes: `filters[name]=…`; a list belongs below `$and` or `$or`.',
  },
  {
    text: 'The filters parameter must be an object or an array',
    when: '`filters` is a text.',
    fix: 'Name attributes: `filters[name][$eq]=…`.',
  },
  {
    text: 'Invalid fields parameter. An item of the list has no value',
    when: 'A list of `fields` has an item without `=`.',
    fix: 'Remove the item, or give the item a name.',
  },
  {
    text: 'Invalid fields parameter. Expected a string or an array of strings',
    when: '`fields` is an object, or a list of more than 100 names.',
    fix: 'Write `fields[0]=name&fields[1]=slug`, or `fields=name,slug`.',
  },
  {
    text: 'Invalid populate parameter. Expected a string, an array of strings, a populate object',
    when: '`populate` mixes texts and objects.',
    fix: 'Choose one form: `populate=a,b`, `populate[0]=a`, or `populate[a]=true`.',
  },
  {
    text: 'Invalid populate at …: expected a value',
    when: 'A name below `populate` has no value.',
    fix: 'Write `populate[author]=true`.',
  },
  {
    text: "Invalid nested populate. Expected '*' or an object",
    when: 'The query populates an attribute twice at one level, in incompatible forms.',
    fix: 'Name each attribute once.',
  },
  {
    text: 'Invalid nested populate for …. Expected a fragment ("on") or "count" but found …',
    when: 'A dynamic zone or morph relation has other options than `on` and `count`.',
    fix: 'Put `fields`, `filters`, `sort` and `populate` under a type: `populate[blocks][on][blocks.quote][fields]=text`.',
  },
  {
    text: 'Using fragments is not permitted to populate …',
    when: 'The query has `on` below an attribute that is neither a zone nor a morph relation.',
    fix: 'Remove `on`: `populate[author][fields]=name`.',
  },
  {
    text: 'Too many populate entries …',
    when: 'A list of `populate` has more than 100 names.',
    fix: 'Use the object form, or `*`.',
  },
  {
    text: 'Invalid populate: the answer would be too long to write; populate fewer levels or a shorter page',
    when: 'The answer would exceed the limit of members or characters.',
    fix: 'Populate fewer levels, or request a smaller page.',
    rare: 'Only a larger dataset can produce this message.',
  },
  {
    text: 'Invalid …: answering it would take more than … steps; ask for fewer conditions, keys or levels, or for a shorter page',
    when: 'The request costs more than the budget of one answer.',
    fix: 'Use fewer conditions, keys or levels, or request a smaller page.',
    rare: 'Only a larger dataset can produce this message.',
  },
  {
    text: 'Invalid count at …: counted entries cannot be sorted or populated',
    when: 'The query combines `count` with `sort` or `populate`, which the database does not support.',
    fix: 'Do not combine `count` with `sort` or `populate`.',
    rare: 'Only a profile with a database decision gives this message, such as `documented,counts=postgres`.',
  },
  {
    text: 'Invalid order. order can only be one of asc|desc|ASC|DESC',
    when: 'The order of a sort is neither ascending nor descending.',
    fix: 'Write `sort=name:asc` or `sort=name:desc`.',
  },
  {
    text: 'Invalid sort: a populated attribute cannot be sorted through another one',
    when: 'A sort inside `populate` follows a relation.',
    fix: 'Sort by an attribute of the populated entries themselves.',
  },
  {
    text: 'Invalid sort type expected object or string got object',
    when: '`sort` holds null or something that is neither text nor object.',
    fix: 'Write `sort=name` or `sort[0]=name:desc`.',
  },
  {
    text: 'Invalid sort query',
    when: 'An item of `sort` is neither a text nor an object.',
    fix: 'Write `sort[0]=name:desc`.',
  },
  {
    text: 'Cannot use both page & offset pagination in the same query',
    when: 'The query has `page` or `pageSize` together with `start` or `limit`.',
    fix: 'Use either `page` and `pageSize`, or `start` and `limit`.',
  },
  {
    text: 'Invalid pagination attributes. The page parameters are incorrect and must be in the pagination object',
    when: 'The query has `page` or `pageSize` at its root.',
    fix: 'Write `pagination[page]=2&pagination[pageSize]=10`.',
  },
  {
    text: "Invalid '…' parameter. Expected an integer > 0, received: …",
    when: '`page` or `pageSize` is not an integer above 0.',
    fix: 'Use an integer from 1, because pages begin with 1.',
  },
  {
    text: 'Invalid pagination[…]: expected a whole number of …, received …',
    when: 'A number of `pagination` is not valid.',
    fix: 'Use an integer: from 0 for `start`, from 1 for the other parameters.',
    ask: '/api/articles?pagination[page]=-1',
  },
  {
    text: 'Invalid pagination: the offset … is too large',
    when: '`start`, or the number of entries before the page, is 2^53 or more.',
    fix: 'Use a smaller `start` or `page`.',
    ask: '/api/articles?pagination[page]=1e30&pagination[pageSize]=10',
  },
  {
    text: 'convert…QueryParams expected a positive integer got …',
    when: '`start` or `limit` is not an integer.',
    fix: 'Use an integer.',
  },
  {
    text: 'Invalid withCount parameter. Expected …',
    when: '`withCount` is not one of its six values.',
    fix: 'Write `pagination[withCount]=true` or `false`.',
  },
  {
    text: `Invalid value for 'publicationFilter'. Expected one of: ${PUBLICATION_FILTERS.join(', ')}.`,
    when: '`publicationFilter` is not one of its values.',
    fix: 'Use one of the values that the message lists.',
  },
  {
    text: "Invalid value for 'hasPublishedVersion'. Expected boolean or 'true'/'false' string.",
    when: '`hasPublishedVersion` is neither true nor false.',
    fix: 'Write `true` or `false`.',
  },
  {
    text: "Invalid parameter at 'status'. Expected 'published' or 'draft', received: …",
    when: '`status` is neither `draft` nor `published`.',
    fix: 'Write `status=draft` or `status=published`.',
    ask: '/api/articles?status=nope',
  },
  {
    text: 'Invalid locale param … provided. Document locales must be strings.',
    when: 'In a request for one entry or in a write, `locale` is a list or an object. A write also refuses `*`.',
    fix: 'Name one locale.',
  },
  {
    text: 'Invalid locale: expected a locale code, a list of codes, or *',
    when: 'In a request for a list, `locale` is an object, or a list that contains an object.',
    fix: 'Request one locale, a list of locales, or `locale=*`.',
  },
  {
    text: "Invalid params: '…'",
    when: 'The query has a reserved parameter.',
    fix: 'Remove the parameter that the message names.',
  },
  {
    text: 'Too many parameters. The maximum number of parameters is …',
    when: 'The query has more than 1,000 parameters.',
    fix: 'Use the short form of lists, `fields=a,b`, or split the request.',
  },
  {
    text: 'failed to decode',
    when: 'The path has a percent sign without a valid code after it.',
    fix: 'Encode the percent sign as `%25`.',
  },
  {
    text: 'Malicious Path',
    when: 'The path is absolute, or contains a forbidden character.',
    fix: 'Request `/api/…`.',
  },
  {
    text: 'Missing or invalid credentials',
    when: '401: the token is unknown, or the request has no token and the public role has no permission.',
    fix: 'Send `Authorization: Bearer …` with a token of the server.',
  },
  {
    text: 'Forbidden',
    when: '403: the role lacks the permission for the requested type.',
    fix: 'Give the role `find` for a list, `findOne` for one entry.',
  },
  {
    text: 'Not Found',
    when: '404: the path does not exist, or the caller sees no such entry.',
    fix: 'Use the plural name for lists. Check `status` and `locale`: an entry with both must exist.',
  },
]

/** Finds the message whose template matches a text; undefined for other texts. */
export const messageOf = (text: string): Message | undefined => MESSAGES.find((one) => fits(one.text, text))

/** Returns whether a text matches a template in which `…` stands for any text. */
function fits(template: string, text: string): boolean {
  const [first = '', ...rest] = template.split('…')
  if (rest.length === 0) return first === text
  if (!text.startsWith(first)) return false
  const last = rest.pop() ?? ''
  let at = first.length
  for (const piece of rest) {
    const found = text.indexOf(piece, at)
    if (found < 0) return false
    at = found + piece.length
  }
  return text.length - last.length >= at && text.endsWith(last)
}
