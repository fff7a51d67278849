import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { id, idParams, requiredText } from '../fields.ts'
import { limits } from '../limits.ts'
import { Member } from './members.ts'
import { kindNames } from '../place-kinds.ts'

/*
 * Hands: people without an address of their own, on a site's or clinic's list by name. An invite that
 * carries a hand's id joins it to the account that accepts.
 */

export const HandName = z.object({ name: requiredText(limits.text.name, 'Name') })

const addHandOf = <const K extends 'site' | 'clinic', const N extends string>(kind: K, name: N) =>
  endpoint({
    name,
    service: 'customers',
    method: 'POST',
    path: `/api/v1/${kindNames[kind].path}/:id/hands`,
    summary: `Put someone without an address on a ${kindNames[kind].words}’s list by name`,
    who: { right: 'keepHands', of: kind },
    params: idParams,
    body: HandName,
    reply: Member,
    status: 201,
    refusals: ['not_found', 'role.insufficient', 'place.read_only', 'place.full'],
  })

const handParams = z.object({ id, handId: id })

const renameHandOf = <const K extends 'site' | 'clinic', const N extends string>(kind: K, name: N) =>
  endpoint({
    name,
    service: 'customers',
    method: 'PUT',
    path: `/api/v1/${kindNames[kind].path}/:id/hands/:handId`,
    summary: `Rename someone without an address on a ${kindNames[kind].words}’s list`,
    who: { right: 'keepHands', of: kind },
    params: handParams,
    body: HandName,
    reply: Member,
    refusals: ['not_found', 'role.insufficient', 'place.read_only'],
  })

const removeHandOf = <const K extends 'site' | 'clinic', const N extends string>(kind: K, name: N) =>
  endpoint({
    name,
    service: 'customers',
    method: 'DELETE',
    path: `/api/v1/${kindNames[kind].path}/:id/hands/:handId`,
    summary: `Take someone without an address off a ${kindNames[kind].words}’s list`,
    who: { right: 'keepHands', of: kind },
    params: handParams,
    reply: z.null(),
    refusals: ['not_found', 'role.insufficient', 'place.read_only'],
  })

export const addSiteHand = addHandOf('site', 'addSiteHand')
export const addClinicHand = addHandOf('clinic', 'addClinicHand')
export const renameSiteHand = renameHandOf('site', 'renameSiteHand')
export const renameClinicHand = renameHandOf('clinic', 'renameClinicHand')
export const removeSiteHand = removeHandOf('site', 'removeSiteHand')
export const removeClinicHand = removeHandOf('clinic', 'removeClinicHand')
