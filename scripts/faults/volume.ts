import { spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/* A small volume of its own, that can be filled. */

/** Answers why not where none can be had. */
export async function onSmallVolume<T>(
  size: string,
  run: (folder: string) => Promise<T>,
): Promise<T | string> {
  const folder = mkdtempSync(join(tmpdir(), 'byre-volume-'))
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=755`, 'tmpfs', folder])
  try {
    if (status !== 0) return 'volume full: not tried, for no small volume can be mounted here'
    return await run(folder)
  } finally {
    if (status === 0) spawnSync('umount', ['-l', folder])
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Takes what room there is, in this file. */
export function fill(file: string, folder: string): void {
  const { bavail, bsize } = statfsSync(folder)
  const fd = openSync(file, 'a')
  try {
    const block = Buffer.alloc(1024 * 1024)
    for (let left = bavail * bsize; left > 0; left -= block.length)
      writeSync(fd, block, 0, Math.min(left, block.length))
  } catch {
    // It is full, which is what was wanted.
  } finally {
    closeSync(fd)
  }
}
