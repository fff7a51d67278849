import type Connection from 'nodemailer/lib/smtp-connection'

/** How far a mail server lets us come: to its greeting, past our login, and as the sender that we name. */
export interface MailCheck {
  reached: 'nothing' | 'server' | 'login' | 'sender'
  /** What it said where it went no further. */
  said: string | null
}

const withinMs = 5000

/** Signs in at a mail server and names the sender, without sending anything. */
export async function checkMailServer(smtpUrl: string, from: string): Promise<MailCheck> {
  const { default: SMTPConnection } = await import('nodemailer/lib/smtp-connection')
  const { protocol, hostname, port, username, password } = new URL(smtpUrl)
  const secure = protocol === 'smtps:'
  const connection = new SMTPConnection({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port || (secure ? 465 : 587)),
    secure,
    connectionTimeout: withinMs,
    greetingTimeout: withinMs,
    socketTimeout: withinMs,
  })
  const check: MailCheck = { reached: 'nothing', said: null }
  try {
    await step(connection, (done) => connection.connect((error) => done(error)))
    check.reached = 'server'
    const credentials = { user: decodeURIComponent(username), pass: decodeURIComponent(password) }
    if (username !== '')
      await step(connection, (done) => connection.login({ credentials }, (error) => done(error)))
    check.reached = 'login'
    await nameSender(connection, from)
    check.reached = 'sender'
  } catch (error) {
    check.said = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
  } finally {
    connection.close()
  }
  return check
}

function step(connection: Connection, begin: (done: (error?: Error | null) => void) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    connection.once('error', reject)
    begin((error) => {
      connection.off('error', reject)
      if (error) reject(error)
      else resolve()
    })
  })
}

/** The library offers no command short of a whole mail; these two are how it sends its own. */
interface Commands {
  _sendCommand(text: string): void
  _responseActions: ((answer: string) => void)[]
}

function nameSender(connection: Connection, from: string): Promise<void> {
  const address = /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from.trim()
  const commands = connection as unknown as Commands
  return step(connection, (done) => {
    commands._responseActions.push((answer) => done(answer.startsWith('2') ? null : new Error(answer)))
    commands._sendCommand(`MAIL FROM:<${address}>`)
  })
}
