import type { Endpoint } from '@byre/contract/endpoint'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/*
 * Which commands lead to which mails, read from the sources: a graph of what names what, from each `serve` through
 * functions, ports and jobs to the queues whose handlers mail. It takes too much for true rather than too little.
 */

const source = resolve(import.meta.dirname, '..')
const declaration = /^(?:export )?(?:async )?(?:function|const|class) (\w+)/gm

/** What a route file calls by another name than its function's. */
const aliases: Record<string, Record<string, string>> = {
  'tenants/invites.routes.ts': {
    invite: 'invite',
    list: 'listInvites',
    change: 'changeInvite',
    revoke: 'revokeInvite',
    resend: 'resendInvite',
  },
}
/** Where the functions stand that `app.ts` hands to customers. */
const ports = { billing: 'payments/index.ts', accounts: 'auth/accounts/accounts-port.actions.ts' }

interface File {
  path: string
  text: string
  /** Declarations by name, with what stands in them. */
  parts: Map<string, string>
  /** Where imported names come from. */
  imports: Map<string, { path: string; name: string }>
}

type Node = `${string}#${string}`

function readFile(path: string): File {
  const text = readFileSync(join(source, path), 'utf8')
  const starts = [...text.matchAll(declaration)]
  const parts = new Map(
    starts.map((start, at) => [start[1]!, text.slice(start.index, starts[at + 1]?.index ?? text.length)]),
  )
  const imports = new Map<string, { path: string; name: string }>()
  for (const [, names = '', from = ''] of text.matchAll(/^(?:import|export) \{([^}]*)\} from '(\.[^']+)'/gm))
    for (const one of names.split(',').map((name) => name.trim().replace(/^type /, ''))) {
      const [name = '', local = name] = one.split(' as ')
      if (name) imports.set(local, { path: join(dirname(path), from), name })
    }
  return { path, text, parts, imports }
}

/** The graph of one tree of sources. */
export class MailRoads {
  readonly #files: Map<string, File>
  readonly #byModule = new Map<string, Node>()

