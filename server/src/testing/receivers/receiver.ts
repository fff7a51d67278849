import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newCertificate } from './certificate.ts'

export interface Received {
  path: string
  headers: IncomingHttpHeaders
  body: string
}

/** Somebody's own program on this machine, which is told by webhooks. */
export class Receiver {
  readonly #server: Server
  readonly #folder: string
  readonly certificate: string
  /** Its certificate as a file, for `WEBHOOK_TEST_CA`. */
  readonly certificateFile: string
  readonly received: Received[] = []
  connections = 0
  /** What it answers: 200 with nothing unless a test says otherwise. */
  answer: (response: ServerResponse, received: Received) => void = (response) => response.end()

  private constructor(server: Server, folder: string, certificate: string) {
    this.#server = server
    this.#folder = folder
    this.certificate = certificate
    this.certificateFile = join(folder, 'certificate.pem')
    server.on('connection', () => (this.connections += 1))
    server.on('request', async (request, response) => {
      const parts: Buffer[] = []
      for await (const part of request) parts.push(part as Buffer)
      const received = {
        path: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(parts).toString(),
      }
      this.received.push(received)
      this.answer(response, received)
    })
  }

  /** On a port of 127.0.0.1, with a certificate for that and these names. */
  static async start(names: readonly string[] = []): Promise<Receiver> {
    const { key, cert } = newCertificate(names)
    const folder = await mkdtemp(join(tmpdir(), 'byre-receiver-'))
    const receiver = new Receiver(createServer({ key, cert }), folder, cert)
    await writeFile(receiver.certificateFile, cert)
    receiver.#server.listen(0, '127.0.0.1')
    await once(receiver.#server, 'listening')
    return receiver
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  url(path = '/hooks', host = '127.0.0.1'): string {
    return `https://${host}:${this.port}${path}`
  }

  /** What came to a path. */
  to(path: string): Received[] {
    return this.received.filter((received) => received.path === path)
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await rm(this.#folder, { recursive: true, force: true })
  }
}
