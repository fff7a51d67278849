import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** Listens on a port and hands each connection to the next of the addresses behind it. Gives what ends it. */
export async function inTurn(port: number, behind: readonly string[]): Promise<() => Promise<void>> {
  let taken = 0
  const open = new Set<Socket>()
  const server = createServer((near) => {
    const { hostname, port } = new URL(behind[taken++ % behind.length]!)
    const far = connect(Number(port), hostname)
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(socket)
      socket.pipe(other)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        open.delete(socket)
        other.destroy()
      })
    }
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return async () => {
    server.close()
    for (const socket of open) socket.destroy()
    await once(server, 'close')
  }
}
