/**
 * Implements the services of the upload plugin. The services store the entries of uploaded files, but not the
 * content of the files.
 */
import { randomBytes } from 'node:crypto'
import { basename, extname } from 'node:path'
import { at, type Bag, bagOf, call, listOf, memberOf } from '../reach.ts'
import { queryOf } from '../strapi.ts'
import { file as sizes } from '../utils/basics.ts'
import { transformPagedPaginationInfo } from '../utils/pagination.ts'
import { slugOf } from '../utils/strings.ts'

const FILE = 'plugin::upload.file'

interface Strapi {
  readonly strapi: object
}

/** Makes the entry that describes an uploaded file. */
function entryOf(file: unknown, info: unknown): Bag {
  const original = String(at(file, 'originalFilename') ?? at(file, 'name') ?? 'file')
  const ext = extname(original).toLowerCase()
  const name = at(info, 'name') ?? original
  const hash = `${slugOf(basename(original, extname(original)), { separator: '_', lowercase: false }) || 'file'}_${randomBytes(5).toString('hex')}`
  return {
    name,
    alternativeText: at(info, 'alternativeText') ?? null,
    caption: at(info, 'caption') ?? null,
    hash,
    ext,
    mime: at(file, 'mimetype') ?? at(file, 'type') ?? 'application/octet-stream',
    size: sizes.bytesToKbytes(Number(at(file, 'size') ?? 0)),
    url: `/uploads/${hash}${ext}`,
    provider: 'local',
    folderPath: '/',
  }
}

const listed = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value])

/**
 * Returns an object with the member `related`, which links an uploaded file to the entry that uses the file. Returns
 * an empty object if the upload names no entry.
 */
function linkOf(data: unknown): Bag {
  const { ref, refId, field } = bagOf(data)
  return ref === undefined || refId === undefined ? {} : { related: [{ __type: ref, id: refId, field }] }
}

export const uploadService = ({ strapi }: Strapi): object => {
  const files = (): unknown => queryOf(strapi, FILE)
  const entities = (method: string, params: unknown): unknown =>
    call(memberOf(strapi, 'entityService'), method, FILE, params)
  const findMany = async (params: unknown = {}): Promise<unknown> => entities('findMany', params)
  return {
    async upload({ data, files: given }: Readonly<Record<'data' | 'files', unknown>>) {
      const infos = listed(at(data, 'fileInfo'))
      const created = listed(given).map((file, index) =>
        call(files(), 'create', { data: { ...entryOf(file, infos[index]), ...linkOf(data) } }),
      )
      return Promise.all(created)
    },
    formatFileInfo: async (file: unknown, info: unknown = {}) => entryOf(file, info),
    updateFileInfo: async (id: unknown, info: unknown) => {
      const { name, alternativeText, caption } = bagOf(info)
      return call(files(), 'update', { where: { id }, data: { name, alternativeText, caption } })
    },
    findOne: async (id: unknown, populate: unknown = {}) =>
      call(files(), 'findOne', { where: { id }, populate }),
    findMany,
    async findPage(params: unknown = {}) {
      const total = await entities('count', params)
      const page = { page: Number(at(params, 'page') ?? 1), pageSize: Number(at(params, 'pageSize') ?? 10) }
      return { results: await findMany(params), pagination: transformPagedPaginationInfo(page, total) }
    },
    remove: async (file: unknown) => call(files(), 'delete', { where: { id: at(file, 'id') } }),
    getSettings: async () =>
      (await call(call(strapi, 'store', { type: 'plugin', name: 'upload' }), 'get', { key: 'settings' })) ??
      {},
    getConfiguration: async () => ({ pageSize: 10, sort: 'createdAt:DESC' }),
  }
}

export const fileService = ({ strapi }: Strapi): object => ({
  getFolderPath: async () => '/',
  signFileUrls: async (file: unknown) => file,
  async deleteByIds(ids: unknown) {
    const found = listOf(await call(queryOf(strapi, FILE), 'findMany', { where: { id: { $in: ids } } }))
    for (const file of found) await call(queryOf(strapi, FILE), 'delete', { where: { id: at(file, 'id') } })
    return found
  },
})

export const folderService = (): object => ({ setPathIdAndPath: async (folder: unknown) => folder })

export const providerService = (): object => ({
  checkFileSize: (): undefined => undefined,
  upload: async (file: unknown) => file,
})

/**
 * The provider of the upload plugin. The provider accepts each file and stores no content, because the mock does not
 * store files of project code.
 */
export const uploadProvider: Readonly<Bag> = {
  checkFileSize: (): undefined => undefined,
  delete: async () => undefined,
  replace: async (file: unknown) => file,
  replaceStream: async (file: unknown) => file,
  upload: async (file: unknown) => file,
  uploadStream: async (file: unknown) => file,
}

const PICTURE = /^image\/(?!svg)/

export const imageService = (): object => ({
  isSupportedImage: async (file: unknown) => PICTURE.test(String(at(file, 'mime'))),
  isImage: async (file: unknown) => PICTURE.test(String(at(file, 'mime'))),
  isFaultyImage: async () => false,
  isOptimizableImage: async () => false,
  isResizableImage: async () => false,
  getDimensions: async () => ({ width: null, height: null }),
  generateResponsiveFormats: async () => [],
  generateThumbnail: async () => null,
  optimize: async (file: unknown) => file,
})
