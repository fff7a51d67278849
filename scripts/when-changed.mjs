import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './install.mjs'
import { findNode } from './launch.mjs'

/**
 * @typedef {object} Build
 * @property {string} what What is built, as said to whoever waits.
 * @property {string} folder The package it is built in, where its `dist` and what was built from are kept.
 * @property {string[]} results Files of `dist`, without each of which nothing was built.
 * @property {string[]} sources The folders and files it is made from.
 * @property {string[]} environment The variables it is made by.
 * @property {string[][]} programs What Node 24 runs in the folder to build it, one after the other.
 */

const notSources = /(^|\/)(dist|node_modules|\.cache)(\/|$)/

/**
 * Builds when what it is made from has changed; `first` is done before that.
 * @param {Build} build
 */
export function whenChanged(build, first = () => undefined) {
  const folder = join(root, build.folder)
  const mark = join(folder, '.cache/built')
  const sources = hashOf(build)
  if (
    build.results.every((result) => existsSync(join(folder, 'dist', result))) &&
    existsSync(mark) &&
    readFileSync(mark, 'utf8') === sources
  )
    return

  first()
  console.log(`Building ${build.what} …`)
  rmSync(mark, { force: true })
  for (const program of build.programs) {
    const { status } = spawnSync(findNode(), program, {
      cwd: folder,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, NODE_ENV: 'production' },
    })
    if (status === 0) continue
    console.error(`${build.what[0]?.toUpperCase()}${build.what.slice(1)} could not be built: see above.`)
    process.exit(status ?? 1)
  }
  mkdirSync(dirname(mark), { recursive: true })
  writeFileSync(mark, sources)
}

/** @param {Build} build */
function hashOf({ sources, environment }) {
  const files = sources.flatMap((path) =>
    /\.\w+$/.test(path)
      ? [path]
      : readdirSync(join(root, path), { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1)),
  )
  const hash = createHash('sha256')
  for (const file of files.filter((file) => !notSources.test(file)).sort())
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0')
  for (const name of environment) hash.update(`${process.env[name] ?? ''}\0`)
  return hash.digest('hex')
}
