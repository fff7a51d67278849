/** Words written with signs for letters, as people hide them in passwords: `P@55w0rd`. */

type Reading = ReadonlyMap<string, string>

/** Of pairs such as `@a`: a sign, and the character it is read as. */
export const reading = (pairs: string): Reading =>
  new Map(pairs.split(' ').map(([sign, read]) => [sign!, read!]))

export const leet = reading('@a 4a 8b (c 3e 6g 9g 1i !i |i 0o $s 5s 7t +t 2z')

export const readAs = (text: string, signs: Reading) =>
  text.replace(/[^a-z]/g, (sign) => signs.get(sign) ?? sign)

/** Says of words in small letters whether a password holds them, whatever its case. */
export function readableIn(password: string): (word: string) => boolean {
  const plain = password.toLowerCase()
  const read = readAs(plain, leet)
  return (word) => plain.includes(word) || read.includes(word)
}
