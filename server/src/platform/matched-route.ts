import type { AppCall } from '@byre/contract/app-calls'
import type { Endpoint } from '@byre/contract/endpoint'
import type { FastifyRequest } from 'fastify'

/** What a route of the contract knows of itself. */
export interface RouteConfig {
  endpoint: Endpoint
  /** Whether what it answers is checked against the contract. */
  checksReplies: boolean
}

/** And a route of an app's call. */
export interface AppRouteConfig {
  appCall: AppCall
  checksReplies: boolean
}

interface MatchedRoute {
  /** Its pattern, `/api/v1/sites/:id`; undefined where none matched. */
  url?: string | undefined
  config: Partial<RouteConfig & AppRouteConfig>
}

/** Where a request carries it. */
const route = Symbol('route')

/** The route that a request matched. Fastify's `routeOptions` makes an object of twelve fields at each look, and a read takes seven. */
export function matchedRoute(request: FastifyRequest & { [route]?: MatchedRoute }): MatchedRoute {
  return (request[route] ??= request.routeOptions as MatchedRoute)
}
