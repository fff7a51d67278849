import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'rolldown/utils'
import { isNode, type Node } from './nodes.ts'

/*
 * Words that nobody will read in another language, since no tag is before them: text between elements, what an
 * attribute says, and literals that read as words, in the portal, the contract, and whatever of the server writes to people:
 * mails, documents, pages, and why something is refused. What is written for machines, or is a name, is left alone.
 */

/** Modules that people hear, and of what they stand on, what writes to people. The site app's (`herd/`) is English (decision 0167). */
const ofServer =
  /^server\/src\/((auth|customers|payments|species|staff|tenants)\/|platform\/(documents\/document|mail|outgoing|network|lists|jobs\/kept-jobs|http\/(own-)?page))/

/** Whose words stay as they are, and why. */
const leftOut = [
  /\.test\.tsx?$/,
  // English: the site app and its half of the contract (decision 0167), and what only developers see.
  /^web\/src\/(site-app|gallery|testing)\/|^contract\/src\/herd\//,
  /^server\/src\/(platform\/mail\/mail-page|customers\/domains\/dev-dns|payments\/gateways\/sandbox-page|tenants\/app-pages)\./,
  // Read by operators at the command line.
  /^server\/src\/payments\/billing-run\/unresolved-payments\.actions\./,
  // Columns of files, by which programs read them.
  /-exports\.actions\.ts$|\/activity\/activity\.actions\.ts$/,
  // Kept in English whoever reads it: lines of invoices, said by `lineInWords`, and what stands on a card's statement.
  /^server\/src\/payments\/(invoices\/invoices|billing-run\/charges)\.policy\./,
  // Names: of brands, languages, plans, cards, devices (said by `device-names.ts`), words that no address may be.
  /^contract\/src\/(brands|languages|accounts\/device-names|places\/top-level)|\/billing\/cards\/card-(brands|marks)|\/auth\/(prices|devices\.policy)\.|\/host-names\.policy\./,
  // What English dates alone are written with.
  /^contract\/src\/english-months\./,
  // Shapes: of tax numbers, drawings, keys.
  /^contract\/src\/billing\/tax-numbers|\/ui\/drawings\/|\/lib\/keyboard\./,
  // SQL.
  /^server\/.*(\.queries|\/tables)\.ts$/,
]

/** Whatever they say is for machines. */
const silentAttributes =
  /^(class[A-Z]|key$|data-|is$|to$|href|kind$|id$|type$|role$|autoC|target|rel$|height|width|fill|d$|stroke|inputMode|drawing|sort|prefix|pageIn|draft$|as$|transform|style|aria-(keysh|auto|live|rele|labelledby|busy|current|haspopup))/
const words = /\p{L}{2,} \p{L}|^\p{Lu}\p{Ll}+[ \p{Ll}.,!?…]*$/u
/** What is said to a program about its parameters stays English: `page must be 1 or more.` */
const ofParameters = /^[a-z_]+ must be /
/** Values and keys that look like words. */
const names = new Set([
  'Owner',
  'Admin',
  'User',
  'Canada',
  'USA',
  'Refusal',
  'Unreachable',
  'Enter',
  'Escape',
  'Tab',
  'Home',
  'End',
  'Backspace',
  'Delete',
  'Bearer',
  'Enter ',
  'American Express',
  'Diners Club',
  'Visa Electron',
])
/** What `t` and `rich` hold, and how several words are told apart in the code. */
const code = /^[a-z][\w-]*( [a-z0-9][\w-]*)*$|^[a-z]+[:/]|[{}[\]=;<>]|^\W*$/

/** Each with its file and line. */
export function listStrays(root: string): string[] {
  return globSync('{web,contract,server}/src/**/*.{ts,tsx}', { cwd: root })
    .filter((file) => !file.startsWith('server/') || ofServer.test(file))
    .filter((file) => !leftOut.some((shape) => shape.test(file)))
    .toSorted()
    .flatMap((file) => {
      const text = readFileSync(join(root, file), 'utf8')
      const { program } = parseSync(file, text)
      const lineOf = (node: Node) => text.slice(0, node['start'] as number).split('\n').length
      return straysIn(program as unknown as Node).map(
        ({ node, said }) => `${file}:${lineOf(node)}: “${said}” stands without a tag.`,
      )
    })
}

