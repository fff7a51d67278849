import { resolve } from 'node:path'
import { run } from 'node:test'
import { inspect } from 'node:util'
import type { FromWorker, Timed, ToWorker } from './test-pool.ts'

/*
 * Runs test files one after the other, so that what they all import is loaded, and made fast, once. Each has a root
 * of its own: its hooks run around its own tests. `node --test <file>` runs the same file by itself.
 */

const environment = { ...process.env }
const tell = (message: FromWorker) => process.send!(message)

async function runFile({ file, env }: ToWorker): Promise<void> {
  tell({ started: file })
  Object.assign(process.env, env)
  const passed: Timed[] = []
  const notes: string[] = []
  let failures = 0
  const fail = (failed: string, why: string) => {
    failures += 1
    tell({ failed, why })
  }
  // A file has ended when nothing that it opened is left, as in a process of its own; our channel does not count.
  process.channel!.unref()
  process.exitCode = 0
  for await (const { type, data } of run({ files: [resolve(file)], isolation: 'none' })) {
    if (type === 'test:diagnostic') notes.push(data.message)
    else if (type === 'test:pass' && data.details.type !== 'suite')
      passed.push({ name: data.name, ms: data.details.duration_ms })
    else if (type === 'test:fail' && isOwnFailure(data.details))
      fail(
        data.name === resolve(file) ? 'does not run' : data.name,
        inspect(data.details.error.cause ?? data.details.error),
      )
  }
  process.channel!.ref()
  // An error after the end of its test fails no test.
  if (process.exitCode !== 0 && failures === 0) fail('does not end well', notes.join('\n'))
  // The next one begins with the environment of the run.
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name]
  Object.assign(process.env, environment)
  tell({ passed, rss: process.memoryUsage.rss() })
}

/** What holds a failed test fails with it, and is not another one. */
function isOwnFailure({ type, error }: { type?: string; error?: Error }): boolean {
  return type !== 'suite' && !(error && 'failureType' in error && error.failureType === 'subtestsFailed')
}

process.on('disconnect', () => process.exit())
process.on('message', (task: ToWorker) => void runFile(task))
