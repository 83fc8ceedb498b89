/** A dataset folder, dropped onto the page or chosen. */
import { useEffect, useRef, useState } from 'preact/hooks'
import { ARCHIVE_ADVICE, type DroppedFile, datasetIn, isArchive, isOfDataset } from '../backend/dropped.ts'
import type { PageBackend } from '../backend/page.ts'
import { messageOf } from './session.ts'

export interface Dropping {
  /** Asks for a folder. */
  readonly choose: () => void
  readonly view: preact.ComponentChild
}

export function useDrop(backend: PageBackend | null, opened: () => void): Dropping {
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const [says, setSays] = useState<string | null>(null)
  const take = async (read: () => Promise<readonly DroppedFile[]>): Promise<void> => {
    setSays(null)
    try {
      await backend?.open(datasetIn(await read()))
      opened()
    } catch (error) {
      setSays(messageOf(error))
    }
  }
  useEffect(() => {
    if (input.current !== null) input.current.webkitdirectory = true
  }, [])
  useEffect(() => {
    if (backend === null) return
    const over = (event: DragEvent): void => {
      event.preventDefault()
      setOver(true)
    }
    const left = (event: DragEvent): void => {
      if (event.relatedTarget === null) setOver(false)
    }
    const dropped = (event: DragEvent): void => {
      event.preventDefault()
      setOver(false)
      // The entries are gone as soon as the event is.
      const entries = [...(event.dataTransfer?.items ?? [])].flatMap((item) => item.webkitGetAsEntry() ?? [])
      void take(() => filesOf(entries))
    }
    addEventListener('dragover', over)
    addEventListener('dragleave', left)
    addEventListener('drop', dropped)
    return () => {
      removeEventListener('dragover', over)
      removeEventListener('dragleave', left)
      removeEventListener('drop', dropped)
    }
  }, [backend])
  const view = (
    <>
      <input
        ref={input}
        hidden
        type="file"
        aria-label="A dataset folder"
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])]
          void take(() =>
            readAll(files.map((file) => ({ path: file.webkitRelativePath || file.name, file }))),
          )
        }}
      />
      {isOver && <p class="drop-here">Drop a dataset folder here</p>}
      {says !== null && (
        <div class="notice bad drop-says" role="alert">
          <p>{says}</p>
          <button type="button" class="small" onClick={() => setSays(null)}>
            Close
          </button>
        </div>
      )}
    </>
  )
  return { choose: () => input.current?.click(), view }
}

interface Found {
  readonly path: string
  readonly file: File
}

/** Files and bytes that are taken in; a folder that holds more is no dataset for a page. */
const MOST_FILES = 10_000
const MOST_BYTES = 64_000_000

async function filesOf(entries: readonly FileSystemEntry[]): Promise<readonly DroppedFile[]> {
  const found: Found[] = []
  const waiting = [...entries]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const entry = next
    if (entry.name.startsWith('.') || entry.name === 'node_modules') continue
    if (found.length >= MOST_FILES)
      throw new Error(`Expected a dataset folder of at most ${MOST_FILES} files, found more`)
    if (isDirectory(entry)) waiting.push(...(await below(entry)))
    else if (isFile(entry))
      found.push({
        path: entry.fullPath.slice(1),
        file: await new Promise((resolve, reject) => entry.file(resolve, reject)),
      })
  }
  return readAll(found)
}

const isDirectory = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory
const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile

/** A reader hands over some entries at a time, and none at the end. */
async function below(folder: FileSystemDirectoryEntry): Promise<readonly FileSystemEntry[]> {
  const reader = folder.createReader()
  const entries: FileSystemEntry[] = []
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (some.length === 0 || entries.length > MOST_FILES) return entries
    entries.push(...some)
  }
}

async function readAll(found: readonly Found[]): Promise<readonly DroppedFile[]> {
  if (found.some(({ path }) => isArchive(path)) && !found.some(({ path }) => isOfDataset(path)))
    throw new Error(ARCHIVE_ADVICE)
  const own = found.filter(({ path }) => isOfDataset(path))
  if (own.reduce((bytes, { file }) => bytes + file.size, 0) > MOST_BYTES)
    throw new Error(`Expected at most ${MOST_BYTES / 1_000_000} MB of JSON, found more`)
  return Promise.all(own.map(async ({ path, file }) => ({ path, text: await file.text() })))
}
