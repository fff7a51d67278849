import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

export interface Received {
  /** Who it was handed over for, whatever its headers say. */
  recipients: string[]
  sender: string
  raw: string
  mail: Email
}

/** A mail server of the `smtp-server` package; what it took is in `received`. */
export class PostOffice {
  readonly received: Received[] = []
  /** Every password it was told. */
  readonly passwords: string[] = []
  readonly url: string
  readonly port: number
  readonly #server: SMTPServer
  /** How many connections were opened to it. */
  connectionsSeen = 0
  /** How it answers a mail: takes it, refuses it for now, or takes it and loses the line before saying so. */
  mood: 'takes' | 'refuses' | 'forgets to answer' = 'takes'

  private constructor(server: SMTPServer, port: number) {
    this.#server = server
    this.port = port
    this.url = `smtp://127.0.0.1:${port}`
  }

  static async open(
    port = 0,
    options: SMTPServerOptions = { disabledCommands: ['STARTTLS'] },
  ): Promise<PostOffice> {
    const server = new SMTPServer({
      authOptional: true,
      logger: false,
      ...options,
      onData: async (stream, session, done) => {
        const chunks: Buffer[] = []
        for await (const chunk of stream) chunks.push(chunk as Buffer)
        const { mailFrom, rcptTo } = session.envelope
        const sender = mailFrom === false ? '' : mailFrom.address
        const recipients = rcptTo.map(({ address }) => address)
        done(await office.#take({ raw: Buffer.concat(chunks).toString(), sender, recipients }))
      },
      onConnect: (_, done) => {
        office.connectionsSeen += 1
        done()
      },
      onAuth: (auth, _, done) => {
        office.passwords.push(auth.password ?? '')
        done(null, { user: auth.username })
      },
    })
    server.on('error', () => undefined)
    const listening = server.listen(port, '127.0.0.1')
    await once(listening, 'listening')
    const office: PostOffice = new PostOffice(server, (listening.address() as AddressInfo).port)
    return office
  }

  async #take(handed: Omit<Received, 'mail'>): Promise<Error | null> {
    if (this.mood === 'refuses') return Object.assign(new Error('Try again later'), { responseCode: 451 })
    this.received.push({ ...handed, mail: await PostalMime.parse(handed.raw) })
    if (this.mood === 'forgets to answer') this.hangUp()
    return null
  }

  /** Ends every connection, kept ones too. */
  hangUp(): void {
    for (const connection of this.#server.connections) connection.close()
  }

  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()))
    this.hangUp()
    await closed
  }
}
