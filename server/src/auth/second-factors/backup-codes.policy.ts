import { randomBytes } from 'node:crypto'
import { backupCodesAtOnce } from '../limits.policy.ts'

// 32 signs, five bits each; i, l, o and u are left out, since they are misread.
const signs = '0123456789abcdefghjkmnpqrstvwxyz'
const length = 10

/** Fresh codes of 50 random bits each, as they are shown: `8kd3f-92mzp`. */
export function newBackupCodes(): string[] {
  return Array.from({ length: backupCodesAtOnce }, () => {
    const code = Array.from(randomBytes(length), (byte) => signs[byte % signs.length]).join('')
    return `${code.slice(0, length / 2)}-${code.slice(length / 2)}`
  })
}

/** A code in its one spelling, whatever case and dashes it was typed with; null when it is none. */
export function plainBackupCode(entered: string): string | null {
  const plain = entered.toLowerCase().replace(/[\s-]/g, '').replaceAll('o', '0').replace(/[il]/g, '1')
  return plain.length === length && [...plain].every((sign) => signs.includes(sign)) ? plain : null
}
