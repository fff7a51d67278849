import { readLine } from '@byre/rules/readers'

// oxlint-disable-next-line no-control-regex -- readers send them around each number
const unprinted = /[\u0000-\u0008\u000b-\u001f\u007f]/g

/**
 * Tags as they were scanned, typed or pasted, each once: one a line. What a reader sent is a tag with all that follows on its
 * line; of anything else commas, semicolons and tabs part tags, too.
 */
export function readTags(text: string): string[] {
  const tags = text.split(/[\r\n]+/).flatMap((sent) => {
    const line = sent.replaceAll('\t', ';').replace(unprinted, '').trim()
    return 'value' in readLine(line) ? [line] : line.split(/[,;]/).map((tag) => tag.trim())
  })
  return [...new Set(tags.filter((tag) => tag !== ''))]
}
