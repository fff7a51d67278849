import { join } from 'node:path'
import { root } from './install.mjs'
import { whenChanged } from './when-changed.mjs'

/** Builds the web client into web/dist; `first` is done before that. Nothing where its sources are as they were. */
export function buildWeb(first = () => undefined) {
  const chosen = ['BRAND', 'PRODUCTS', 'AUTH_URL', 'CUSTOMERS_URL', 'PAYMENTS_URL', 'SPECIES_URL']
  const links = ['TERMS', 'PRIVACY', 'HELP', 'CONTACT']
  const build = {
    what: 'the web client',
    folder: 'web',
    result: 'index.html',
    sources: ['web', 'contract', 'package-lock.json'],
    environment: [...chosen.map((name) => `BYRE_${name}`), ...links.map((name) => `${name}_URL`)],
    program: [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn'],
  }
  whenChanged(build, first)
}

if (process.argv[1] === import.meta.filename) buildWeb()
