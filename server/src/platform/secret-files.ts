import { readFileSync } from 'node:fs'
import { codeOf } from './start-error.ts'

/** What must not be seen by whoever lists processes; each may also be given as `NAME_FILE`, the file that holds it. */
export const secretNames = [
  'APP_SECRET',
  'DATABASE_URL',
  'DATABASE_READ_URL',
  'MIGRATE_DATABASE_URL',
  'SMTP_URL',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
] as const

/** The environment with what stands in files of secrets, and what is wrong with those, a line each, never their content. */
export function withSecretFiles(environment: NodeJS.ProcessEnv): {
  environment: NodeJS.ProcessEnv
  problems: string[]
} {
  const whole = { ...environment }
  const problems: string[] = []
  for (const name of secretNames) {
    const file = environment[`${name}_FILE`]?.trim()
    if (!file) continue
    if (environment[name]?.trim()) {
      problems.push(`${name} and ${name}_FILE are both set: give one of them.`)
      continue
    }
    const { text, problem } = read(file)
    if (text === '')
      problems.push(`${name}_FILE names a file that ${problem}: give one that holds the secret.`)
    else whole[name] = text
  }
  return { environment: whole, problems }
}

function read(file: string): { text: string; problem: string } {
  try {
    return { text: readFileSync(file, 'utf8').trim(), problem: 'is empty' }
  } catch (error) {
    return { text: '', problem: `cannot be read (${codeOf(error)})` }
  }
}
