/** Loads a package by its name; undefined if it is not installed. */
import { readFileSync } from 'node:fs'

/** @param {string} name */
export async function packageOf(name) {
  try {
    return await import(name)
  } catch (error) {
    if (error.code === 'ERR_MODULE_NOT_FOUND') return undefined
    throw error
  }
}

/** Returns the installed version of the package `name`; undefined if it is not installed. @param {string} name */
export function versionOf(name) {
  try {
    const manifest = new URL(`node_modules/${name}/package.json`, import.meta.url)
    return JSON.parse(readFileSync(manifest, 'utf8')).version
  } catch {
    return undefined
  }
}
