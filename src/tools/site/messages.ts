/** Every error message under `documented`: its cause, and how to fix the request. */

import { PUBLICATION_FILTERS } from '../../reference/plan/plan.ts'

export interface Message {
  /** Dots stand for the parts that vary between requests. */
  readonly text: string
  readonly when: string
  readonly fix: string
  /** A request on the dataset `guide` that produces the message, for messages without a case. */
  readonly ask?: string
  /** Why the page can show no request that produces the message. */
  readonly rare?: string
}

/** Ordered from special to general: a text belongs to the first template that it matches. */
export const MESSAGES: readonly Message[] = [
  {
    text: 'Invalid key $jsonSupersetOf at …: only a database that compares JSON can answer it',
    when: '`$jsonSupersetOf` without a database that has it.',
    fix: 'Leave it out, or filter in your own code. PostgreSQL, MariaDB and MySQL have it.',
  },
  {
    text: 'Invalid key documentId at …: a component cannot be filtered by it',
    when: 'A filter by the `documentId` of a component.',
    fix: 'Filter by `id`, or by an attribute of the component.',
  },
  {
    text: 'Invalid key documentId at …: a component cannot be sorted by it',
    when: 'A sort by the `documentId` of a component.',
    fix: 'Sort by an attribute of the component.',
  },
  {
    text: 'Invalid key …: a scalar attribute has nothing below it',
    when: 'A sort goes on below a scalar attribute, such as `name.x`.',
    fix: 'End the path at the attribute; only relations, components and files have something below them.',
  },
  {
    text: 'Invalid key …: expected an operator',
    when: 'Below a scalar attribute of `filters` stands something that is no operator.',
    fix: 'Put an operator there: `filters[name][$eq]=…`.',
  },
  {
    text: 'Invalid key … in sort: it starts with a dot',
    when: 'A key of `sort` begins with a dot.',
    fix: 'Begin the path with the name of an attribute.',
    ask: '/api/restaurants?sort=.name',
  },
  {
    text: 'Invalid key …',
    when: 'A name that cannot be used there: no attribute of that type, a private one, one of a kind that the parameter does not take, an operator or option that there is not.',
    fix: '`details.path` says where, `details.param` in which parameter. Check spelling and case, and whether the attribute is private; relations belong in `populate`, scalars in `fields`.',
  },
  {
    text: 'Invalid $and…: expected a list of conditions',
    when: '`$and` holds an object or a value.',
    fix: 'Number its conditions: `filters[$and][0][name][$eq]=…`.',
  },
  {
    text: 'Invalid $or…: expected a list of conditions',
    when: '`$or` holds an object or a value.',
    fix: 'Number its conditions: `filters[$or][0][name][$eq]=…`.',
  },
  {
    text: 'Invalid …: expected an object of conditions…',
    when: '`$not`, or an item of `$and` or `$or`, holds something that is no object of conditions.',
    fix: 'Put an attribute with a condition there: `filters[$not][name][$eq]=…`.',
  },
  {
    text: 'Invalid …: expected a value or a list of at most 100 values, not an object',
    when: 'An object stands where a value belongs; a list of more than 100 values is read as an object.',
    fix: 'Give one value, or at most 100 as `[$in][0]=…&[$in][1]=…`; split what is longer into several requests.',
  },
  {
    text: 'Invalid filter…: $not of a relation compares its id, expected a value',
    when: '`$not` directly below a relation holds conditions on its attributes.',
    fix: 'Put `$not` around the relation: `filters[$not][author][name][$eq]=…`.',
  },
  {
    text: 'Invalid filter…: an operator must stand alone, found …',
    when: 'A relation has an operator and something else beside it.',
    fix: 'Put each into an item of `$and`.',
  },
  {
    text: 'Invalid value at …: expected a list of two values',
    when: '`$between` without exactly two values.',
    fix: 'Give two: `[$between][0]=1&[$between][1]=9`.',
  },
  {
    text: 'Invalid value at …: expected a value, not …',
    when: 'A list or an object stands where one value belongs.',
    fix: 'Give one value, or use `$in` with a flat list.',
  },
  {
    text: 'Invalid value at …: the database cannot compare it',
    when: 'The database of the profile fails at the comparison.',
    fix: 'Use an operator that fits the type of the attribute.',
    rare: 'Only with a decision of a database, such as `documented,errors=postgres`.',
  },
  {
    text: 'Invalid value at …: expected …, received …',
    when: 'An operand that the type of the attribute cannot hold, such as `ten` for an integer.',
    fix: 'Write it as the type is written: digits for numbers, `yyyy-MM-dd` for dates.',
  },
  {
    text: 'Invalid format, expected yyyy-MM-dd',
    when: 'An operand of a date that is none.',
    fix: 'Write it as `2024-02-29`.',
  },
  {
    text: 'Invalid format, expected a timestamp or an ISO date',
    when: 'An operand of a datetime or timestamp that is none.',
    fix: 'Write it as `2024-02-29T12:00:00.000Z`, or in milliseconds since 1970.',
  },
  {
    text: 'Invalid time format, expected HH:mm:ss.SSS',
    when: 'An operand of a time that is none.',
    fix: 'Write it as `09:05:01.500`.',
  },
  {
    text: 'Invalid date',
    when: 'An operand that looks like a date and is no day of the calendar.',
    fix: 'Check month and day.',
  },
  {
    text: 'Only $and, $or and $not can stand where no attribute is named, found …',
    when: 'An operator stands at the root of `filters`.',
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
    fix: 'Leave the item out, or give it a name.',
  },
  {
    text: 'Invalid fields parameter. Expected a string or an array of strings',
    when: '`fields` is an object, or a list of more than 100 names.',
    fix: 'Write `fields[0]=name&fields[1]=slug`, or `fields=name,slug`.',
  },
  {
    text: 'Invalid populate parameter. Expected a string, an array of strings, a populate object',
    when: '`populate` holds texts and objects side by side.',
    fix: 'Choose one form: `populate=a,b`, `populate[0]=a`, or `populate[a]=true`.',
  },
  {
    text: 'Invalid populate at …: expected a value',
    when: 'A name of `populate` without a value.',
    fix: 'Write `populate[author]=true`.',
  },
  {
    text: "Invalid nested populate. Expected '*' or an object",
    when: 'An attribute is populated twice at one level, in forms that do not go together.',
    fix: 'Name it once.',
  },
  {
    text: 'Invalid nested populate for …. Expected a fragment ("on") or "count" but found …',
    when: 'A zone or a morph relation with other options than `on` and `count`.',
    fix: 'Put `fields`, `filters`, `sort` and `populate` under a kind: `populate[blocks][on][blocks.quote][fields]=text`.',
  },
  {
    text: 'Using fragments is not permitted to populate …',
    when: '`on` below an attribute that is neither a zone nor a morph relation.',
    fix: 'Leave `on` out: `populate[author][fields]=name`.',
  },
  {
    text: 'Too many populate entries …',
    when: 'More than 100 names in a list of `populate`.',
    fix: 'Use the object form, or `*`.',
  },
  {
    text: 'Invalid populate: the answer would be too long to write; populate fewer levels or a shorter page',
    when: 'The answer would have more members or characters than may be written.',
    fix: 'Populate fewer levels, or ask for a shorter page.',
    rare: 'It takes a dataset of some size.',
  },
  {
    text: 'Invalid …: answering it would take more than … steps; ask for fewer conditions, keys or levels, or for a shorter page',
    when: 'The request costs more than the budget of one answer.',
    fix: 'Ask for fewer conditions, keys or levels, or for a shorter page.',
    rare: 'It takes a dataset of some size.',
  },
  {
    text: 'Invalid count at …: what is counted cannot be sorted or populated',
    when: '`count` beside `sort` or `populate`, on a database that cannot do both.',
    fix: 'Leave `sort` and `populate` out beside `count`.',
    rare: 'Only with a decision of a database, such as `documented,counts=postgres`.',
  },
  {
    text: 'Invalid order. order can only be one of asc|desc|ASC|DESC',
    when: 'An order that is neither ascending nor descending.',
    fix: 'Write `sort=name:asc` or `sort=name:desc`.',
  },
  {
    text: 'Invalid sort: a populated attribute cannot be sorted through another one',
    when: 'A sort inside a populate goes through a relation.',
    fix: 'Sort by an attribute of what is populated.',
  },
  {
    text: 'Invalid sort type expected object or string got object',
    when: '`sort` holds null or something that is neither text nor object.',
    fix: 'Write `sort=name` or `sort[0]=name:desc`.',
  },
  {
    text: 'Invalid sort query',
    when: 'An item of `sort` that is no text and no object.',
    fix: 'Write `sort[0]=name:desc`.',
  },
  {
    text: 'Cannot use both page & offset pagination in the same query',
    when: '`page` or `pageSize` beside `start` or `limit`.',
    fix: 'Use one pair.',
  },
  {
    text: 'Invalid pagination attributes. The page parameters are incorrect and must be in the pagination object',
    when: '`page` or `pageSize` at the root of the query.',
    fix: 'Write `pagination[page]=2&pagination[pageSize]=10`.',
  },
  {
    text: "Invalid '…' parameter. Expected an integer > 0, received: …",
    when: '`page` or `pageSize` that is no whole number above 0.',
    fix: 'Pages begin with 1.',
  },
  {
    text: 'Invalid pagination[…]: expected a whole number of …, received …',
    when: 'A number of `pagination` that cannot be.',
    fix: 'Give a whole number: `start` from 0, all others from 1.',
    ask: '/api/articles?pagination[page]=-1',
  },
  {
    text: 'Invalid pagination: entry … is out of reach',
    when: 'The page begins behind 2^53 entries.',
    fix: 'Ask for an earlier page.',
    ask: '/api/articles?pagination[page]=1e30&pagination[pageSize]=10',
  },
  {
    text: 'convert…QueryParams expected a positive integer got …',
    when: '`start` or `limit` that is no whole number.',
    fix: 'Give a whole number.',
  },
  {
    text: 'Invalid withCount parameter. Expected …',
    when: '`withCount` is none of its six words.',
    fix: 'Write `pagination[withCount]=true` or `false`.',
  },
  {
    text: `Invalid value for 'publicationFilter'. Expected one of: ${PUBLICATION_FILTERS.join(', ')}.`,
    when: '`publicationFilter` is none of its words.',
    fix: 'Take one of those that are named.',
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
    when: '`locale` is a list or an object.',
    fix: 'Ask for one locale at a time, or for `locale=*`.',
  },
  {
    text: "Invalid params: '…'",
    when: 'A parameter that no query may have.',
    fix: 'Leave it out.',
  },
  {
    text: 'Too many parameters. The maximum number of parameters is …',
    when: 'More than 1,000 parameters.',
    fix: 'Use lists in one text where there is one, `fields=a,b`, or split the request.',
  },
  {
    text: 'failed to decode',
    when: 'The path has a percent sign that begins no character.',
    fix: 'Encode it as `%25`.',
  },
  {
    text: 'Malicious Path',
    when: 'The path begins at a root, or holds a character that no path has.',
    fix: 'Ask for `/api/…`.',
  },
  {
    text: 'Missing or invalid credentials',
    when: '401: the token is not known, or there is none and the public may do nothing.',
    fix: 'Send `Authorization: Bearer …` with a token of the server.',
  },
  {
    text: 'Forbidden',
    when: '403: the role lacks the permission for this type.',
    fix: 'Give the role `find` for a list, `findOne` for one entry.',
  },
  {
    text: 'Not Found',
    when: '404: no such path, or no such entry that the request may see.',
    fix: 'Lists are at the plural name. An entry is looked for in the status and locale that are asked for.',
  },
]

/** The message that a text belongs to; undefined for other texts. */
export const messageOf = (text: string): Message | undefined => MESSAGES.find((one) => fits(one.text, text))

/** Whether a text matches a template whose dots stand for any text. */
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
