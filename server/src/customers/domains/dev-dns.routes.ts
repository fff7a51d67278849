import { txtNameOf } from '@byre/contract/places/domain-claims'
import type { Context } from '../../context.ts'
import { findRecords, setRecords } from '../../platform/dns/dev-dns.ts'
import { devOnly, hasDevPages } from '../../platform/http/dev-page.ts'
import { refuse } from '../../platform/errors.ts'
import type { Fields } from '../../platform/http/form-body.ts'
import { asPage } from '../../platform/http/headers.ts'
import { escapeHtml } from '../../platform/text.ts'
import { wrapPage } from '../../platform/http/page.ts'
import { listNewestClaims } from './domain-claims.queries.ts'

const policy =
  "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
/** More domains than a developer tries out. */
const atMost = 100

/** `/dev/dns`: every domain that is claimed, with a button that sets its records, or takes them away. */
export function devDnsRoutes({ app, db, config, branding }: Context<'customers'>): void {
  const { dataDir, dnsServer, tenantARecord } = config
  if (dnsServer !== undefined || !hasDevPages(config)) return

  app.get('/dev/dns', devOnly, async (_, reply) => {
    const claims = await listNewestClaims(db, { limit: atMost })
    const items = await Promise.all(
      claims.map(async (claim) => itemOf(claim, (await findRecords(dataDir, claim.domain)) !== null)),
    )
    const list = items.length > 0 ? `<ul class="mails">${items.join('\n')}</ul>` : '<p>None yet.</p>'
    return asPage(reply, policy).send(wrapPage(branding, 'Domains', `<h1>Domains</h1>\n${intro}\n${list}`))
  })

  app.post('/dev/dns', devOnly, async (request, reply) => {
    const { id, deed } = (request.body ?? {}) as Fields
    const claims = await listNewestClaims(db, { limit: atMost })
    const claim = claims.find((one) => one.id === id) ?? refuse('not_found')
    await setRecords(dataDir, {
      [claim.domain]: deed === 'set' ? { A: [tenantARecord] } : null,
      [txtNameOf(claim.domain)]: deed === 'set' ? { TXT: [claim.token] } : null,
    })
    return reply.redirect('/dev/dns', 303)
  })
}

const intro = `<p>In development no name server is asked: what stands here, or in <code>dns.json</code> of the
data folder, is all there is. Give a site or clinic a domain such as <code>north-ranch.farm</code>, set its
records here, and it is verified within a minute, or at once by “Check now”.</p>`

type Claim = Awaited<ReturnType<typeof listNewestClaims>>[number]

function itemOf({ id, domain, state }: Claim, hasRecords: boolean): string {
  const [deed, label] = hasRecords ? ['remove', 'Remove its records'] : ['set', 'Set its records']
  return `<li><strong>${escapeHtml(domain)}</strong>, ${state}
<form method="post" action="/dev/dns"><input type="hidden" name="id" value="${id}"><input type="hidden" name="deed" value="${deed}"><button type="submit" aria-label="${label}: ${escapeHtml(domain)}">${label}</button></form></li>`
}
