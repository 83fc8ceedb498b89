/** Whether a file of rows is what a server answered, told by a look at its top. */

import type { DatasetFiles } from '../../reference/load/files/files.ts'
import { isList, isObject, type Json } from '../../util/json.ts'

/** `{"data": …}`, or the `{"data": null, "error": …}` of a request that was refused. */
export const isAnswer = (json: Json): boolean =>
  isObject(json) && (Object.hasOwn(json, 'data') || Object.hasOwn(json, 'error'))

/** The list of files that `/api/upload/files` answers. */
export const isUploadAnswer = (json: Json | undefined): boolean =>
  isList(json) && json.some((item) => isObject(item) && Object.hasOwn(item, 'isUrlSigned'))

/** Whether any of the files is one. */
export const holdsAnswers = ({ entries = {}, media }: DatasetFiles): boolean =>
  Object.values(entries).some(isAnswer) || (media !== undefined && (isAnswer(media) || isUploadAnswer(media)))
