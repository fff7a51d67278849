import { cursorOfRun } from '@byre/server/testing/database'
import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** For tests: runs a program to its end as a process of its own, with nothing of our environment but what Node needs. */
export async function runProgram(program: string, args: string[], env: Record<string, string>) {
  const child = spawn(process.execPath, [program, ...args], {
    env: {
      PATH: process.env['PATH'],
      ...cursorOfRun(),
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      ...env,
    },
  })
  const printed = { out: '', err: '' }
  child.stdout.on('data', (chunk) => (printed.out += chunk))
  child.stderr.on('data', (chunk) => (printed.err += chunk))
  const [code] = (await once(child, 'close')) as [number]
  return { code, ...printed }
}
