import { domainProblem } from '@byre/contract/places/domains'
import { uuid } from '@byre/contract/fields'
import { subdomain } from '@byre/contract/places/subdomains'
import { topLevelDomains } from '@byre/contract/places/top-level-domains'
import * as z from 'zod/mini'

/** New certificates a place may have in a day: the authority gives us few in all. */
export const newCertificatesADay = 5

const labels = z.union([uuid, subdomain()])

/** Whether a place can be known by a label or a domain at all. */
export const canBeKnown = (name: string): boolean =>
  name.includes('.')
    ? domainProblem(name, { isNew: false, topLevelDomains }) === null
    : z.safeParse(labels, name).success
