import { defineConfig } from '@lingui/conf'
import { formatter } from '@lingui/format-po'
import { extractor } from './scripts/languages/extractor.ts'

/* The languages beside English: what is said where, and where it is translated (decision 0167). */
export default defineConfig({
  sourceLocale: 'en',
  locales: ['fr-CA', 'es'],
  catalogs: [
    {
      path: 'locales/{locale}',
      include: ['contract/src', 'web/src', 'server/src'],
      exclude: ['web/src/site-app/**', 'web/src/gallery/**', 'contract/src/herd/**', 'server/src/herd/**'],
    },
  ],
  format: formatter({ explicitIdAsDefault: true, lineNumbers: false }),
  extractors: [extractor],
  orderBy: 'origin',
})
