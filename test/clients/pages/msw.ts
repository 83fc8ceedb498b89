/** This script runs in a page: `mock(files)` serves the content API through Mock Service Worker. */
import { setupWorker } from 'msw/browser'
import { buildGraph, createContentApi, type DatasetFiles, fetchHandler } from 'populace/core'
import { mswHandlers } from 'populace/msw'

async function mock(files: DatasetFiles): Promise<void> {
  const built = buildGraph(files)
  if (!('graph' in built)) throw new Error(JSON.stringify(built.faults))
  const handle = fetchHandler(createContentApi(built.graph))
  const worker = setupWorker(...mswHandlers(handle, { origin: 'https://cms.example' }))
  await worker.start({ quiet: true, onUnhandledRequest: 'bypass' })
}

Object.assign(globalThis, { mock })
