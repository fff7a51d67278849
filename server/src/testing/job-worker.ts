import { openDatabase } from '../platform/database/db.ts'
import { Outbox } from '../platform/jobs/outbox.ts'
import { payments } from './job-witness.ts'

/*
 * A process of its own that works on one queue until it is killed. What a job does is guarded by its id, as at a card
 * processor; that it was tried at all is written down beside it.
 */

const database = openDatabase(JSON.parse(process.env['JOB_DATABASE'] ?? '{}') as object, { max: 4 })
const outbox = new Outbox(database, { work: true, onError: (error) => console.error(error) })
outbox.handle(payments, async ({ id, data }) => {
  await database.pool.query('insert into public.tries (job_id) values ($1)', [id])
  await database.pool.query(
    `with new as (insert into public.effects (job_id, number) values ($1, $2) on conflict do nothing returning number)
    update public.balance set amount = amount + 1 where exists (select from new)`,
    [id, data.number],
  )
})
await outbox.start()
process.stdout.write('ready\n')