  constructor() {
    const paths = globSync('**/*.ts', { cwd: source, exclude: (path) => /test\.ts$|^testing/.test(path) })
    this.#files = new Map(paths.map((path) => [path, readFile(path)]))
    for (const { path, parts } of this.#files.values())
      for (const name of parts.keys()) this.#byModule.set(`${path.split('/')[0]}.${name}`, `${path}#${name}`)
  }

  /** The queues whose handlers hand mails over, by what they are called in the sources. */
  mailQueues(): Map<Node, string> {
    const queuesByNode = new Map<Node, string>()
    for (const file of this.#files.values())
      for (const [name, text] of file.parts) {
        const queue = /= queue<[^(]*\('([\w.-]+)'/.exec(text)?.[1]
        const node: Node = `${file.path}#${name}`
        if (queue && this.#handlerReaches(node)) queuesByNode.set(node, queue)
      }
    return queuesByNode
  }

  /** For each endpoint that is served, the mail queues it leads to. */
  roads(): Map<string, string[]> {
    const queues = this.mailQueues()
    const queuesByEndpoint = new Map<string, string[]>()
    for (const file of this.#files.values())
      for (const { endpoints, handler } of servings(file)) {
        const reached = this.#reach(this.#namedIn(file, handler), queues)
        for (const name of endpoints) queuesByEndpoint.set(name, [...reached].toSorted())
      }
    return queuesByEndpoint
  }

  #reach(from: Iterable<Node>, queues: Map<Node, string>): Set<string> {
    const seen = new Set<Node>()
    const reached = new Set<string>()
    const waiting = [...from]
    for (let node = waiting.pop(); node; node = waiting.pop()) {
      if (seen.has(node)) continue
      seen.add(node)
      const queue = queues.get(node)
      if (queue) reached.add(queue)
      else waiting.push(...this.#next(node))
    }
    return reached
  }

  readonly #known = new Map<Node, Node[]>()

  #next(node: Node): Node[] {
    const known = this.#known.get(node) ?? this.#namedBy(node)
    this.#known.set(node, known)
    return known
  }

  #namedBy(node: Node): Node[] {
    const [path = '', name = ''] = node.split('#')
    const file = this.#files.get(path)
    const text = file?.parts.get(name)
    if (!file || text === undefined) return []
    return [...this.#namedIn(file, text), ...this.#handlersOf(node)]
  }

  /** What a job leads to, where the node is a queue. */
  #handlersOf(queue: Node): Node[] {
    const [path = '', name = ''] = queue.split('#')
    return [...this.#files.values()].flatMap((file) => {
      const from = file.imports.get(name)
      if (file.path !== path && from?.path !== path) return []
      const handler = new RegExp(`outbox\\.handle\\(\\s*${name},([\\s\\S]*?)\\n(?:  \\S|\\})`).exec(file.text)
      return handler ? this.#namedIn(file, handler[1]!) : []
    })
  }

  #handlerReaches(queue: Node): boolean {
    const [path = '', name = ''] = queue.split('#')
    const isDirect = [...this.#files.values()].some((file) => {
      const isNamed = file.path === path || file.imports.get(name)?.path === path
      const handler = new RegExp(`outbox\\.handle\\(\\s*${name},[\\s\\S]*`).exec(file.text)?.[0]
      return (
        isNamed &&
        handler !== undefined &&
        /mailer\.send\(/.test(handler.split(/outbox\.handle\(|\n\}/)[1] ?? '')
      )
    })
    if (isDirect) return true
    const waiting = this.#handlersOf(queue)
    const seen = new Set<Node>()
    for (let node = waiting.pop(); node; node = waiting.pop()) {
      if (seen.has(node)) continue
      seen.add(node)
      const [at = '', called = ''] = node.split('#')
      const text = this.#files.get(at)?.parts.get(called) ?? ''
      if (/mailer\.send\(/.test(text)) return true
      if (!/= queue</.test(text)) waiting.push(...this.#namedIn(this.#files.get(at)!, text))
    }
    return false
  }

  #namedIn(file: File, text: string): Node[] {
    const nodes: Node[] = []
    const bare = text.replace(/\/\*[\s\S]*?\*\/|\/\/.*|'[^'\n]*'/g, '')
    for (const [, dot, name = ''] of bare.matchAll(/(\w*\.)?\b([A-Za-z_]\w+)\b/g)) {
      const port = ports[dot?.slice(0, -1) as keyof typeof ports]
      if (port) nodes.push(...this.#byPort(port, name))
      else if (dot) nodes.push(...this.#node(file.path.split('/')[0]!, name))
      else nodes.push(...this.#resolve(file, aliases[file.path]?.[name] ?? name))
    }
    return nodes
  }

  #resolve(file: File, name: string): Node[] {
    if (file.parts.has(name)) return [`${file.path}#${name}`]
    const from = file.imports.get(name)
    if (from) {
      const next = this.#files.get(from.path)
      return next && !next.parts.has(from.name)
        ? this.#resolve(next, from.name)
        : [`${from.path}#${from.name}`]
    }
    return aliases[file.path] ? this.#node('customers', name) : []
  }

  #node(module: string, name: string): Node[] {
    const node = this.#byModule.get(`${module}.${name}`)
    return node ? [node] : []
  }

  #byPort(path: string, name: string): Node[] {
    const file = this.#files.get(path)!
    const property = new RegExp(`\\n {4,6}${name}(?:: ([\\s\\S]*?))?,\\n`).exec(file.text)
    return this.#namedIn(file, property?.[1] ?? name)
  }
}

/** Each `serve` of a route file: its endpoints' names and what stands in its handler. */
function servings({ path, text }: File): { endpoints: string[]; handler: string }[] {
  if (!path.endsWith('.routes.ts')) return []
  const starts = [...text.matchAll(/serve(?:\.\w+)?\(\s*([\w.]+)(\[kind\])?,/g)]
  return starts.map((start, at) => {
    const handler = text.slice(start.index + start[0].length, starts[at + 1]?.index ?? text.length)
    const named = start[1]!
    if (start[2]) {
      const table = new RegExp(`const ${named} = \\{([^}]*)\\}`).exec(text)?.[1] ?? ''
      return { endpoints: [...table.matchAll(/contract\.(\w+)/g)].map(([, name]) => name!), handler }
    }
    return { endpoints: [named], handler }
  })
}

/** What a route file calls an endpoint, as the endpoint's own name. */
export function endpointNamed(written: string, endpoints: readonly Pick<Endpoint, 'name'>[]): string | null {
  const name = written
    .split('.')
    .at(-1)!
    .replace(/(?:Call|Endpoint)$/, '')
  const named = { add: 'addCard', update: 'updateCard' }[name] ?? name
  return endpoints.find((one) => one.name === named)?.name ?? null
}
