import { spawn } from 'node:child_process'
import { runFiles, type How, type Outcome, type Task, type Timed } from './test-pool.ts'

/** Runs the parts of `npm test`, tells of each as it ends, and counts. */
export class Tally {
  readonly #startedAt = performance.now()
  readonly #files: Timed[] = []
  readonly #tests: Timed[] = []
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

  /**
   * Rows of test files; what one printed is shown when it fails. A file that fails is run once more, with nothing beside it.
   * What fails again has failed; what does not is named at the end, with why, since it waits for being mended.
   */
  async tests(rows: readonly (readonly Task[])[], how: How): Promise<void> {
    const wavering: Outcome[] = []
    await runFiles(rows, how, (outcome) => {
      tellOutcome(outcome)
      if (outcome.failures.length === 0) this.#count(outcome)
      else wavering.push(outcome)
    })
    for (const { task, file, failures } of wavering) {
      console.log(`Once more, alone: ${task.name ?? task.file}`)
      await runFiles([[task]], { ...how, concurrency: 1 }, (outcome) => {
        tellOutcome(outcome)
        this.#count(outcome)
        if (outcome.failures.length > 0) return
        this.#onlyAgain.push(
          ...failures.map(({ name, why }) => `${file}: ${name}\n${indented(firstLines(why))}`),
        )
      })
    }
  }

  #count({ file, passed, failures, ms }: Outcome): void {
    this.#passed += passed.length
    this.#failed.push(...failures.map(({ name }) => `${file}: ${name}`))
    this.#files.push({ name: file, ms })
    this.#tests.push(...passed.map((test) => ({ name: `${file}: ${test.name}`, ms: test.ms })))
  }

  /** Seconds of each test file. */
  times(): Record<string, number> {
    const files = this.#files.toSorted((one, other) => (one.name < other.name ? -1 : 1))
    return Object.fromEntries(files.map(({ name, ms }) => [name, Math.ceil(ms / 1000)]))
  }

  /** Prints what took longest, what failed and the one last line; gives the exit code. */
  finish(): 0 | 1 {
    if (this.#files.length > 10) {
      console.log(`\nSlowest files:\n${slowest(this.#files)}\nSlowest tests:\n${slowest(this.#tests)}`)
      console.log(`In all${seconds(performance.now() - this.#startedAt)}`)
    }
    console.log('')
    if (this.#onlyAgain.length > 0)
      console.log(`Passed only at the second try:\n${indented(this.#onlyAgain.join('\n'))}`)
    if (this.#failed.length > 0) console.log(`Failed:\n${indented(this.#failed.join('\n'))}`)
    console.log(`${this.#passed} passed, ${this.#failed.length} failed`)
    return this.#failed.length > 0 || this.#passed === 0 ? 1 : 0
  }
}

/** Tells what came of a file, and where something failed what it takes to see it again. */
function tellOutcome({ file, passed, failures, printed, ms, after }: Outcome): void {
  for (const { name, why } of failures) tellFailure(`${file}: ${name}`, why)
  console.log(`${failures.length > 0 ? '✖' : '✔'} ${file} (${passed.length + failures.length})${seconds(ms)}`)
  if (failures.length === 0) return
  if (printed.trim() !== '') console.log(`Printed by ${file}:\n${indented(printed.trim())}`)
  if (after.length > 0) console.log(`In its process ran before it:\n${indented(after.join('\n'))}`)
}

function tellFailure(part: string, why: string): void {
  console.log(`✖ ${part}\n${indented(why)}`)
}

const seconds = (ms: number) => ` ${(ms / 1000).toFixed(1)} s`
const indented = (text: string) => text.replaceAll(/^/gm, '  ')
const firstLines = (text: string) => text.split('\n').slice(0, 12).join('\n')
const slowest = (timed: Timed[]) =>
  indented(
    timed
      .toSorted((one, other) => other.ms - one.ms)
      .slice(0, 10)
      .map(({ name, ms }) => `${seconds(ms).padStart(8)}  ${name}`)
      .join('\n'),
  )
