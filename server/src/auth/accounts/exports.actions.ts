import { onePage, pagesBy, type Table } from '../../platform/documents/archive.ts'
import type { Db } from '../../platform/database/db.ts'
import { deviceName, eventOf } from '../devices.policy.ts'
import { listOwnKeys } from '../api-keys.queries.ts'
import {
  listOwnAccount,
  listOwnEmailChanges,
  listOwnEventLines,
  listOwnFactors,
  listOwnSessions,
  listOwnTrust,
} from './exports.queries.ts'

/** What is known of an account, for its owner to take along. */
export function accountTables(db: Db<'auth'>, user_id: string): Table[] {
  const own = { user_id }
  return [
    {
      name: 'account',
      columns: ['id', 'email', 'groups', 'created_at', 'confirmed_at', 'terms_url', 'privacy_url'],
      pages: onePage(() => listOwnAccount(db, own)),
    },
    {
      name: 'email_changes',
      columns: ['id', 'previous_email', 'email', 'asked_at', 'confirmed_at', 'ended_at', 'undone_at'],
      pages: onePage(() => listOwnEmailChanges(db, own)),
    },
    {
      name: 'sessions',
      columns: ['id', 'device', 'user_agent', 'network', 'created_at', 'last_seen_at', 'ends_at'],
      pages: onePage(async () => named(await listOwnSessions(db, own))),
    },
    {
      name: 'trusted_devices',
      columns: ['id', 'device', 'user_agent', 'network', 'created_at', 'last_used_at', 'expires_at'],
      pages: onePage(async () => named(await listOwnTrust(db, own))),
    },
    {
      name: 'second_factors',
      columns: ['kind', 'name', 'created_at', 'last_used_at'],
      pages: onePage(() => listOwnFactors(db, own)),
    },
    {
      name: 'api_keys',
      columns: [
        'id',
        'name',
        'scopes',
        'networks',
        'calls_per_minute',
        'created_at',
        'expires_at',
        'last_used_at',
        'last_network',
        'revoked_at',
      ],
      pages: onePage(async () =>
        (await listOwnKeys(db, own)).map((key) => ({
          ...key,
          scopes: key.scopes.join(' '),
          networks: key.networks.join(' '),
        })),
      ),
    },
    {
      name: 'security_events',
      columns: ['id', 'at', 'event', 'device', 'network'],
      pages: pagesBy(async (after, limit) =>
        (await listOwnEventLines(db, { ...own, after, limit })).map((line) => ({
          id: line.id,
          at: line.at,
          event: eventOf(line),
          device: line.device,
          network: line.network,
        })),
      ),
    },
  ]
}

const named = <R extends { user_agent: string }>(rows: R[]) =>
  rows.map((row) => ({ ...row, device: deviceName(row.user_agent) }))
