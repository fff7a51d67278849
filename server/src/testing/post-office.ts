import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

export interface Received {
  /** Who it was handed over for, whatever its headers say. */
  recipients: string[]
  sender: string
  raw: string
  mail: Email
}

const slowMs = 3_000

const refusal = (responseCode: number) => Object.assign(new Error('Try again later'), { responseCode })

/** A mail server of the `smtp-server` package; what it took is in `received`. */
export class PostOffice {
  readonly received: Received[] = []
  /** Every password it was told. */
  readonly passwords: string[] = []
  port: number
  readonly #options: SMTPServerOptions
  #server!: SMTPServer
  /** How many connections were opened to it. */
  connectionsSeen = 0
  /**
   * How it answers a mail: takes it, at once or after a while, refuses it for now, refuses who sends it, or takes it and loses
   * the line before saying so.
   */
  mood: 'takes' | 'is slow' | 'refuses' | 'refuses us' | 'forgets to answer' = 'takes'

  private constructor(port: number, options: SMTPServerOptions) {
    this.port = port
    this.#options = options
  }

  static async open(
    port = 0,
    options: SMTPServerOptions = { disabledCommands: ['STARTTLS'] },
  ): Promise<PostOffice> {
    const office: PostOffice = new PostOffice(port, options)
    await office.openAgain()
    return office
  }

  /** At the port that it had, after it was closed. */
  async openAgain(): Promise<void> {
    const server = new SMTPServer({
      authOptional: true,
      logger: false,
      onMailFrom: (_, __, done) => done(this.mood === 'refuses us' ? refusal(550) : null),
      ...this.#options,
      onData: async (stream, session, done) => {
        const chunks: Buffer[] = []
        try {
          for await (const chunk of stream) chunks.push(chunk as Buffer)
        } catch {
          // Whoever sends it has hung up: a mail that is not whole is none.
          return
        }
        const { mailFrom, rcptTo } = session.envelope
        const sender = mailFrom === false ? '' : mailFrom.address
        const recipients = rcptTo.map(({ address }) => address)
        done(await this.#take({ raw: Buffer.concat(chunks).toString(), sender, recipients }))
      },
      onConnect: (_, done) => {
        this.connectionsSeen += 1
        done()
      },
      onAuth: (auth, _, done) => {
        this.passwords.push(auth.password ?? '')
        done(null, { user: auth.username })
      },
    })
    server.on('error', () => undefined)
    const listening = server.listen(this.port, '127.0.0.1')
    await once(listening, 'listening')
    this.port = (listening.address() as AddressInfo).port
    this.#server = server
  }

  get url(): string {
    return `smtp://127.0.0.1:${this.port}`
  }

  async #take(handed: Omit<Received, 'mail'>): Promise<Error | null> {
    if (this.mood === 'refuses') return refusal(451)
    if (this.mood === 'is slow') await delay(slowMs)
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
