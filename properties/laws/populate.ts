/** Laws about the effect of `populate`, and about the equivalence of its forms. */

import { populatable } from '../../src/semantics/model.ts'
import { isObject } from '../../src/util/json.ts'
import type { QueryTree } from '../arbitraries/print.ts'
import { type Experiment, expectSame, type Fault, type LiveLaw, live, type Reply } from './law.ts'
import {
  allSame,
  asText,
  isSimple,
  nestedSetting,
  type Setting,
  setting,
  variants,
} from './populate-place.ts'
import { allRefused, changing, entriesOf, without } from './replies.ts'

const addsOnly = live({
  id: 'populate.adds-only',
  kind: 'law',
  rules: [
    'populate.adds',
    'populate.filters.top',
    'param.populate',
    'param.filters',
    'param.sort',
    'limit.depth',
  ],
  says:
    '`populate` only adds members to entries. `populate` does not add or drop an entry. ' +
    '`populate` does not change the order of the entries. `populate` does not change the scalars of an entry. ' +
    '`populate` does not change the pagination.',
  experiment: (graph, { ask }) => {
    const requested = ask(graph)
    const names = populatable(requested.type).map(({ name }) => name)
    return {
      requests: [changing(requested, { populate: undefined }), changing(requested, {})],
      judge: ([plain, full]) => {
        const pruned = full && entriesOf(full)?.map((entry) => without(entry, ...names))
        const meta = (reply: Reply | undefined): Fault =>
          JSON.stringify(isObject(reply?.json) ? reply.json.meta : null)
        if (meta(plain) !== meta(full)) return '`populate` changes the pagination'
        return expectSame(
          'the entries without `populate` differ from the populated entries without the populated attributes',
          plain && entriesOf(plain)?.map((entry) => entry),
          pruned,
        )
      },
    }
  },
})

const star = live({
  id: 'populate.star',
  kind: 'law',
  lacking: 'no readable type has an attribute that a request can populate',
  rules: [
    'populate.form.all',
    'populate.all.depth',
    'populate.form.several',
    'populate.localizations',
    'limit.all-depth',
  ],
  says:
    '`populate=*` populates all attributes of the first level. ' +
    '`populate=*` gives the same answer as a list of all attributes of the first level. ' +
    '`populate=*` gives the same answer as an object of all attributes of the first level.',
  experiment: (graph, input) => {
    const here = nestedSetting(graph, input)
    if (here === undefined) return undefined
    const names = here.open.map(({ name }) => name)
    const flags = Object.fromEntries(names.map((name) => [name, 'true']))
    return { requests: variants(here, '*', names, flags, ...asText(here, names)), judge: allSame }
  },
})

const forms = live({
  id: 'populate.forms',
  kind: 'law',
  lacking: 'no readable type has an attribute that a request can populate',
  rules: [
    'populate.form.one',
    'populate.form.nested',
    'populate.form.component',
    'populate.form.zone',
    'populate.form.component-nested',
  ],
  says:
    'A text with the name of an attribute populates the attribute like every other form of populate. ' +
    'A list with the name of an attribute populates the attribute like every other form of populate. ' +
    'The flag `true` populates an attribute like every other form of populate. ' +
    'An object of options without effect populates an attribute like every other form of populate.',
  experiment: (graph, input) => {
    const here = nestedSetting(graph, input)
    if (here === undefined) return undefined
    const { name, kind } = here.attribute
    const long: QueryTree = kind === 'zone' || kind === 'morphTo' ? 't' : { fields: '*' }
    return {
      requests: variants(
        here,
        name,
        [name],
        { [name]: 'true' },
        { [name]: '1' },
        { [name]: long },
        ...asText(here, [name, name]),
      ),
      judge: allSame,
    }
  },
})

