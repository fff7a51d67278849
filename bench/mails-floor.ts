import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'

/*
 * The floor of `bench:mails`: the least that sends a mail for each job, alone or in the process of the floor that answers calls. Jobs are
 * taken from the product's table by one statement and ended by one; what a mail says is read by one and written by
 * nobody; it leaves over as many kept connections, which speak no more of SMTP than the benchmark's mail server asks for, at the same pace.
 */

const [port, connection, smtpUrl] = [
  Number(process.argv[2]),
  JSON.parse(process.argv[3]!),
  new URL(process.argv[4]!),
]
/** Whose jobs are the floor's, in the product's table. */
const name = port === 0 ? 'floor.apart' : 'floor.mail'

const pool = new pg.Pool({ ...connection, max: 20, idleTimeoutMillis: 0 })

const sql = {
  take: `update pgboss.job_common set state = 'active', started_on = now() where id in (select id from pgboss.job_common
      where name = $1 and state < 'active' and not blocked and start_after <= now() order by created_on limit 40 for update skip locked)
    returning id, data`,
  facts: `select s.name, u.email from customers.sites s, customers.users u where s.id = $1 and u.id = $2`,
  end: `update pgboss.job_common set state = 'completed', completed_on = now() where name = $1 and id = any($2)`,
}
const query = (statement: keyof typeof sql, values: unknown[]) =>
  pool.query({ name: statement, text: sql[statement], values })

/** About as long as the product's mail to whoever has set up a site. */
const filling =
  'What is said here is the same in every mail, and no shorter than what is said by the product.\r\n'.repeat(
    25,
  )

async function send(socket: Socket, data: { place_id: string; user_id: string }): Promise<void> {
  const [facts] = (await query('facts', [data.place_id, data.user_id])).rows
  const text = `From: floor@byre.example\r\nTo: ${facts.email}\r\nSubject: ${facts.name}\r\n\r\n${filling}`
  const address = facts.email as string
  await say(socket, `MAIL FROM:<floor@byre.example>\r\nRCPT TO:<${address}>\r\nDATA\r\n`, '354 ')
  await say(socket, `${text}.\r\n`, '250 ')
}

/** Writes commands, until the last of their answers is there. */
function say(socket: Socket, commands: string, last: string): Promise<void> {
  return new Promise((resolve) => {
    const hear = (answers: Buffer) => {
      if (!answers.toString().split('\r\n').at(-2)!.startsWith(last)) return
      socket.off('data', hear)
      resolve()
    }
    socket.on('data', hear)
    socket.write(commands)
  })
}

const sockets = await Promise.all(
  Array.from({ length: 5 }, async () => {
    const socket = connect({ port: Number(smtpUrl.port), host: smtpUrl.hostname, noDelay: true })
    await once(socket, 'data')
    await say(socket, 'EHLO floor\r\n', '250 ')
    return socket
  }),
)

let isWoken = false
let turning: Promise<void> | undefined

async function turn(): Promise<void> {
  while (isWoken) {
    isWoken = false
    const { rows } = await query('take', [name])
    if (rows.length === 40) isWoken = true
    const jobs = rows.values()
    const lane = async (socket: Socket) => {
      for (const { data } of jobs) {
        await wait(2)
        await send(socket, data)
      }
    }
    await Promise.all(sockets.map(lane))
    if (rows.length > 0) await query('end', [name, rows.map(({ id }) => id)])
    await wait(100)
  }
}

const listener = new pg.Client(connection)
await listener.connect()
listener.on('notification', ({ payload }) => {
  if (payload !== name) return
  isWoken = true
  turning ??= turn().finally(() => (turning = undefined))
})
await listener.query('listen byre_jobs')

if (port === 0) {
  process.send?.('ready')
  process.on('disconnect', () => process.exit(0))
} else await import('./floor.ts')
