import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/*
 * The bill of materials of what ships, as CycloneDX on standard output. `npm sbom --omit=dev` leaves out whatever a
 * development tool needs as well, so npm lists everything and the lock file says what is for development alone.
 */

interface Bill {
  metadata: { component: { 'bom-ref': string } }
  components: { 'bom-ref': string; group?: string; name: string; version: string }[]
  dependencies: { ref: string; dependsOn?: string[] }[]
}
interface Locked {
  packages: Record<string, { name?: string; version: string; dev?: true; devOptional?: true }>
}

const root = dirname(import.meta.dirname)
const args = ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only']
const listed = spawnSync('npm', args, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
if (listed.status !== 0) {
  process.stderr.write(listed.stderr)
  process.exit(1)
}

const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Locked
const folder = 'node_modules/'
const nameOf = (place: string) => place.slice(place.lastIndexOf(folder) + folder.length)
const shipped = new Set(
  Object.entries(packages)
    .filter(([place, { dev, devOptional }]) => place.includes(folder) && !dev && !devOptional)
    .map(([place, { name, version }]) => `${name ?? nameOf(place)}@${version}`),
)
const bill = JSON.parse(listed.stdout) as Bill
const parts = bill.components.filter(({ group, name, version }) =>
  shipped.has(`${group ? `${group}/` : ''}${name}@${version}`),
)
const refs = new Set([bill.metadata.component['bom-ref'], ...parts.map((part) => part['bom-ref'])])
const dependencies = bill.dependencies
  .filter(({ ref }) => refs.has(ref))
  .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((part) => refs.has(part)) }))
process.stdout.write(`${JSON.stringify({ ...bill, components: parts, dependencies }, null, 2)}\n`)
