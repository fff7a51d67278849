import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, request as ask, Agent, type IncomingMessage, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { build } from 'vite'

const types: Record<string, string> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
}

/** Builds the bare page and serves it, compressed beforehand as the product's files are, with `/api` passed on. */
export async function serveBare(url: string): Promise<{ origin: string; close(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'byre-bare-'))
  await build({
    root: fileURLToPath(new URL('./bare/', import.meta.url)),
    configFile: false,
    logLevel: 'error',
    build: { outDir: folder, emptyOutDir: true },
  })
  const files = new Map<string, Buffer>()
  const read = async (name: string) => {
    if (!files.has(name)) files.set(name, brotliCompressSync(await readFile(join(folder, name))))
    return files.get(name)!
  }
  await read('index.html')

  const agent = new Agent({ keepAlive: true })
  const passOn = (request: IncomingMessage, response: ServerResponse) => {
    const { authorization = '' } = request.headers
    const { host, port } = new URL(url)
    const headers = { host, authorization }
    ask({ host: '127.0.0.1', port, path: request.url, agent, headers }, (reply) => {
      response.writeHead(reply.statusCode!, { 'content-type': 'application/json' })
      reply.pipe(response)
    }).end()
  }
  const sendFile = async (path: string, response: ServerResponse) => {
    const name = extname(path) ? path : 'index.html'
    const bytes = await read(name)
    const headers = {
      'content-type': types[extname(name)] ?? 'text/plain',
      'content-encoding': 'br',
      // As the product's pages have to (H03): for a page with it the browser begins a process, in which it is not ahead of the other.
      'cross-origin-opener-policy': 'same-origin',
    }
    response.writeHead(200, headers).end(bytes)
  }
  const server = createServer((request, response) => {
    const path = request.url!.split('?')[0]!
    if (path.startsWith('/api/')) passOn(request, response)
    else sendFile(path, response).catch(() => response.writeHead(404).end())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  return {
    origin: `http://localhost:${port}`,
    async close() {
      agent.destroy()
      server.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
