import type { Plugin } from 'vite'

/** What the server and the documents read of a call's declaration, and the browser never does. */
const unread = new Set(['reply', 'otherwise', 'summary', 'refusals'])

interface Node {
  type: string
  start: number
  end: number
}
interface Property extends Node {
  key?: { name?: string }
}
interface Call extends Node {
  callee: { name?: string }
  arguments: (Node & { properties?: Property[] })[]
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value

const isDeclaration = (name: string | undefined) => name === 'endpoint' || name === 'appCall'

/** All calls of `endpoint` and `appCall` below a node. */
function endpointsIn(node: Node): Call[] {
  const below = Object.values(node).flat().filter(isNode).flatMap(endpointsIn)
  const call = node as Call
  return node.type === 'CallExpression' && isDeclaration(call.callee.name) ? [call, ...below] : below
}

/**
 * Leaves out of the client what it does not read of the contract's calls, most of all what they reply: the schemas that
 * nothing names any more go with it. Types are not touched.
 */
export function withoutReplies(): Plugin {
  return {
    name: 'byre:without-replies',
    apply: 'build',
    transform: {
      filter: { id: /contract\/src\/.*\.ts$/, code: /\b(?:endpoint|appCall)\(/ },
      handler(code) {
        const properties = endpointsIn(this.parse(code, { lang: 'ts' }) as unknown as Node).flatMap(
          (call) => call.arguments[0]?.properties ?? [],
        )
        const gone = properties
          .filter(({ key }) => unread.has(key?.name ?? ''))
          .toSorted((a, b) => b.start - a.start)
        // From the last on, each with the comma behind it.
        const left = gone.reduce(
          (text, { start, end }) => text.slice(0, start) + text.slice(end).replace(/^\s*,/, ''),
          code,
        )
        return { code: left, map: null }
      },
    },
  }
}