const off = live({
  id: 'populate.off',
  kind: 'law',
  lacking: 'no readable type has an attribute that a request can populate',
  rules: ['populate.forms', 'populate.without'],
  says:
    'An attribute with the flag `false` is absent if no other attribute is populated. ' +
    'An attribute with the flag `false` is absent even if another attribute is populated.',
  experiment: (graph, input) => {
    const here = nestedSetting(graph, input)
    if (here === undefined) return undefined
    const { name } = here.attribute
    const flag = here.scene.roll.pick(['false', 'f', '0'])
    const other = here.open.find((one) => one.name !== name)?.name
    return {
      requests: [
        ...variants(here, undefined, { [name]: flag }),
        ...(other === undefined ? [] : variants(here, other, { [name]: flag, [other]: 'true' })),
      ],
      judge: ([none, left, one, both]) => {
        const found = [none, left, one, both].map((reply) => reply && entriesOf(reply))
        return (
          expectSame('an attribute with the flag `false` is not absent', found[0], found[1]) ??
          expectSame(
            'an attribute with the flag `false` next to another attribute is not absent',
            found[2],
            found[3],
          )
        )
      },
    }
  },
})

const anyOrder = live({
  id: 'populate.any-order',
  kind: 'law',
  lacking: 'no readable type has an attribute that a request can populate',
  rules: ['populate.forms', 'populate.form.several'],
  says:
    'The order of names in a populate list has no effect. The order of names in a populate text has no effect. ' +
    'The order of names in a populate object has no effect.',
  experiment: (graph, input) => {
    const here = nestedSetting(graph, input)
    if (here === undefined || here.open.length < 2) return undefined
    const names = here.scene.roll.some(here.open, 4).map(({ name }) => name)
    if (names.length < 2) return undefined
    const back = names.toReversed()
    const options = names.map((name): [string, QueryTree] => [name, 'true'])
    return {
      requests: variants(
        here,
        names,
        back,
        ...asText(here, back),
        Object.fromEntries(options),
        Object.fromEntries(options.toReversed()),
      ),
      judge: allSame,
    }
  },
})

/**
 * Returns an experiment on one attribute: a valid `populate`, and invalid values of `populate` that a server must
 * refuse.
 */
function refusing(
  here: Setting | undefined,
  wrongOf: (name: string) => readonly QueryTree[],
): Experiment | undefined {
  if (here === undefined) return undefined
  const { name } = here.attribute
  const wrong = wrongOf(name)
  return { requests: variants(here, name, ...wrong), judge: allRefused(wrong) }
}

const noPages = live({
  id: 'populate.no-pages',
  kind: 'law',
  looksAt: 'answers',
  lacking: 'no readable type has an attribute that a request can populate',
  rules: ['populate.no-pagination', 'limit.pagination', 'populate.unknown'],
  says:
    'A populate is refused if it contains pagination. ' +
    'A populate is refused if it contains a name that is not an attribute. ' +
    'A populate is also refused if the pagination or the unknown name is below its first level.',
  experiment: (graph, input) =>
    refusing(nestedSetting(graph, input, isSimple), (name) => [
      { [name]: { page: '1' } },
      { [name]: { pageSize: '1' } },
      { [name]: { start: '0' } },
      { [name]: { limit: '1' } },
      { [name]: { pagination: { page: '1' } } },
      { [name]: { on: { [name]: 'true' } } },
      'nothing',
      `${name}.nothing`,
    ]),
})

const oneForm = live({
  id: 'populate.one-form',
  kind: 'law',
  looksAt: 'answers',
  lacking: 'no readable type has an attribute that a request can populate',
  rules: ['populate.forms', 'populate.too-many'],
  says:
    'A populate that mixes a list and an object at one level is refused. ' +
    'A populate list of more than 100 names is refused.',
  experiment: (graph, input) =>
    // The law about long lists populates at the root, because a list of 101 names below another attribute makes a URL
    // that is too long.
    refusing(setting(graph, input, isSimple), (name) => [
      { 0: name, [name]: 'true' },
      Object.fromEntries(Array.from({ length: 101 }, (_, at) => [String(at), name])),
    ]),
})

export const POPULATE_LAWS: readonly LiveLaw[] = [addsOnly, star, forms, off, anyOrder, noPages, oneForm]
