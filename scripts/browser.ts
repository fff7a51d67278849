import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, mkdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')
// The one without a desk's parts first: a fifth less processor time for the same pages.
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
]
const applications = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/**
 * A Chromium for the journeys: the one CHROMIUM names, the system's, the one Playwright keeps, else
 * one that is installed now. Throws one clear line where none can be had.
 */
export async function findBrowser(): Promise<string> {
  const named = process.env['CHROMIUM']
  if (named && existsSync(named)) return named
  if (named) throw new Error(`CHROMIUM names ${named}, which does not exist: correct it, or leave it out.`)

  process.env['PLAYWRIGHT_BROWSERS_PATH'] ??= browsersFolder()
  const executable = systemBrowser() ?? (await keptBrowser()) ?? (await install())
  if (executable !== undefined) return executable
  throw new Error('There is no Chromium and none could be installed: install one, or name it in CHROMIUM.')
}

function systemBrowser(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '')
  const onPath = names.flatMap((name) => folders.map((folder) => join(folder, name)))
  return [...onPath, ...applications].find((path) => existsSync(path))
}

/** Where Playwright keeps the browser of exactly this version; it says so also when nothing is there. */
async function keptBrowser(): Promise<string | undefined> {
  const { chromium } = await import('playwright-core')
  const path = chromium.executablePath()
  return existsSync(path) ? path : undefined
}

async function install(): Promise<string | undefined> {
  console.log('Installing a Chromium for the browser journeys …')
  const isDebianRoot = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
  if (isDebianRoot) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    run('apt-get', ['-q', '-y', 'update'], env)
    for (const name of names.slice(0, 2)) {
      run('apt-get', ['-q', '-y', 'install', '--no-install-recommends', name], env)
      const installed = systemBrowser()
      if (installed !== undefined) return installed
    }
  }
  const playwright = join(root, 'node_modules/playwright-core/cli.js')
  run(process.execPath, [playwright, 'install', 'chromium'], process.env)
  return keptBrowser()
}

/** What it prints shows only where it fails, to say why. */
function run(program: string, rest: string[], env: NodeJS.ProcessEnv): void {
  const { status, stdout, stderr, error } = spawnSync(program, rest, { env, encoding: 'utf8' })
  if (status !== 0) console.error(`${program} ${rest.join(' ')}\n${stdout}${stderr}${error?.message ?? ''}`)
}

/** Playwright's usual cache, or one in the project where the home cannot be written. */
function browsersFolder(): string {
  const usual = {
    darwin: join(homedir(), 'Library/Caches/ms-playwright'),
    linux: join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'ms-playwright'),
  }[process.platform as string]
  const fallback = join(root, '.cache/browsers')
  if (usual === undefined) return fallback
  try {
    mkdirSync(usual, { recursive: true })
    accessSync(usual, constants.W_OK)
    return usual
  } catch {
    return fallback
  }
}
