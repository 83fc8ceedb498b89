/** Gives the files of generated worlds image formats as a real server stores them. */

import { load, type World } from '../../../properties/arbitraries/world.ts'
import type { Graph } from '../../../src/reference/graph/graph.ts'
import { isList, isObject, type Json } from '../../../src/util/json.ts'

/** Replaces generated `formats`, which are arbitrary JSON, by objects with image formats or by null. */
export function withFormats({ files }: World): Graph {
  const format = { name: 'a', hash: 'a', ext: '.png', mime: 'image/png', path: null, url: '/uploads/a.png' }
  const formats = { thumbnail: { ...format, width: 1, height: 1, size: 0.5 } }
  const media = isList(files.media ?? null) ? files.media : []
  const own = (isList(media) ? media : []).map((file: Json, at: number) =>
    isObject(file) ? { ...file, formats: at % 2 === 0 ? formats : null } : file,
  )
  return load({ ...files, media: own })
}