interface Stray {
  node: Node
  said: string
}

function straysIn(node: Node, parent?: Node): Stray[] {
  if (isForMachines(node, parent)) return []
  const said = saidBy(node, parent)
  if (said !== null) return [{ node, said }]
  return Object.entries(node).flatMap(([name, value]) => {
    if (node.type === 'Property' && name === 'key') return []
    return [value]
      .flat()
      .filter(isNode)
      .flatMap((child) => straysIn(child, node))
  })
}

function isForMachines(node: Node, parent: Node | undefined): boolean {
  if (/^(TS(?!AsExp|Satisfies|NonNull)|Import|ExportAll)/.test(node.type)) return true
  if (node.type === 'JSXAttribute') return silentAttributes.test(nameOf(node))
  // An error of ours is for whoever mends it, as are lines of the log.
  if (node.type === 'NewExpression')
    return /(Error|NoAnswer|GatewayDown|FontFace)$/.test(nameOf(node, 'callee'))
  if (node.type === 'CallExpression' && isLogLine(node)) return true
  if (parent?.type === 'BinaryExpression') return node.type === 'Literal'
  if (node.type === 'Property') return silentProperties.has(nameOf(node, 'key'))
  if (parent?.type === 'SwitchCase') return node.type === 'Literal'
  // What declares a call by its path says the rest to those who write programs, too.
  if (parent?.type === 'CallExpression' && node.type === 'Literal') return argumentsOf(parent).some(isPath)
  return (
    parent?.type === 'CallExpression' &&
    nameOf(parent, 'callee') === 'plural' &&
    node.type === 'ObjectExpression'
  )
}

function saidBy(node: Node, parent: Node | undefined): string | null {
  if (node.type === 'JSXText')
    return /\p{L}{2}/u.test(String(node['value'])) ? String(node['value']).trim() : null
  if (parent?.type === 'JSXAttribute' && node.type === 'Literal') return wordsOf(node['value'])
  if (node.type === 'Literal') return wordsOf(node['value'])
  if (node.type !== 'TemplateLiteral' || parent?.type === 'TaggedTemplateExpression') return null
  const quasis = node['quasis'] as unknown as { value: { cooked: string } }[]
  const text = quasis.map(({ value }) => value.cooked).join('…')
  return sentence.test(text) && !machines.test(text) && !ofParameters.test(text) ? text : null
}

/** Keys of lists, and what the contract says to those who write programs. */
const silentProperties = new Set([
  'key',
  'noun',
  'summary',
  'description',
  'about',
  'produces',
  'responseHeaders',
])

/** Words before or after a value, and what is made of values for a machine: a file's name, a header, how a mail or a limit is called. */
const sentence = /\p{L}{2,} …|… \p{L}{2,}|\p{L}{2,} \p{L}/u
const machines = /\.(csv|pdf|txt)$|^Bearer |^(billing|address|trial|mails|expires) …|[{}[\]=;<>]/

const wordsOf = (value: unknown): string | null =>
  typeof value === 'string' &&
  words.test(value) &&
  !names.has(value) &&
  !code.test(value) &&
  !ofParameters.test(value)
    ? value
    : null

const isLogLine = ({ callee }: Node) =>
  isNode(callee) && isNode(callee['object']) && nameOf(callee, 'object') === 'log'
const argumentsOf = (node: Node) => [node['arguments']].flat().filter(isNode)
const isPath = ({ value }: Node) => typeof value === 'string' && value.startsWith('/api/')

const nameOf = (node: Node, key = 'name'): string => {
  const name = node[key]
  return isNode(name) ? String(name['name']) : ''
}
