/** Detects whether a file of rows is an answer of a server, by its top level. */

import type { DatasetFiles } from '../../reference/load/files/files.ts'
import { isList, isObject, type Json } from '../../util/json.ts'

/** Returns whether the JSON is an object with `data` or `error`, as an answer of a server is. */
export const isAnswer = (json: Json): boolean =>
  isObject(json) && (Object.hasOwn(json, 'data') || Object.hasOwn(json, 'error'))

/**
 * Returns whether the JSON is a list with the member `isUrlSigned` in an item, as an answer of `/api/upload/files` is.
 */
export const isUploadAnswer = (json: Json | undefined): boolean =>
  isList(json) && json.some((item) => isObject(item) && Object.hasOwn(item, 'isUrlSigned'))

/** Whether any of the files is the answer of a server. */
export const holdsAnswers = ({ entries = {}, media }: DatasetFiles): boolean =>
  Object.values(entries).some(isAnswer) || (media !== undefined && (isAnswer(media) || isUploadAnswer(media)))
