import { spawnSync } from 'node:child_process'
import { relative } from 'node:path'
import { run } from 'node:test'
import { inspect } from 'node:util'

type TestEvent = { name: string; file?: string; details: { type?: string; error?: Error } }

/** Runs the parts of `npm test`, tells of each as it ends, and counts. */
export class Tally {
  #passed = 0
  readonly #failed: string[] = []

  /** A part that is one program: its output is shown when it fails. */
  program(part: string, [program = '', ...rest]: readonly string[]): void {
    const startedAt = performance.now()
    const { status, stdout, stderr, error } = spawnSync(program, rest, {
      encoding: 'utf8',
      env: { ...process.env, NO_COLOR: '1' },
      maxBuffer: 64 * 1024 * 1024,
    })
    if (status !== 0) return this.fail(part, `${stdout}${stderr}${error?.message ?? ''}`.trim())
    this.#passed += 1
    console.log(`✔ ${part}${seconds(performance.now() - startedAt)}`)
  }

  fail(part: string, why: string): void {
    this.#failed.push(part)
    console.log(`✖ ${part}\n${indented(why)}`)
  }

  /** Test files, each in a process of its own; what one printed is shown when it fails. */
  async tests(files: readonly string[], how: { concurrency: number; timeout: number }): Promise<void> {
    const printed = new Map<string, string>()
    const failed = new Set<string>()
    for await (const { type, data } of run({ files, ...how })) {
      if (type === 'test:stdout' || type === 'test:stderr' || type === 'test:diagnostic') {
        const file = relative('.', data.file ?? '')
        printed.set(file, (printed.get(file) ?? '') + data.message)
      } else if (type === 'test:pass') this.#pass(data)
      else if (type === 'test:fail') {
        failed.add(relative('.', data.file ?? ''))
        this.#failTest(data)
      } else if (type === 'test:summary' && data.file !== undefined) {
        const { file, success, counts, duration_ms } = data
        console.log(`${success ? '✔' : '✖'} ${relative('.', file)} (${counts.tests})${seconds(duration_ms)}`)
      }
    }
    for (const [file, text] of printed)
      if (failed.has(file)) console.log(`Printed by ${file}:\n${indented(text.trim())}`)
  }

  #pass({ details }: TestEvent): void {
    if (details.type !== 'suite') this.#passed += 1
  }

  #failTest({ name, file, details: { type, error } }: TestEvent): void {
    // What holds a failed test fails with it, and is not another one.
    if (type === 'suite' || (error && 'failureType' in error && error.failureType === 'subtestsFailed'))
      return
    const where = file === undefined ? '' : `${relative('.', file)}: `
    this.fail(`${where}${where === `${name}: ` ? 'does not run' : name}`, inspect(error?.cause ?? error))
  }

  /** Prints what failed and the one last line; gives the exit code. */
  finish(): 0 | 1 {
    if (this.#failed.length > 0) console.log(`\nFailed:\n${indented(this.#failed.join('\n'))}`)
    else console.log('')
    console.log(`${this.#passed} passed, ${this.#failed.length} failed`)
    return this.#failed.length > 0 || this.#passed === 0 ? 1 : 0
  }
}

const seconds = (ms: number) => ` ${(ms / 1000).toFixed(1)} s`
const indented = (text: string) => text.replaceAll(/^/gm, '  ')
