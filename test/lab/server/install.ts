/** Installs the packages of a real server. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Database, DRIVERS } from './databases.ts'

export type Dependencies = Readonly<Record<string, string>>

/** Returns the dependencies of a project without code. */
export const dependenciesFor = (strapi: string, database: Database): Dependencies => ({
  '@strapi/strapi': strapi,
  // Some releases have no plugin of the same version, so npm installs the newest plugin of the same minor release.
  '@strapi/plugin-users-permissions': `>=${strapi.replace(/\.\d+$/, '.0')} <=${strapi}`,
  [DRIVERS[database]]: '*',
  react: '^18.0.0',
  'react-dom': '^18.0.0',
  'react-router-dom': '^6.0.0',
  'styled-components': '^6.0.0',
})

/** Installs packages into a folder, unless an earlier run has installed them; returns the path of `node_modules`. */
export function installed(dir: string, dependencies: Dependencies, print: (line: string) => void): string {
  const modules = join(dir, 'node_modules')
  if (existsSync(join(dir, 'installed'))) return modules
  print(`installing ${dependencies['@strapi/strapi']} into ${dir}`)
  mkdirSync(dir, { recursive: true })
  const manifest = { name: 'lab', private: true, version: '0.0.0', dependencies, overrides: { sharp: SHARP } }
  writeFileSync(join(dir, 'package.json'), JSON.stringify(manifest, undefined, 1))
  const quietly = [
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    '--legacy-peer-deps',
    '--engine-strict=false',
  ]
  const npm = (...args: readonly string[]): unknown =>
    execFileSync('npm', [...args, ...quietly], { cwd: dir, stdio: ['ignore', 'inherit', 'inherit'] })
  npm('install', '--prefer-offline', '--ignore-scripts')
  // Only the driver's install script runs, because the scripts of other packages send messages or download binaries.
  if (existsSync(join(modules, DRIVERS.sqlite))) npm('rebuild', DRIVERS.sqlite)
  writeFileSync(join(dir, 'installed'), '')
  return modules
}

/**
 * The version of sharp for all releases, because older versions download a binary. The lab does not process pictures.
 */
const SHARP = '0.35.3'
