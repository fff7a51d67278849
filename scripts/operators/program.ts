import { join } from 'node:path'
import { root } from '../install.mjs'

/** What operators run, for tests: as it ships where `npm test` has built it, else from its sources. */
export const byreProgram = process.env['TEST_BYRE'] ?? join(root, 'scripts/byre.ts')
