import { subdomain } from '@byre/contract/places/subdomains'
import type { Command } from './command.ts'

const uuidShape = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** What is wrong with a name that a place shall have; null: nothing. */
const nameFault = (text: string | undefined) =>
  text === undefined ? null : (subdomain().safeParse(text).error?.issues[0]?.message ?? null)

/** What staff do to sites and clinics for somebody who asked. */
export const placeCommands = {
  'places restore': {
    usage: 'places restore ID [--subdomain NAME]',
    about: 'a deleted site or clinic, as its Owner could within 30 days; its Owners are told by mail',
    names: 'site or clinic',
    faultOf: (options) => nameFault(options.subdomain),
    run: async ({ places }, id, options) =>
      uuidShape.test(id) ? places.restore(id.toLowerCase(), options.subdomain?.trim().toLowerCase()) : null,
  },
  'trials extend': {
    usage: 'trials extend ID --until DATE',
    about: 'the free trial of a site or clinic, by 90 days at most; its Owners are told by mail',
    names: 'site or clinic',
    faultOf: ({ until = '' }) =>
      /^\d{4}-\d{2}-\d{2}$/.test(until) && !Number.isNaN(Date.parse(until))
        ? null
        : 'Please give the day on which it then ends: --until 2026-12-24',
    run: async ({ places }, id, { until = '' }) =>
      uuidShape.test(id) ? places.extendTrial(id.toLowerCase(), until) : null,
  },
  'domains move': {
    usage: 'domains move ADDRESS --to ID [--subdomain NAME]',
    about: 'a subdomain or custom domain to another site or clinic; the Owners of both are told by mail',
    names: 'address in use',
    faultOf: ({ to = '', subdomain }) =>
      uuidShape.test(to) ? nameFault(subdomain) : 'Please give the id of the site or clinic: --to 019a…',
    run: async ({ places }, address, { to = '', subdomain }) =>
      places.moveAddress(address, to.toLowerCase(), subdomain?.trim().toLowerCase()),
  },
  'domains free': {
    usage: 'domains free ADDRESS [--subdomain NAME]',
    about: 'a subdomain or custom domain, for whoever chooses it next; its Owners are told by mail',
    names: 'address in use',
    faultOf: ({ subdomain }) => nameFault(subdomain),
    run: async ({ places }, address, { subdomain }) =>
      places.moveAddress(address, null, subdomain?.trim().toLowerCase()),
  },
} as const satisfies Readonly<Record<string, Command>>
