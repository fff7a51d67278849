import { t } from '@byre/contract/words'
import { addressRule } from '@byre/contract/passwords'
import { leet, readableIn, readAs, reading } from '@byre/contract/leetspeak'
import { readFileSync } from 'node:fs'

/*
 * Which passwords are refused though they follow the rules (specification 3.1).
 *
 * A password is cut into the fewest pieces it can be made of: a known word (also in leetspeak), a run
 * such as `1234`, `cba` or `qwert`, a year, or a single character; what repeats the stretch just before
 * it is free. Whoever needs four pieces or fewer is refused: `P@ssw0rd1!`, `Qwerty123!`, `Summer2024!`
 * and `Aa123456@` are, `Corral-9-gate!` is not. Each word of password-words.txt so stands for dozens of
 * passwords: its six commonest endings alone make over 13,000, and a test counts them.
 */

const easiest = 4

const words = new Set(
  readFileSync(new URL('password-words.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .flatMap((line) => line.split(' '))
    .filter(Boolean),
)

/** The words behind the blocklist, for whoever counts what they refuse. */
export const knownWords: ReadonlySet<string> = words

const shortestRun = 3
const rows =
  'abcdefghijklmnopqrstuvwxyz 01234567890 qwertyuiop asdfghjkl zxcvbnm 1qaz2wsx3edc4rfv5tgb6yhn7ujm'.split(
    ' ',
  )
const runs = new Set(
  rows.flatMap((row) => [...stretchesOf(row), ...stretchesOf([...row].reverse().join(''))]),
)
const longestPiece = Math.max(...[...words, ...rows].map((piece) => piece.length))

function* stretchesOf(row: string): Generator<string> {
  for (let start = 0; start < row.length; start++)
    for (let end = start + shortestRun; end <= row.length; end++) yield row.slice(start, end)
}

const leetWithL = new Map([...leet, ...reading('1l !l |l')])
/** Keys with shift held, so that `!@#$` and `1qaz@WSX` are runs as well. */
const shifted = reading('!1 @2 #3 $4 %5 ^6 &7 *8 (9 )0')

const hasTwoLetters = (text: string) => /[a-z][^a-z]*[a-z]/.test(text)

/** Says of any stretch of a text whether it is one known piece. */
function piecesIn(text: string): (start: number, end: number) => boolean {
  const asWords = [text, readAs(text, leet), readAs(text, leetWithL)]
  const asRuns = [text, readAs(text, shifted)]
  return (start, end) => {
    const isKnownPiece = (known: ReadonlySet<string>, readings: string[]) =>
      readings.some((reading) => known.has(reading.slice(start, end)))
    if (end - start < shortestRun || end - start > longestPiece) return false
    if (isKnownPiece(runs, asRuns)) return true
    const piece = text.slice(start, end)
    return /^(?:19|20)\d\d$/.test(piece) || (isKnownPiece(words, asWords) && hasTwoLetters(piece))
  }
}

/** The fewest pieces a password can be made of. Case does not count. */
function countPieces(password: string): number {
  const text = password.toLowerCase()
  const isPiece = piecesIn(text)
  const fewest = [0]
  for (let end = 1; end <= text.length; end++) {
    let best = fewest[end - 1]! + 1
    for (let start = Math.max(0, end - longestPiece); start < end - 1; start++) {
      if (fewest[start]! + 1 < best && isPiece(start, end)) best = fewest[start]! + 1
    }
    for (let length = 1; length <= Math.min(end / 2, longestPiece); length++) {
      const middle = end - length
      const repeats = text.slice(middle, end) === text.slice(middle - length, middle)
      if (repeats && fewest[middle]! < best) best = fewest[middle]!
    }
    fewest.push(best)
  }
  return fewest[text.length]!
}

const ownNames = ['byre']

/** Why a password that follows the rules must not be used for this address, or null. */
export function weaknessOf(password: string, email: string): string | null {
  if (ownNames.some(readableIn(password)))
    return t`Please leave the name of this product out of your password.`
  const ofAddress = addressRule(email)
  if (!ofAddress.holds(password)) return ofAddress.message
  if (countPieces(password) <= easiest) {
    return t`This password is too easy to guess: it is made of very common words or patterns. Add a word or two.`
  }
  return null
}
