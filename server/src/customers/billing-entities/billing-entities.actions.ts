import type { BillingEntityId } from '@byre/contract/subject-kinds'
import type { BillingEntity, listBillingEntities as listCall } from '@byre/contract/billing/billing-entities'
import type { QueryOf } from '@byre/contract/endpoint'
import type { Role } from '@byre/contract/rights'
import { answered, type Caller } from '../../platform/authentication/authenticate.ts'
import type { Db } from '../../platform/database/db.ts'
import { refuse } from '../../platform/errors.ts'
import { listed, rowsOf } from '../../platform/lists.ts'
import { reply, type Reply } from '../../platform/reply.ts'
import { billingEntitySeers, maySeeAllOfBillingEntity } from './billing-entities.policy.ts'
import { findBillingEntity, listBillingEntities as listRows } from './billing-entities.queries.ts'

/** What every query of billing entities gives. */
export type BillingEntityRow = Omit<BillingEntity, 'id' | 'role'> & {
  id: BillingEntityId
  role: Role
  version: number
}

function billingEntityReply(row: BillingEntityRow): BillingEntity {
  const { id, name, currency, brand, last_four, role, created_at } = row
  const { email, email_state, email_asked_at, phone, ...shown } = maySeeAllOfBillingEntity(role)
    ? row
    : hidden
  const { address, city, region, country, postal_code, gst_hst_number, qst_number, ein } = shown
  return {
    id,
    name,
    email,
    email_state,
    email_asked_at,
    phone,
    address,
    city,
    region,
    country,
    postal_code,
    gst_hst_number,
    qst_number,
    ein,
    currency,
    brand,
    last_four,
    role,
    created_at,
  }
}

const hidden = {
  email: null,
  email_state: null,
  email_asked_at: null,
  phone: null,
  address: null,
  city: null,
  region: null,
  country: null,
  postal_code: null,
  gst_hst_number: null,
  qst_number: null,
  ein: null,
}

/** One billing entity as this member may see it, with its version as the ETag. */
export function asBillingEntity(row: BillingEntityRow): Reply<BillingEntity> {
  return reply(billingEntityReply(row), { etag: row.version })
}

/** A row of a left join as a billing entity, or null where nothing was joined. */
function entityIn(row: { [K in keyof BillingEntityRow]: BillingEntityRow[K] | null }) {
  return row.id === null || row.role === null ? null : (row as BillingEntityRow)
}

export async function listBillingEntities(
  db: Db<'customers'>,
  caller: Caller,
  query: QueryOf<typeof listCall>,
) {
  const callerRows = await listRows[query.sort](db, {
    ...caller,
    ...rowsOf(query),
    q: query.q ?? '',
    seers: billingEntitySeers,
  })

  const rows = answered(callerRows)
  const entities = rows.flatMap((row) => {
    const entity = entityIn(row)
    return entity ? [billingEntityReply(entity)] : []
  })
  return listed('billing_entities', entities, rows[0].total ?? 0, query)
}

export async function getBillingEntity(db: Db<'customers'>, caller: Caller, id: string) {
  const [row] = answered(await findBillingEntity(db, { ...caller, id }))
  const entity = entityIn(row)
  if (!entity) refuse('not_found')
  return asBillingEntity(entity)
}
