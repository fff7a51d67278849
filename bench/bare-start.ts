import { createHash } from 'node:crypto'
import Fastify from 'fastify'
import pg from 'pg'

/* What a start is compared with: Fastify and the driver with the one call that is asked, and nothing else. */

const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'] })
const app = Fastify()

app.get<{ Params: { id: string } }>('/api/v1/users/:id', async (request, reply) => {
  const token = (request.headers.authorization ?? '').slice(7)
  const { rows } = await pool.query({
    name: 'check',
    text: `select u.* from platform.sessions s join customers.users u on u.id = s.user_id
      where s.access_hash = $1 and s.access_expires_at > now() and s.user_state = 'active' and u.id = $2`,
    values: [createHash('sha256').update(token).digest(), request.params.id],
  })
  return rows[0] ? { success: true, data: rows[0] } : reply.code(401).send({ success: false })
})
await app.listen({ port: Number(process.env['PORT']), host: '127.0.0.1' })
