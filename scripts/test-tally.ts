import { spawn } from 'node:child_process'
import { relative } from 'node:path'
import { run } from 'node:test'
import { inspect } from 'node:util'

type TestEvent = { name: string; file?: string; details: { type?: string; error?: Error } }

/** Runs the parts of `npm test`, tells of each as it ends, and counts. */
export class Tally {
  #passed = 0
  readonly #failed: string[] = []
  readonly #onlyAgain: string[] = []

  /** A part that is one program: its output is shown when it fails. */
  async program(part: string, [program = '', ...rest]: readonly string[]): Promise<void> {
    const startedAt = performance.now()
    const child = spawn(program, rest, { env: { ...process.env, NO_COLOR: '1' } })
    const output: Buffer[] = []
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => output.push(chunk))
    child.on('error', ({ message }) => output.push(Buffer.from(message)))
    const status = await new Promise((end) => child.on('close', end))
    if (status !== 0) return this.fail(part, Buffer.concat(output).toString().trim())
    this.#passed += 1
    console.log(`✔ ${part}${seconds(performance.now() - startedAt)}`)
  }

  fail(part: string, why: string): void {
    this.#failed.push(part)
    tellFailure(part, why)
  }

  /** Test files, each in a process of its own; what one printed is shown when it fails. */
  async tests(files: readonly string[], how: How): Promise<void> {
    for (const outcome of await runFiles(files, how)) this.#count(outcome)
  }

  /**
   * The same for journeys, which share a machine with a browser or two: a file that fails is run once more,
   * alone. What fails again has failed; what does not is named at the end, since it waits for being mended.
   */
  async journeys(files: readonly string[], how: How): Promise<void> {
    const wavering: string[] = []
    for (const outcome of await runFiles(files, how)) {
      if (outcome.failures.length === 0) this.#count(outcome)
      else wavering.push(outcome.file)
    }
    for (const file of wavering) {
      console.log(`Once more, alone: ${file}`)
      const [outcome] = await runFiles([file], { ...how, concurrency: 1 })
      this.#count(outcome!)
      if (outcome!.failures.length === 0) this.#onlyAgain.push(file)
    }
  }

  #count({ passed, failures }: Outcome): void {
    this.#passed += passed
    this.#failed.push(...failures)
  }

  /** Prints what failed and the one last line; gives the exit code. */
  finish(): 0 | 1 {
    console.log('')
    if (this.#onlyAgain.length > 0)
      console.log(`Passed only at the second try:\n${indented(this.#onlyAgain.join('\n'))}`)
    if (this.#failed.length > 0) console.log(`Failed:\n${indented(this.#failed.join('\n'))}`)
    console.log(`${this.#passed} passed, ${this.#failed.length} failed`)
    return this.#failed.length > 0 || this.#passed === 0 ? 1 : 0
  }
}

interface How {
  concurrency: number
  timeout: number
}

/** What came of one test file. */
interface Outcome {
  file: string
  passed: number
  failures: string[]
}

/** Runs test files, each in a process of its own, and tells of each as it ends. */
async function runFiles(files: readonly string[], how: How): Promise<Outcome[]> {
  const outcomes = new Map(files.map((file) => [file, { file, passed: 0, failures: [] as string[] }]))
  /** Tests that a file of stories declares for several test files count under its own name. */
  const outcomeOf = (file: string) => {
    const outcome = outcomes.get(file) ?? { file, passed: 0, failures: [] }
    outcomes.set(file, outcome)
    return outcome
  }
  const printed = new Map<string, string>()
  for await (const { type, data } of run({ files, ...how })) {
    const file = relative('.', data && 'file' in data && data.file ? data.file : '')
    if (type === 'test:stdout' || type === 'test:stderr' || type === 'test:diagnostic')
      printed.set(file, (printed.get(file) ?? '') + data.message)
    else if (type === 'test:pass' && data.details.type !== 'suite') outcomeOf(file).passed += 1
    else if (type === 'test:fail' && isOwnFailure(data)) {
      const { name, details } = data
      const part = `${file}: ${name === file ? 'does not run' : name}`
      outcomeOf(file).failures.push(part)
      tellFailure(part, inspect(details.error.cause ?? details.error))
    } else if (type === 'test:summary' && data.file !== undefined) {
      const { success, counts, duration_ms } = data
      console.log(`${success ? '✔' : '✖'} ${file} (${counts.tests})${seconds(duration_ms)}`)
    }
  }
  for (const { file, failures } of outcomes.values())
    if (failures.length > 0 && printed.has(file))
      console.log(`Printed by ${file}:\n${indented(printed.get(file)!.trim())}`)
  return [...outcomes.values()]
}

/** What holds a failed test fails with it, and is not another one. */
function isOwnFailure({ details: { type, error } }: TestEvent): boolean {
  return type !== 'suite' && !(error && 'failureType' in error && error.failureType === 'subtestsFailed')
}

function tellFailure(part: string, why: string): void {
  console.log(`✖ ${part}\n${indented(why)}`)
}

const seconds = (ms: number) => ` ${(ms / 1000).toFixed(1)} s`
const indented = (text: string) => text.replaceAll(/^/gm, '  ')
