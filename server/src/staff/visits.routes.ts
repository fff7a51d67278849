import * as contract from '@byre/contract/staff/visits'
import type { Endpoint } from '@byre/contract/endpoint'
import type { FastifyInstance, FastifyRequest, FastifyReply } from 'fastify'
import type { Context } from '../context.ts'
import { findActor } from '../platform/authentication/authenticate.ts'
import type { Db } from '../platform/database/db.ts'
import { factsOf } from '../platform/http/request-facts.ts'
import { subjectsOf, traceOf } from '../platform/request-trace.ts'
import {
  allowVisit,
  askVisit,
  declineVisit,
  endVisit,
  listStaffVisits,
  listSupportVisits,
  lookOnVisit,
  startVisit,
} from './visits.actions.ts'
import { opening } from './visits.policy.ts'

/** What staff ask of people, served behind their gate. */
export function staffVisitsRoutes({ serve, db }: Context<'staff'>): void {
  serve(contract.listStaffVisits, async ({ params, caller }) =>
    listStaffVisits(db, (await findActor(db, caller)).actor.user_id, params.id),
  )
  serve(contract.askVisit, ({ params, body, actor, ...doing }) => askVisit(doing, actor, params.id, body))
  serve(contract.startVisit, ({ params, actor, ...doing }) => startVisit(doing, actor, params.id))
  serve(contract.endVisit, ({ params, actor, ...doing }) => endVisit(doing, actor, params.id))
}

/** What people answer. */
export function supportVisitsRoutes({ serve, db }: Context<'staff'>): void {
  serve(contract.listSupportVisits, ({ caller }) => listSupportVisits(db, caller))
  serve(contract.allowVisit, ({ params, actor, ...doing }) => allowVisit(doing, actor, params.id))
  serve(contract.declineVisit, ({ params, actor, ...doing }) => declineVisit(doing, actor, params.id))
}

/** Has each place and payer that is opened on a visit written down before it is shown; before the routes are added. */
export function watchVisits(app: FastifyInstance, db: Db<'staff'>): void {
  app.addHook('onRoute', (route) => {
    const { endpoint } = (route.config ?? {}) as { endpoint?: Endpoint }
    const kind = endpoint && opening[endpoint.name]
    if (kind === undefined || route.method !== 'GET') return
    route.onSend = async (request: FastifyRequest, reply: FastifyReply, payload: unknown) => {
      const { visit_id } = traceOf(request)
      const [subject] = subjectsOf(request)
      if (visit_id !== null && subject && reply.statusCode === 200)
        await lookOnVisit(db, { visit_id, kind, subject_id: subject.id, from: factsOf(request) })
      return payload
    }
  })
}
