import { statfs } from 'node:fs/promises'
import { codeOf } from '@byre/server/platform/start-error'
import { fine, wrong, type Finding } from './finding.ts'

const leastShare = 0.05
const leastBytes = 500 * 1024 * 1024

/** Whether the data folder has room; with a database elsewhere it holds little, but logs often share its disk. */
export async function examineDisk(dataDir: string): Promise<Finding> {
  try {
    const { bavail, blocks, bsize } = await statfs(dataDir)
    const free = bavail * bsize
    const says = `${(free / 1024 ** 3).toFixed(1)} GB of ${((blocks * bsize) / 1024 ** 3).toFixed(1)} are free for ${dataDir}.`
    if (free > leastBytes && bavail > blocks * leastShare) return fine('disk', says)
    return wrong('disk', says, 'Make room, or move DATA_DIR to a larger disk.')
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
    return fine('disk', `${dataDir} is not there yet.`)
  }
}
