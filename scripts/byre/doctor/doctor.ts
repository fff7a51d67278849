import type { Config } from '@byre/server/config'
import { examineDatabase } from './database.ts'
import { examineDisk } from './disk.ts'
import { fine, wrong, type Finding } from './finding.ts'
import { examineGateway } from './gateway.ts'
import { examineMail } from './mail.ts'
import { examineNames } from './names.ts'
import { examineStandby } from './standby.ts'

const settings = 'settings'

/** Everything that can be looked at from here, also where much of it is broken. */
export async function examine(config: Config): Promise<Finding[]> {
  const read = fine(settings, 'The environment is complete.')
  const findings = await Promise.all([
    examineDatabase(config),
    examineStandby(config),
    examineDisk(config.dataDir),
    examineMail(config),
    examineNames(config),
    examineGateway(config),
  ])
  return [read, ...findings.flat()]
}

/** Each of the environment's problems says what is so and what to do. */
export const ofSettings = (problems: readonly string[]): Finding[] =>
  problems.map((problem) => {
    const at = problem.lastIndexOf(': ')
    return wrong(settings, `${problem.slice(0, at)}.`, problem.slice(at + 2))
  })
