import { sql } from 'kysely'
import { withCaller } from '../../platform/authentication/authenticate.ts'
import { prepared } from '../../platform/database/db.ts'
import '../tables.ts'

/** Whether the caller has an authenticator app in force. */
export const findTotpOfCaller = prepared<'auth'>()((db, p: { token_hash: Buffer }) =>
  withCaller(db, p.token_hash)
    .selectFrom('caller')
    .leftJoin('auth.totps as t', (join) =>
      join.onRef('t.user_id', '=', 'caller.user_id').on('t.confirmed_at', 'is not', null),
    )
    .select(['caller.user_id as caller_id', 't.confirmed_at', 't.last_used_at']),
)

/** Begins to set an app up, or begins anew; no row where one is in force. */
export const putTotp = prepared<'auth'>()((db, p: { user_id: string; secret: Buffer }) =>
  db
    .insertInto('auth.totps')
    .values({
      user_id: p.user_id,
      secret: p.secret,
      confirmed_at: null,
      last_step: null,
      last_used_at: null,
    })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ secret: p.secret, begun_at: sql<string>`now()` })
        .where('auth.totps.confirmed_at', 'is', null),
    )
    .returning('user_id'),
)

/** An app, in force or being set up, and the time by the database's clock. */
export const findTotp = prepared<'auth'>()((db, p: { user_id: string; set_up_seconds: number }) =>
  db
    .selectFrom('auth.totps')
    .select([
      'secret',
      'begun_at',
      'last_step',
      sql<boolean>`confirmed_at is not null`.as('is_in_force'),
      sql<boolean>`begun_at > now() - make_interval(secs => ${p.set_up_seconds})`.as('is_being_set_up'),
      sql<boolean>`coalesce(confirmed_at > now() - interval '1 minute', false)`.as('is_just_confirmed'),
      sql<number>`floor(extract(epoch from now()))::int8`.as('seconds'),
    ])
    .where('user_id', '=', p.user_id),
)

/** Puts an app in force where it is not yet, and it is still the one that was begun then. */
export const putTotpInForce = prepared<'auth'>()(
  (db, p: { user_id: string; begun_at: string; step: number }) =>
    db
      .updateTable('auth.totps')
      .set({ confirmed_at: sql<string>`now()`, last_step: p.step })
      .where('user_id', '=', p.user_id)
      .where('begun_at', '=', p.begun_at)
      .where('confirmed_at', 'is', null)
      .returning('user_id'),
)

/**
 * Takes a code's half minute, and the secret as it is sealed anew; no row when it, or a later one, was taken
 * before, or the app is another one.
 */
export const takeTotpStep = prepared<'auth'>()(
  (db, p: { user_id: string; begun_at: string; step: number; secret: Buffer | null }) =>
    db
      .updateTable('auth.totps')
      .set({
        last_step: p.step,
        last_used_at: sql<string>`now()`,
        secret: sql<Buffer>`coalesce(${p.secret}::bytea, secret)`,
      })
      .where('user_id', '=', p.user_id)
      .where('begun_at', '=', p.begun_at)
      .where('confirmed_at', 'is not', null)
      .where(sql<boolean>`coalesce(last_step < ${p.step}, true)`)
      .returning('user_id'),
)

export const deleteTotp = prepared<'auth'>()((db, p: { user_id: string }) =>
  db.deleteFrom('auth.totps').where('user_id', '=', p.user_id).returning('confirmed_at'),
)
