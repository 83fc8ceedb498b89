/**
 * The behaviour of MySQL 8 with the driver `mysql2` and the collation utf8mb4_0900_ai_ci, as decisions (see
 * `Database`). The decisions follow the documentation of MySQL, because no server on MySQL was recorded. For behaviour
 * that the documentation does not describe, MySQL has the decision of MariaDB.
 */

import { parseJson } from '../../../util/json.ts'
import { inLanguage } from '../../../util/language.ts'
import { JSON_TYPES } from '../../values.ts'
import { containing } from './contains.ts'
import type { ColumnType, Database, Fold } from './database.ts'
import { compareJson, jsonbText } from './jsonb.ts'
import { castText, MARIADB } from './mariadb.ts'

const isJson = (type: ColumnType): boolean => type !== 'id' && type !== 'documentId' && JSON_TYPES.has(type)

/** Compares texts in the Unicode order, which ignores case and accents, but not blanks at the end. */
const compareLetters = inLanguage('en', { sensitivity: 'base' })

/** Converts a text for LIKE, which compares texts character by character instead of as whole texts. */
const alike: Fold = (text, type) =>
  isJson(type)
    ? text
    : text
        .normalize('NFD')
        .replace(/\p{Mn}/gu, '')
        .toLowerCase()

export const MYSQL: Database = {
  ...MARIADB,
  collation: { compare: (a, b) => compareLetters(a, b), exact: false },
  like: alike,
  search: alike,
  text: (type, value) => (isJson(type) ? jsonbText(value) : castText(type, value)),
  json: {
    read: (value) => value,
    operand: (text) => text,
    compare: (a, b) => compareJson(a, b, (one, other) => compareLetters(one, other)),
  },
  superset: {
    takes: (_type, operand) => (operand !== null && parseJson(operand) !== undefined ? 'yes' : 'fails'),
    holds: containing('item'),
  },
  counts: 'alone',
}
