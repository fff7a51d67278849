import { join } from 'node:path'
import { root } from './install.mjs'
import { whenChanged } from './when-changed.mjs'

/** Builds the portal and the site app into web/dist, each in a folder of its own; `first` is done before that. Nothing where its sources are as they were. */
export function buildWeb(first = () => undefined) {
  const chosen = ['BRAND', 'PRODUCTS', 'AUTH_URL', 'CUSTOMERS_URL', 'PAYMENTS_URL', 'SPECIES_URL']
  const links = ['TERMS', 'PRIVACY', 'HELP', 'CONTACT']
  const build = {
    what: 'the web clients',
    folder: 'web',
    results: ['portal/index.html', 'site/index.html'],
    sources: ['web', 'contract', 'rules', 'package-lock.json'],
    environment: [...chosen.map((name) => `BYRE_${name}`), ...links.map((name) => `${name}_URL`)],
    programs: ['vite.config.ts', 'vite.site.config.ts'].map((config) => {
      const vite = join(root, 'node_modules/vite/bin/vite.js')
      return [vite, 'build', '--logLevel', 'warn', '--config', config]
    }),
  }
  whenChanged(build, first)
}

if (process.argv[1] === import.meta.filename) buildWeb()
