import { once } from 'node:events'
import { createServer, request, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'

/**
 * A door before a portal through which the page at `path` comes in two parts, as over a slow network: up to `before`, and from there
 * once it is let through. All else comes whole.
 */
export async function halved(portal: string, path: string, before: string) {
  const { promise: held, resolve: letThrough } = Promise.withResolvers<void>()
  const server = createServer(async (near, answer) => {
    const isHalved = near.url === path
    const headers = {
      ...near.headers,
      host: new URL(portal).host,
      ...(isHalved && { 'accept-encoding': 'identity' }),
    }
    const ask = request(new URL(near.url ?? '', portal), { method: near.method ?? 'GET', headers })
    near.pipe(ask)
    const [got] = (await once(ask, 'response')) as [IncomingMessage]
    const { 'content-length': _, ...rest } = got.headers
    answer.writeHead(got.statusCode ?? 502, isHalved ? rest : got.headers)
    if (!isHalved) return void got.pipe(answer)
    const page = await text(got)
    const at = page.indexOf(before)
    answer.write(page.slice(0, at))
    await held
    answer.end(page.slice(at))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('nothing listens')
  return {
    url: `http://localhost:${address.port}`,
    letThrough,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
