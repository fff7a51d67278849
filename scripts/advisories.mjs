import { spawnSync } from 'node:child_process'
import { root } from './install.mjs'

/*
 * `npm run advisories`: whether something that ships has a known weakness, asked of the package registry. Ends
 * with 1 when one is high or critical; says so, and ends with 0, where the registry does not answer such questions.
 */

const { stdout } = spawnSync('npm', ['audit', '--json', '--omit=dev'], { cwd: root, encoding: 'utf8' })
const answer = parsed(stdout)
const known = answer?.metadata?.vulnerabilities
if (known === undefined) {
  console.log('Not checked: the package registry does not answer questions about advisories here.')
} else {
  for (const { name, severity, range } of Object.values(answer.vulnerabilities))
    console.log(`${severity}: ${name} ${range}`)
  console.log(`${known.total} known advisories among ${answer.metadata.dependencies.total} packages.`)
  process.exitCode = known.high + known.critical > 0 ? 1 : 0
}

/** @param {string} text */
function parsed(text) {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
