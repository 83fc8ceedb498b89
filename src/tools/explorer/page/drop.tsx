/** Opens a dataset folder that the user drops or chooses, or an export that the user drops. */
import { useEffect, useRef, useState } from 'preact/hooks'
import { type DroppedFile, datasetIn, isArchive, isOfDataset } from '../backend/dropped.ts'
import type { Opened } from '../backend/messages.ts'
import type { PageBackend } from '../backend/page.ts'
import { messageOf } from './session.ts'

export interface Dropping {
  /** Opens the dialog of the browser that chooses a folder. */
  readonly choose: () => void
  readonly view: preact.ComponentChild
}

export function useDrop(backend: PageBackend | null, onOpened: () => void): Dropping {
  const input = useRef<HTMLInputElement>(null)
  const [says, setSays] = useState<string | null>(null)
  const [opened, setOpened] = useState<Opened | null>(null)
  const take = async (found: () => Promise<readonly DroppedDataset[]>): Promise<void> => {
    setSays(null)
    setOpened(null)
    try {
      if (backend !== null) setOpened(await openedBy(backend, await found()))
      onOpened()
    } catch (error) {
      setSays(messageOf(error))
    }
  }
  useEffect(() => {
    if (input.current !== null) input.current.webkitdirectory = true
  }, [])
  const isOver = useDragging(backend, (entries) => void take(() => filesIn(entries)))
  const view = (
    <>
      <input
        ref={input}
        hidden
        type="file"
        aria-label="A dataset folder"
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])]
          void take(async () => files.map((file) => ({ path: file.webkitRelativePath || file.name, file })))
        }}
      />
      {isOver && <p class="drop-here">Drop a dataset folder or an export here</p>}
      {says !== null && (
        <div class="notice bad drop-says" role="alert">
          <p>{says}</p>
          <button type="button" class="small" onClick={() => setSays(null)}>
            Close
          </button>
        </div>
      )}
      {opened !== null && <OpenedNotice opened={opened} close={() => setOpened(null)} />}
    </>
  )
  return { choose: () => input.current?.click(), view }
}

/**
 * Returns whether files are dragged over the page. `dropped` is called with the files and folders that the user drops.
 */
function useDragging(
  backend: PageBackend | null,
  dropped: (entries: readonly FileSystemEntry[]) => void,
): boolean {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    if (backend === null) return
    const over = (event: DragEvent): void => {
      event.preventDefault()
      setOver(true)
    }
    const left = (event: DragEvent): void => {
      if (event.relatedTarget === null) setOver(false)
    }
    const drop = (event: DragEvent): void => {
      event.preventDefault()
      setOver(false)
      // The browser clears the entries when the event ends, so read them now.
      dropped([...(event.dataTransfer?.items ?? [])].flatMap((item) => item.webkitGetAsEntry() ?? []))
    }
    addEventListener('dragover', over)
    addEventListener('dragleave', left)
    addEventListener('drop', drop)
    return () => {
      removeEventListener('dragover', over)
      removeEventListener('dragleave', left)
      removeEventListener('drop', drop)
    }
  }, [backend])
  return isOver
}

/**
 * Shows the notes on an opened export; a note may name an option of `populace serve`, so the notice mentions that
 * command.
 */
function OpenedNotice({ opened, close }: { readonly opened: Opened; readonly close: () => void }) {
  return (
    <div class="notice drop-says" role="status">
      <p>
        {opened.name}: {opened.kind}. If a note names an option, pass it to <code>populace serve FILE</code>.
      </p>
      <ul>
        {opened.notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
      <button type="button" class="small" onClick={close}>
        Close
      </button>
    </div>
  )
}

interface DroppedDataset {
  readonly path: string
  readonly file: File
}

/** The maximum number of files in a dropped folder. */
const MOST_FILES = 10_000
/** The maximum number of bytes of all files in a dropped folder. */
const MOST_BYTES = 64_000_000

/** Opens the dropped files and returns the notes on an export; null for a folder, which has no notes. */
async function openedBy(backend: PageBackend, found: readonly DroppedDataset[]): Promise<Opened | null> {
  const archives = found.filter(({ path }) => isArchive(path))
  const [archive] = archives
  if (archive !== undefined && !found.some(({ path }) => isOfDataset(path))) {
    if (archives.length > 1) throw new Error(`Expected one export, found ${archives.length}`)
    return backend.openArchive(archive.file)
  }
  await backend.open(datasetIn(await readAll(found)))
  return null
}

async function filesIn(entries: readonly FileSystemEntry[]): Promise<readonly DroppedDataset[]> {
  const found: DroppedDataset[] = []
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
  return found
}

const isDirectory = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory
const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile

/** Returns the entries of a folder. The reader of a folder returns some entries at a time, and none at the end. */
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

async function readAll(found: readonly DroppedDataset[]): Promise<readonly DroppedFile[]> {
  const own = found.filter(({ path }) => isOfDataset(path))
  if (own.reduce((bytes, { file }) => bytes + file.size, 0) > MOST_BYTES)
    throw new Error(`Expected at most ${MOST_BYTES / 1_000_000} MB of JSON, found more`)
  return Promise.all(own.map(async ({ path, file }) => ({ path, text: await file.text() })))
}
