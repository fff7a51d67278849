import { defineConfig } from 'vite'
import { brandAssets } from './build/brand-assets.ts'
import { definesOf, outputOf, readBuild } from './build/builds.ts'
import { compressedCopies } from './build/compressed-copies.ts'
import { withoutReplies } from './build/without-replies.ts'

/* The site app: a build of its own, with its own chunks and budget; of the portal it has `ui/` and `lib/`. */

const libraries = /node_modules\/(react|react-dom|scheduler|react-router|zod|@tanstack)\//

const build = readBuild(process.env)

export default defineConfig({
  root: `${import.meta.dirname}/src/site-app`,
  plugins: [withoutReplies(), brandAssets(build.brand, 'site'), compressedCopies()],
  define: definesOf(build),
  build: {
    ...outputOf('site'),
    rolldownOptions: {
      checks: { moduleLevelDirective: false },
      treeshake: { manualPureFunctions: ['z', 'endpoint', 'appCall', 'listReply', 'listQuery'] },
      output: { codeSplitting: { groups: [{ name: 'libraries', test: libraries }] } },
    },
  },
})
