import { defineConfig } from 'vite'
import { brandAssets } from './build/brand-assets.ts'
import { compressedCopies } from './build/compressed-copies.ts'
import { firstFiles } from './build/first-files.ts'
import { prerendered } from './build/prerendered.ts'
import { withoutReplies } from './build/without-replies.ts'
import { definesOf, outputOf, readBuild } from './build/builds.ts'

/** What all screens need of others' code; it changes seldom, so that a new version of ours is fetched without it. */
const libraries = /node_modules\/(react|react-dom|scheduler|react-router|zod)\//
/** What settles the language, before the rest is run. */
const first =
  /rolldown\/runtime|vite\/preload-helper|web\/src\/(main\.tsx|ask-early\.)|src\/lib\/languages\/language\.|contract\/src\/(languages|words)\./
/** And of ours. */
const start =
  /web\/src\/(start|portal)\.tsx|contract\/src\/(endpoint|fields|limits|accounts\/sign-ins)\.|src\/auth\/(invited|prerendered)\.|src\/lib\/(after-release|api|build|clock|next|online|passkey-support|refusal|session|toast|use-call|wire)\.|src\/ui\/(banner|button|notice-icons|page|rich|fetched\/(dialog-in|extra|file))\./
/** The sign-in, with all that every form needs; what texts are judged by, it does not. */
const signIn =
  /node_modules\/react-hook-form\/|src\/auth\/login\.|src\/ui\/forms\/(discard-guard|field|form-(?!texts)[a-z]+|missing-notice|password-field|text-field|typed-ahead)\./
/** What lists on most screens are made of: each by itself is smaller than the question for it. */
const lists =
  /src\/ui\/(failure-banner|fold|pages|table|dialogs\/(confirm-dialog|focus-title)|forms\/(choice|discard-dialog|search-field))\.|src\/billing\/(cards\/card-link|figures|month-names)\.|src\/(lib\/save-file|places\/access-chip)\.|icons\/Icon(Clock|Pencil|PlayerPlay|Trash)\./
/** What screens know of plans and of invoices. */
const plansAndInvoices =
  /contract\/src\/billing\/(invoices|paid-places|plans|subscriptions)\.|src\/billing\/(billing-day|every|names-and-sums|paid)\.|icons\/Icon(Download|Receipt)\./
/** What the dashboard is put together from, but for what it has of the payers' screens. */
const dashboard =
  /src\/(dashboard\/(long-list|overview|paged-list|place-icons|place-list)|places\/delete-place)\./

/** The frame, and what the dashboard begins with; the styles of its lists, too: a sheet takes as long to fetch as a script. */
const app =
  /src\/(layout\/shell|dashboard\/home|places\/hosts|ui\/(badge|card))\.tsx?$|src\/(dashboard\/dashboard|ui\/(fold|pages|table|forms\/search-field)|billing\/(figures|payers\/spending))\.css$/

const build = readBuild(process.env)

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    withoutReplies(),
    brandAssets(build.brand),
    firstFiles(),
    prerendered(definesOf(build)),
    compressedCopies(),
  ],
  define: definesOf(build),
  build: {
    ...outputOf('portal'),
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
            { name: 'main', test: first, priority: 5 },
            { name: 'start', test: start, priority: 3 },
            { name: 'login', test: signIn, priority: 2 },
            {
              name: 'app',
              test: app,
              priority: 1,
            },
            { name: 'lists', test: lists, priority: 1 },
            { name: 'plans-and-invoices', test: plansAndInvoices, priority: 1 },
            { name: 'dashboard', test: dashboard },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': 'http://localhost:4000' } },
})
