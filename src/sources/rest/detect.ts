/**
 * Detects whether a dataset file for rows contains a saved answer of a server, by the members at the top of its
 * JSON.
 */

import type { DatasetFiles } from '../../reference/load/files/files.ts'
import { isList, isObject, type Json } from '../../util/json.ts'

/** Returns whether JSON is an object with the member `data` or `error`, like the answer of a server. */
export const isAnswer = (json: Json): boolean =>
  isObject(json) && (Object.hasOwn(json, 'data') || Object.hasOwn(json, 'error'))

/**
 * Returns whether JSON is a list that contains an object with the member `isUrlSigned`, like an answer of
 * `/api/upload/files`.
 */
export const isUploadAnswer = (json: Json | undefined): boolean =>
  isList(json) && json.some((item) => isObject(item) && Object.hasOwn(item, 'isUrlSigned'))

/** Returns whether any of the dataset files contains a saved answer of a server. */
export const holdsAnswers = ({ entries = {}, media }: DatasetFiles): boolean =>
  Object.values(entries).some(isAnswer) || (media !== undefined && (isAnswer(media) || isUploadAnswer(media)))
