import { defineConfig } from 'vite'
import { brandAssets } from './build/brand-assets.ts'
import { compressedCopies } from './build/compressed-copies.ts'
import { firstFiles } from './build/first-files.ts'
import { withoutReplies } from './build/without-replies.ts'
import { brands, type Product } from './src/brand.ts'
import { listPublicLinks, readPublicLinks } from '@byre/contract/public-links'

const isProduct = (name: string): name is Product => Object.hasOwn(brands, name)

/** `BYRE_BRAND`, `BYRE_PRODUCTS`, the service addresses and the public links, read once here and written into the code. */
function readBuild(env: NodeJS.ProcessEnv) {
  const brand = env['BYRE_BRAND'] ?? 'sites'
  const products = (env['BYRE_PRODUCTS'] ?? 'sites,clinics').split(',').map((name) => name.trim())
  const unknown = [brand, ...products].filter((name) => !isProduct(name))
  if (!isProduct(brand) || unknown.length > 0) {
    throw new Error(`BYRE_BRAND and BYRE_PRODUCTS know sites and clinics, not ${unknown.join(', ')}.`)
  }
  const address = (name: string) => (env[name] ?? '').replace(/\/+$/, '')
  const urls = {
    auth: address('BYRE_AUTH_URL'),
    customers: address('BYRE_CUSTOMERS_URL'),
    payments: address('BYRE_PAYMENTS_URL'),
    species: address('BYRE_SPECIES_URL'),
  }
  return { brand, products, urls, links: listPublicLinks(readPublicLinks(env)) }
}

/** What all screens need of others' code; it changes seldom, so that a new version of ours is fetched without it. */
const libraries = /node_modules\/(react|react-dom|scheduler|react-router|zod)\//
/** And of ours. */
const start =
  /vite\/preload-helper|web\/src\/main\.tsx|contract\/src\/(endpoint|fields|limits|accounts\/sign-ins)\.|src\/auth\/invited\.|src\/lib\/(api|build|clock|next|online|refusal|session|toast|use-call|wire)\.|src\/ui\/(banner|button|notice-icons|page)\./
/** The sign-in, with all that every form needs. */
const signIn =
  /node_modules\/react-hook-form\/|src\/auth\/login\.|src\/ui\/forms\/(after-release|discard-guard|field|form-[a-z]+|missing-notice|password-field|text-field)\./

const build = readBuild(process.env)

export default defineConfig({
  root: import.meta.dirname,
  plugins: [withoutReplies(), brandAssets(build.brand), firstFiles(), compressedCopies()],
  define: {
    __BYRE_BRAND__: JSON.stringify(build.brand),
    __BYRE_PRODUCTS__: JSON.stringify(build.products),
    __BYRE_URLS__: JSON.stringify(build.urls),
    // Nothing of them is in a build without.
    __BYRE_LINKS__: build.links.length > 0 ? JSON.stringify(build.links) : 'null',
  },
  build: {
    target: 'es2024',
    sourcemap: false,
    // An inlined asset would be a data: address, which the policy allows for images alone.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // 'use client' at the head of libraries means nothing where all is the client.
      checks: { moduleLevelDirective: false },
      // A schema that nothing names is left out: making it does nothing else.
      treeshake: { manualPureFunctions: ['z', 'endpoint', 'listReply', 'listQuery'] },
      output: {
        // Few files compress better than many, and each answer has a KiB of headers.
        codeSplitting: {
          groups: [
            { name: 'libraries', test: libraries, priority: 4 },
            { name: 'start', test: start, priority: 3 },
            { name: 'login', test: signIn, priority: 2 },
            { name: 'app', test: /web\/src\/(layout\/shell|dashboard\/home)\.tsx$/, priority: 1 },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': 'http://localhost:4000' } },
})
