import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'

const root = resolve(import.meta.dirname, '..')
interface Bill {
  bomFormat: string
  components: { name: string; version: string; purl: string }[]
}

test('the bill of materials names every package that ships, by its version, and no place of this machine', () => {
  const { stdout, status } = spawnSync('npm', ['run', '--silent', 'sbom'], { cwd: root, encoding: 'utf8' })
  assert.equal(status, 0)
  const bill = JSON.parse(stdout) as Bill
  assert.equal(bill.bomFormat, 'CycloneDX')
  const listed = new Set(bill.components.map(({ name, version }) => `${name}@${version}`))

  for (const part of ['server', 'web', 'contract']) {
    const { dependencies = {} } = JSON.parse(readFileSync(join(root, part, 'package.json'), 'utf8')) as {
      dependencies?: Record<string, string>
    }
    for (const [name, version] of Object.entries(dependencies))
      if (!name.startsWith('@byre/')) assert.ok(listed.has(`${name}@${version}`), name)
  }
  assert.ok(!listed.has('playwright-core@1.65.1') && listed.size > 60)
  assert.ok(!stdout.includes(root))
})
