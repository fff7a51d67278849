import { txtNameOf } from '@byre/contract/places/domain-claims'
import { accessToNew } from '../customers/access.policy.ts'
import { setDomain } from '../customers/domains/domain-claims.actions.ts'
import { IdempotentCommand } from '../platform/idempotency/idempotency.ts'
import { within } from '../platform/database/db.ts'
import {
  startDnsServer,
  type DnsServer,
  type NameAnswer,
  type NamedRecords,
} from '../platform/dns/dns-server.ts'
import type { TestApp } from './test-app.ts'

/** The name server of a test: it says what the test sets, and can fail in every way. */
export class Names {
  readonly #server: DnsServer
  readonly #names: Map<string, NameAnswer>
  /** Every name that was asked for. */
  readonly queries: string[]

  private constructor(server: DnsServer, names: Map<string, NameAnswer>, queries: string[]) {
    this.#server = server
    this.#names = names
    this.queries = queries
  }

  static async start(): Promise<Names> {
    const names = new Map<string, NameAnswer>()
    const queries: string[] = []
    const server = await startDnsServer(async (name) => {
      queries.push(name)
      return names.get(name) ?? null
    })
    return new Names(server, names, queries)
  }

  get address(): string {
    return this.#server.address
  }

  set(name: string, answer: Partial<NamedRecords> | 'failed' | 'silent' | null): void {
    this.#names.set(
      name,
      answer === null || typeof answer === 'string' ? answer : { A: [], AAAA: [], TXT: [], ...answer },
    )
  }

  /** Sets both records of a domain, as its owner does who follows the page. */
  prove(domain: string, token: string, address = '127.0.0.1'): void {
    this.set(domain, { A: [address] })
    this.set(txtNameOf(domain), { TXT: [token] })
  }

  /** There is no such domain any more. */
  forget(domain: string): void {
    this.set(domain, null)
    this.set(txtNameOf(domain), null)
  }

  /** Nothing of a domain can be known. */
  fail(domain: string, how: 'failed' | 'silent'): void {
    this.set(domain, how)
    this.set(txtNameOf(domain), how)
  }

  close(): Promise<void> {
    return this.#server.close()
  }
}

/** Gives a place a domain, or takes it away, as the command that changes the place does. */
export async function giveDomain(
  testApp: TestApp,
  kind: 'site' | 'clinic',
  place_id: string,
  domain: string | null,
): Promise<void> {
  const command = new IdempotentCommand<'customers'>(within(testApp.database.db), testApp.app.outbox)
  const access = accessToNew('changeAddress', { kind, place_id, user_id: '' })
  await command.transaction((db) => setDomain(db, access, domain, command))
}

let clinics = 0

/** A clinic with its subdomain, owned by someone; its payer is the one given. */
export async function newClinic(
  testApp: TestApp,
  ownerId: string,
  billingEntityId: string,
  name = 'Creek Clinic',
): Promise<{ id: string; subdomain: string }> {
  const subdomain = `clinic-${(clinics += 1)}`
  const code = `CRNC${String(clinics + 2222).replace(/[01]/g, '9')}`
  const { rows } = await testApp.database.pool.query<{ id: string }>(
    `with place as (
       insert into customers.clinics (id, name, email, phone, subdomain, code, billing_entity_id)
       values (gen_random_uuid(), $1, 'desk@creek.example', '14035550100', $2, $3, $4) returning id),
     named as (insert into customers.host_names (name, kind, place_id, state)
       select $2, 'clinic', id, 'live' from place),
     joined as (insert into customers.members (place_id, user_id, kind, role)
       select id, $5, 'clinic', 'Owner' from place)
     select id from place`,
    [name, subdomain, code, billingEntityId, ownerId],
  )
  return { id: rows[0]!.id, subdomain }
}
