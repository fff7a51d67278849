import type { Endpoint } from '@byre/contract/endpoint'
import * as contract from '@byre/contract/people/invites'
import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  changeInvite,
  invite,
  listInvites,
  resendInvite,
  revokeInvite,
  type Tenant,
} from '../customers/index.ts'
import type { Context } from '../context.ts'
import { traceOf } from '../platform/request-trace.ts'
import { refuse } from '../platform/errors.ts'
import { tenantLabel } from '../platform/hosts.ts'
import { networkOf } from '../platform/network.ts'
import type { RequestFacts } from '../platform/audit/audit.ts'
import { findAnswering } from './visits.actions.ts'

const perMinute = { address: 600, tenant: 1200 }

/**
 * Invitations to the site or clinic whose host is asked: the host decides, and what a body says of the
 * place or of who invites is ignored. Answered below the base domain alone, by id or subdomain: a token
 * of the portal has no business on a customer's own domain.
 */
export function invitesRoutes(context: Context<'tenants'>): void {
  const { app, db, serve, config, general } = context
  /** Whose host each request under way is for. */
  const answering = new Map<string, Tenant>()

  /** Finds it before anything else is judged, so that nobody's host tells nothing. */
  async function findTenant(request: FastifyRequest, reply: FastifyReply) {
    general.count(`address:${networkOf(request.ip)}`, perMinute.address)
    const visited = await findAnswering(db, config, request.headers.host)
    if (!visited) refuse('request.misdirected')
    if (visited.movedTo !== null) return reply.redirect(`${visited.movedTo}${request.url}`, 308)
    if (tenantLabel(request.headers.host, config) === null) refuse('not_found')
    traceOf(request).tenant = { kind: visited.tenant.kind, id: visited.tenant.id }
    general.count(`tenant:${visited.tenant.id}`, perMinute.tenant)
    answering.set(request.id, visited.tenant)
  }

  app.addHook('onRoute', (route) => {
    const { endpoint } = (route.config ?? {}) as { endpoint?: Endpoint }
    if (endpoint?.host !== 'tenant') return
    route.onRequest = [findTenant, route.onRequest ?? []].flat()
    route.onResponse = async ({ id }: FastifyRequest) => void answering.delete(id)
  })

  /** The host's place, when it is of this kind. */
  const at = <const K extends 'site' | 'clinic'>(kind: K, from: RequestFacts) => {
    const tenant = answering.get(from.request_id)
    if (tenant?.kind !== kind) refuse('not_found')
    return { kind, id: tenant.id }
  }

  serve(contract.inviteToSite, ({ body, ...doing }) => invite(doing, at('site', doing.from), body, context))
  serve(contract.listSiteInvites, (asked) => listInvites(db, asked, at('site', asked.from), context))
  serve(contract.changeSiteInvite, ({ params, body, ...doing }) =>
    changeInvite(doing, at('site', doing.from), { id: params.id, ...body }, context),
  )
  serve(contract.revokeSiteInvite, ({ params, ...doing }) =>
    revokeInvite(doing, at('site', doing.from), params.id),
  )
  serve(contract.resendSiteInvite, ({ params, ...doing }) =>
    resendInvite(doing, at('site', doing.from), params.id, context),
  )

  serve(contract.inviteToClinic, ({ body, ...doing }) =>
    invite(doing, at('clinic', doing.from), body, context),
  )
  serve(contract.listClinicInvites, (asked) => listInvites(db, asked, at('clinic', asked.from), context))
  serve(contract.changeClinicInvite, ({ params, body, ...doing }) =>
    changeInvite(doing, at('clinic', doing.from), { id: params.id, ...body }, context),
  )
  serve(contract.revokeClinicInvite, ({ params, ...doing }) =>
    revokeInvite(doing, at('clinic', doing.from), params.id),
  )
  serve(contract.resendClinicInvite, ({ params, ...doing }) =>
    resendInvite(doing, at('clinic', doing.from), params.id, context),
  )
}
