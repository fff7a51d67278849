import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { BrowserContext } from 'playwright-core'
import { build } from 'vite'

const web = fileURLToPath(new URL('../web/', import.meta.url))

/** The web client of another brand, laid over the one the server has: same pages' policy, same calls. */
export interface AnotherClient {
  layOver(context: BrowserContext): Promise<void>
  remove(): Promise<void>
}

export async function buildClient(url: string, env: Record<string, string>): Promise<AnotherClient> {
  const folder = await mkdtemp(join(tmpdir(), 'byre-client-'))
  const wanted = { ...env, NODE_ENV: 'production' }
  const before = Object.keys(wanted).map((name) => [name, process.env[name]] as const)
  Object.assign(process.env, wanted)
  try {
    await build({
      configFile: join(web, 'vite.config.ts'),
      logLevel: 'error',
      build: { outDir: folder, emptyOutDir: true },
    })
  } finally {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
    }
  }
  return {
    async layOver(context) {
      await context.route(`${url}/**`, async (route) => {
        const { pathname } = new URL(route.request().url())
        const file = join(folder, pathname)
        if (/^\/(?:api|dev)\//.test(pathname)) return route.continue()
        if (pathname !== '/' && existsSync(file)) return route.fulfill({ path: file })
        if (route.request().resourceType() !== 'document') return route.continue()
        const page = await route.fetch()
        return route.fulfill({ response: page, path: join(folder, 'index.html') })
      })
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}
