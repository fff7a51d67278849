import { createServer, type IncomingMessage } from 'node:http'

/** Serves a floor on this port of loopback until its parent goes; what has no answer is 401. */
export function serveFloor(
  port: number,
  answer: (request: IncomingMessage, body: string) => Promise<unknown>,
): void {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', async () => {
      try {
        const data = await answer(request, Buffer.concat(chunks).toString())
        const text = JSON.stringify({ success: data !== undefined, data })
        response.writeHead(data === undefined ? 401 : 200, {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(text),
        })
        response.end(text)
      } catch (error) {
        process.stderr.write(`${String(error)}\n`)
        response.writeHead(500).end()
      }
    })
  })
  server.listen(port, '127.0.0.1', () => process.send?.('ready'))
  process.on('disconnect', () => process.exit(0))
}
