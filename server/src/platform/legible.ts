import anyAscii from 'any-ascii'

const word = String.raw`[\p{Script=Arabic}\p{Script=Hebrew}]\S*`
/** Words of scripts that run from right to left, and the space before what follows. */
const rightToLeft = new RegExp(String.raw`${word}(?: +${word})*(?: +(?=\S))?`, 'gu')

const drawsNothing = /^[\p{M}\p{Cf}]$/u
const noBreak = '\u00a0'

/**
 * A text as a font can draw it: letters that it lacks stand in Latin ones, as `BeiJing` does for `北京`,
 * what has none as `?`. Whoever draws sets a word at a time, from left to right; so words that run the
 * other way are held together as one, with a space at their beginning, which is at the right.
 */
export function legible(text: string, isDrawn: (codePoint: number) => boolean): string {
  const letters = Array.from(text.normalize('NFC'), (letter) =>
    isDrawn(letter.codePointAt(0)!) ? letter : anyAscii(letter) || (drawsNothing.test(letter) ? '' : '?'),
  )
  return letters.join('').replace(rightToLeft, (words: string) => {
    const held = words.trimEnd().replace(/ +/g, noBreak)
    return held.length === words.length ? held : `${noBreak}${held} `
  })
}
