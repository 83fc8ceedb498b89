/** Tests how table and column names are built by Strapi's naming; the long names are from a real 5.54.0. */
import { describe, expect, test } from 'vitest'
import {
  columnName,
  idColumn,
  inverseIdColumn,
  inverseOrderColumn,
  linkTable,
  morphTable,
  orderColumn,
  partTable,
  snakeCase,
  tableName,
} from '../../src/sources/database/names.ts'

test.each([
  ['aBlocks', 'a_blocks'],
  ['HTMLParser', 'html_parser'],
  ['address2', 'address_2'],
  ['a1B2', 'a_1_b_2'],
  ['snake_case_name', 'snake_case_name'],
  ['SEO', 'seo'],
  ['aHTML', 'a_html'],
  ['iOS', 'i_os'],
  ['v2Name', 'v_2_name'],
  ['blog-post', 'blog_post'],
])('%s is %s', (name, snake) => expect(snakeCase(name)).toBe(snake))

describe('a name that is too long for a database is cut, and gets a hash', () => {
  const table = 'components_very_long_category_name_here'
  const long = 'anAttributeThatIsVeryVeryVeryVeryLongSoThatItHasToBeCutDown'

  test('both parts of the name of a link table are cut if both parts are long', () => {
    const name = 'anAttributeThatIsQuiteLong'
    expect(linkTable(table, name)).toBe('components_very_longdac9c_an_attribute_that_is65a0a_lnk')
    expect(morphTable(table, name)).toBe('components_very_longdac9c_an_attribute_that_is65a0a_mph')
    expect(inverseIdColumn(name)).toBe('inv_an_attribute_that_is_quite_long_id')
  })

  test('only the longer part of the name of a link table is cut if the other part is short', () => {
    expect(linkTable('short', long)).toBe('short_an_attribute_that_is_very_very_very_very5a0c4_lnk')
    expect(linkTable('x'.repeat(54), 'y')).toBe(`${'x'.repeat(44)}a77ad_y_lnk`)
    expect(linkTable('articles', 'author')).toBe('articles_author_lnk')
  })

  test('a name of a single part keeps its beginning when it is cut', () => {
    expect(tableName('a'.repeat(60))).toBe(`${'a'.repeat(51)}13a4`)
    expect(columnName(long)).toBe('an_attribute_that_is_very_very_very_very_long_so_t5a0c4')
    expect(idColumn(long)).toBe('an_attribute_that_is_very_very_very_very_long_s5a0c4_id')
    expect(orderColumn(long)).toBe('an_attribute_that_is_very_very_very_very_long_5a0c4_ord')
    expect(inverseOrderColumn(long)).toBe('inv_an_attribute_that_is_very_very_very_very_l5a0c4_ord')
    expect(partTable('articles')).toBe('articles_cmps')
  })
})
