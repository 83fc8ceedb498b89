/** Changes the guide's dataset for tests, and returns the faults of the changed dataset. */
import { expect } from 'vitest'
import { datasetFolder } from '../../src/oracle/suite/suite.ts'
import { readFolder } from '../../src/reference/load/files/folder.ts'
import { DatasetError, type Fault } from '../../src/reference/schema/fault.ts'
import { isObject, type Json, type JsonObject } from '../../src/util/json.ts'
import { type EditableDataset, editGraph } from '../../src/writing/edit/edit.ts'
import { graphOf } from '../support/datasets.ts'
import { brief } from './library.ts'

const guide = graphOf('guide')
export const { files } = readFolder(datasetFolder('guide'))

/** Returns the faults of the guide's dataset after a change. */
export function faultsAfter(change: (dataset: EditableDataset) => void): readonly Fault[] {
  try {
    editGraph(guide, change)
    return []
  } catch (error) {
    if (error instanceof DatasetError) return error.faults
    throw error
  }
}

export const faultTexts = (change: (dataset: EditableDataset) => void): readonly string[] =>
  faultsAfter(change).map(brief)

/** Assigns any value to a member, ignoring its type. */
export function put(object: unknown, key: string | number, value: Json | undefined): void {
  expect(object).toBeInstanceOf(Object)
  Object.assign(object ?? {}, { [key]: value })
}

/** Returns a member of an object in an edited dataset, so that the test can change this member. */
export function member(object: unknown, key: string): unknown {
  expect(object).toBeInstanceOf(Object)
  return Reflect.get(object ?? {}, key)
}

function attributesOf(json: Json): Readonly<Record<string, JsonObject>> {
  const attributes = isObject(json) ? json['attributes'] : undefined
  if (!isObject(attributes)) return {}
  return Object.fromEntries(
    Object.entries(attributes).flatMap(([name, attribute]) =>
      isObject(attribute) ? [[name, attribute]] : [],
    ),
  )
}

/** The attributes of the content types, each with the stem of its file. */
export const attributes = Object.entries(files.contentTypes).flatMap(([stem, json]) =>
  Object.entries(attributesOf(json)).map(([name, attribute]): [string, string, JsonObject] => [
    stem,
    name,
    attribute,
  ]),
)

const WRONG: JsonObject = {
  type: 'x',
  relation: 'x',
  target: 'api::x.x',
  inversedBy: 'x',
  mappedBy: 'x',
  morphBy: 'x',
  component: 'x.x',
  components: [1],
  repeatable: 1,
  multiple: 1,
  enum: [1],
}

/** Gives an attribute, and then each of its members, a wrong value; returns the faults after each change. */
export const attributeFaults = (stem: string, name: string, attribute: JsonObject) =>
  ['', ...Object.keys(attribute).filter((key) => key in WRONG)].map((key) => ({
    key,
    faults: faultTexts((dataset) => {
      const draft = dataset.contentTypes[stem]?.['attributes']
      if (key === '') put(draft, name, 5)
      else put(member(draft, name), key, WRONG[key])
    }),
  }))
