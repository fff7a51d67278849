import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { request, type RequestOptions } from 'node:https'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '../main-process.ts'

const config = fileURLToPath(new URL('../../../../deploy/Caddyfile', import.meta.url))

/** CADDY, else the one on the path; root gets the system's package. Says in one line how, where there is none. */
function findCaddy(): string {
  const named = process.env['CADDY']
  if (named !== undefined) return named
  const onPath = () =>
    (process.env['PATH'] ?? '')
      .split(delimiter)
      .map((folder) => join(folder, 'caddy'))
      .find(existsSync)
  const there = onPath()
  if (there !== undefined) return there
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    execFileSync('apt-get', ['update', '-qq'], { stdio: 'ignore' })
    execFileSync('apt-get', ['install', '-y', '-qq', 'caddy'], { stdio: 'ignore' })
    const installed = onPath()
    if (installed !== undefined) return installed
  }
  throw new Error(
    'There is no Caddy here: install it (apt-get install caddy) or say where it is with CADDY=…',
  )
}

interface Fronting {
  portalHost: string
  baseDomain: string
  httpsPort: number
  /** One host a node. */
  hosts: readonly string[]
  /** The same at every node. */
  port: number
  opsPort: number
}

export interface Answer {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
}

/** The real Caddy with `deploy/Caddyfile` and its internal authority, in front of a running product. */
export class Caddy {
  readonly httpsPort: number
  /** Where Caddy asks whether a name may have a certificate. */
  readonly askAt: string
  readonly #process: ChildProcess
  readonly #folder: string
  #printed = ''
  #authority: string | undefined

  private constructor(
    child: ChildProcess,
    folder: string,
    { httpsPort, askAt }: { httpsPort: number; askAt: string },
  ) {
    this.#process = child
    this.#folder = folder
    this.httpsPort = httpsPort
    this.askAt = askAt
    child.stderr?.on('data', (chunk: Buffer) => (this.#printed += chunk))
  }

  static async start({ portalHost, baseDomain, hosts, port, opsPort, httpsPort }: Fronting): Promise<Caddy> {
    const folder = await mkdtemp(join(tmpdir(), 'byre-caddy-'))
    const askAt = `127.0.0.1:${await freePort()}`
    const options = [
      'local_certs',
      'skip_install_trust',
      'admin off',
      `http_port ${await freePort()}`,
      `https_port ${httpsPort}`,
      `storage file_system ${folder}`,
    ]
    const child = spawn(findCaddy(), ['run', '--config', config, '--adapter', 'caddyfile'], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: {
        HOME: folder,
        PORTAL_HOST: portalHost,
        BASE_DOMAIN: baseDomain,
        BYRE: hosts.map((host) => `${host}:${port}`).join(' '),
        BYRE_OPS: hosts.map((host) => `${host}:${opsPort}`).join(' '),
        BYRE_OPS_PORT: String(opsPort),
        ASK: askAt,
        WILDCARD: 'internal',
        CADDY_OPTIONS: options.join('\n'),
      },
    })
    const caddy = new Caddy(child, folder, { httpsPort, askAt })
    await caddy.#untilItServes(portalHost)
    return caddy
  }

  async #untilItServes(host: string): Promise<void> {
    const deadline = Date.now() + 30_000
    for (;;) {
      if (this.#process.exitCode !== null) throw new Error(`Caddy ended:\n${this.#printed}`)
      try {
        const file = join(this.#folder, 'pki/authorities/local/root.crt')
        this.#authority = await readFile(file, 'utf8')
        await this.ask(host, '/')
        return
      } catch (error) {
        if (Date.now() > deadline)
          throw new Error(`Caddy does not serve:\n${this.#printed}`, { cause: error })
        await new Promise((done) => setTimeout(done, 50))
      }
    }
  }

  /** Whom its certificates are believed by. */
  get authority(): string {
    return this.#authority ?? ''
  }

  /** Asks over https under a name, trusting Caddy's authority alone; rejects where there is no certificate. */
  async ask(host: string, path: string, options: RequestOptions & { body?: string } = {}): Promise<Answer> {
    const { body, ...rest } = options
    const clientRequest = request({
      ...rest,
      host: '127.0.0.1',
      port: this.httpsPort,
      path,
      servername: host,
      ca: this.#authority,
      agent: false,
      headers: { host: `${host}:${this.httpsPort}`, ...rest.headers },
    })
    clientRequest.end(body)
    const [answer] = (await once(clientRequest, 'response')) as [IncomingMessage]
    let text = ''
    for await (const chunk of answer) text += String(chunk)
    return { status: answer.statusCode ?? 0, headers: answer.headers, text }
  }

  async stop(): Promise<void> {
    if (this.#process.exitCode === null && this.#process.signalCode === null) {
      this.#process.kill('SIGTERM')
      await once(this.#process, 'exit')
    }
    await rm(this.#folder, { recursive: true, force: true })
  }
}
