import assert from 'node:assert/strict'
import { execFile, execFileSync } from 'node:child_process'
import { chmod, copyFile, mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { startProduct } from './product.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

function hasCurl(): boolean {
  try {
    execFileSync('curl', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** A folder for the PATH with this Node and, where the machine has no curl, our stand-in for it. */
async function toolFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'byre-tools-'))
  await symlink(process.execPath, join(folder, 'node'))
  if (!hasCurl()) {
    await copyFile(join(root, 'e2e/curl.mjs'), join(folder, 'curl'))
    await chmod(join(folder, 'curl'), 0o755)
  }
  return folder
}

test('the whole road works by the calls that the documentation shows', async () => {
  const text = await readFile(join(root, 'docs/road.md'), 'utf8')
  const script = [...text.matchAll(/```sh\n([\s\S]*?)```/g)].map((block) => block[1]).join('\n')
  const tools = await toolFolder()
  const product = await startProduct()
  try {
    const { stdout } = await promisify(execFile)('sh', ['-c', script], {
      cwd: root,
      env: {
        ...process.env,
        PATH: `${tools}:${dirname('/usr/bin/env')}:/bin:${process.env.PATH}`,
        PORTAL: product.url,
      },
    })
    assert.deepEqual(stdout.trim().split('\n'), [
      'okay',
      'okay',
      'Alice',
      'true',
      `http://ardley.localhost:${product.port}/`,
      'visa 4242',
      'okay',
      'session.required',
    ])
  } finally {
    await product.stop()
    await rm(tools, { recursive: true, force: true })
  }
})
