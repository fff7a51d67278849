import { join } from 'node:path'
import { getCatalogs } from '@lingui/cli/api'
import { getConfig } from '@lingui/conf'
import { root } from '../install.mjs'

/** The one catalogue of `lingui.config.ts`. */
export async function catalogueOfAll() {
  const config = getConfig({ configPath: join(root, 'lingui.config.ts'), cwd: root })
  const [catalogue] = await getCatalogs(config)
  if (!catalogue) throw new Error('lingui.config.ts names no catalogue.')
  return { catalogue, locales: config.locales }
}
