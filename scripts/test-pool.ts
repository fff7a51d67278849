import { fork, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'

/** A test file to be run. */
export interface Task {
  file: string
  /** What it is called where it runs more than once. */
  name?: string
  /** What of the environment is another for it than for the rest of the run. */
  env?: Record<string, string>
}

export type ToWorker = Task
export type FromWorker =
  { started: string } | { failed: string; why: string } | { passed: Timed[]; rss: number }

export interface Timed {
  name: string
  ms: number
}

export interface How {
  concurrency: number
  timeout: number
  /** Whether a file needs a process of its own. */
  isAlone?: (file: string) => boolean
}

/** What came of one test file. */
export interface Outcome {
  task: Task
  /** The file, or what it is called. */
  file: string
  passed: Timed[]
  failures: { name: string; why: string }[]
  printed: string
  ms: number
  /** What ran before it in the same process. */
  after: readonly string[]
}

const program = join(import.meta.dirname, 'test-worker.ts')
// Tests make much that is done with at once: collected seldom, it costs an eighth less processor time in all.
const nodeFlags = ['--min-semi-space-size=32', '--max-semi-space-size=64']
// A process that has become larger makes way for a new one.
const mostBytes = 900_000_000

/**
 * Runs test files in as many processes as may be, and tells what came of each as it ends. Each row goes in its order; the
 * processes are shared out among the rows, and one whose row has come to its end helps with the others.
 */
export async function runFiles(
  rows: readonly (readonly Task[])[],
  how: How,
  tell: (outcome: Outcome) => void,
): Promise<void> {
  const waiting = rows.map((tasks) => [...tasks])
  const lane = async (_: unknown, at: number) => {
    let worker: Worker | undefined
    const ownFirst = [...waiting.slice(at % waiting.length), ...waiting.slice(0, at % waiting.length)]
    // A process loads a file once, and would find no test in it when it comes again.
    const canRun = ({ file }: Task) => worker?.hasRun(file) !== true
    const next = () => takeFirst(ownFirst, canRun) ?? takeFirst(ownFirst)
    for (let task = next(); task !== undefined; task = next()) {
      if (how.isAlone?.(task.file)) {
        tell(await runAlone(task, how))
        continue
      }
      if (!canRun(task)) {
        worker?.end()
        worker = undefined
      }
      worker ??= new Worker()
      tell(await worker.run(task, how.timeout))
      if (!worker.isSpent) continue
      worker.end()
      worker = undefined
    }
    worker?.end()
  }
  await Promise.all(Array.from({ length: how.concurrency }, lane))
}

/** Takes the first such task out of the first row that has one. */
function takeFirst(rows: readonly Task[][], isSuch: (task: Task) => boolean = () => true): Task | undefined {
  const row = rows.find((tasks) => tasks.some(isSuch))
  return row?.splice(row.findIndex(isSuch), 1)[0]
}

const nameOf = ({ file, name }: Task) => name ?? file

async function runAlone(task: Task, { timeout }: How): Promise<Outcome> {
  const worker = new Worker()
  const outcome = await worker.run(task, timeout)
  worker.end()
  return outcome
}

/** A process that runs test files. */
class Worker {
  isSpent = false
  readonly #child: ChildProcess
  readonly #ran: Task[] = []
  #printed = ''

  constructor() {
    // Not taken for a part of whichever run of tests we are in.
    const { NODE_TEST_CONTEXT: _, ...env } = process.env
    this.#child = fork(program, { stdio: ['ignore', 'pipe', 'pipe', 'ipc'], execArgv: nodeFlags, env })
    for (const stream of [this.#child.stdout!, this.#child.stderr!])
      stream.on('data', (chunk: Buffer) => (this.#printed += chunk))
  }

  /** Resolves also where the file ends its process, or does not come to an end. */
  async run(task: Task, timeout: number): Promise<Outcome> {
    const startedAt = performance.now()
    const after = this.#ran.map(nameOf)
    const outcome: Outcome = { task, file: nameOf(task), passed: [], failures: [], printed: '', ms: 0, after }
    this.#ran.push(task)
    this.#printed = ''

    const { promise: whyNot, resolve: end } = Promise.withResolvers<string | undefined>()
    const onExit = (code: number | null, signal: string | null) => end(`its process ended: ${signal ?? code}`)
    let timer: NodeJS.Timeout | undefined
    const onMessage = (message: FromWorker) => {
      if ('started' in message) {
        timer = setTimeout(() => end(`it takes longer than ${timeout / 1000} s`), timeout)
        return undefined
      }
      if ('failed' in message) return outcome.failures.push({ name: message.failed, why: message.why })
      outcome.passed = message.passed
      this.isSpent = message.rss > mostBytes
      return end(undefined)
    }
    this.#child.once('exit', onExit).on('message', onMessage)
    this.#child.send(task satisfies ToWorker)
    const why = await whyNot
    clearTimeout(timer)
    // What it printed before may be read by the same turn of our loop, after its message.
    await setImmediate()
    this.#child.off('exit', onExit).off('message', onMessage)

    if (why !== undefined) {
      outcome.failures.push({ name: 'does not run', why })
      this.isSpent = true
      this.#child.kill()
    }
    return { ...outcome, printed: this.#printed, ms: performance.now() - startedAt }
  }

  hasRun(file: string): boolean {
    return this.#ran.some((task) => task.file === file)
  }

  end(): void {
    if (this.#child.connected) this.#child.disconnect()
  }
}
