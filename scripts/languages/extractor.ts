import type { ExtractedMessage, ExtractorType } from '@lingui/conf'
import { parseSync } from 'rolldown/utils'
import { isNode, type Node } from './nodes.ts'

/*
 * Finds the sentences of the code for Lingui: whatever stands behind `t` or `rich` (contract/src/words.ts), by the same
 * key that is looked up when they are said.
 */

const tags = new Set(['t', 'rich'])

/** Lingui's own reads macros, which Node runs no file with. */
export const extractor: ExtractorType = {
  match: (file) => /(?<!\.test)\.tsx?$/.test(file),
  extract(file, code, tell) {
    const { program } = parseSync(file, code)
    visit(program as unknown as Node, (node) => {
      const message = messageAt(node, code)
      if (message) tell({ ...message, origin: [file, 1] })
    })
  },
}

/** `t` and `words.t` alike. */
function tagOf({ tag }: Node): string {
  const name = isNode(tag) && tag.type === 'MemberExpression' ? tag['property'] : tag
  return isNode(name) ? String(name['name']) : ''
}

function messageAt(node: Node, code: string): Omit<ExtractedMessage, 'origin'> | undefined {
  if (node.type !== 'TaggedTemplateExpression' || !tags.has(tagOf(node))) return undefined
  const { quasis, expressions } = node['quasi'] as unknown as { quasis: Quasi[]; expressions: Node[] }
  const placeholders: Record<string, string> = {}
  const id = quasis.reduce((said, { value }, at) => {
    const before = expressions[at - 1]
    if (!before) return said + value.cooked
    placeholders[at - 1] = code.slice(before['start'] as number, before['end'] as number).replace(/\s+/g, ' ')
    return said + placeOf(before, at - 1) + value.cooked
  }, '')
  if (/'\{/.test(id)) throw new Error(`An apostrophe before a value is an escape in ICU: ${id}`)
  return { id, placeholders }
}

interface Quasi {
  value: { cooked: string }
}

function placeOf(value: Node, at: number): string {
  const callee = value['callee']
  if (value.type !== 'CallExpression' || !isNode(callee) || callee['name'] !== 'plural') return `{${at}}`
  const forms = Object.fromEntries(
    ((value['arguments'] as [Node, Node])[1]['properties'] as Node[]).map((property) => [
      (property['key'] as Node)['name'],
      (property['value'] as Node)['value'],
    ]),
  ) as Record<string, string | undefined>
  const none = forms['zero'] === undefined ? '' : `=0 {${forms['zero']}} `
  return `{${at}, plural, ${none}one {${forms['one']}} other {${forms['other']}}}`
}

function visit(node: Node, see: (node: Node) => void) {
  see(node)
  for (const value of Object.values(node))
    if (Array.isArray(value)) value.filter(isNode).forEach((child) => visit(child, see))
    else if (isNode(value)) visit(value, see)
}
