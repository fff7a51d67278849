import { t } from '../words.ts'
import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { id, idParams, requiredText } from '../fields.ts'
import { limits } from '../limits.ts'
import { Member } from './members.ts'
import { kindNames } from '../subject-kinds.ts'

/*
 * Unregistered members: people without an address of their own, on a site's or clinic's list by name. An invite that
 * carries the id of one joins it to the account that accepts.
 */

export const UnregisteredName = z.object({ name: requiredText(limits.text.name, t`Name`) })

const addUnregisteredMemberOf = <const K extends 'site' | 'clinic', const N extends string>(
  kind: K,
  name: N,
) =>
  endpoint({
    name,
    service: 'customers',
    method: 'POST',
    path: `/api/v1/${kindNames[kind].path}/:id/hands`,
    summary: `Put someone without an address on a ${kindNames[kind].words}’s list by name`,
    who: { right: 'keepUnregisteredMembers', of: kind },
    params: idParams,
    body: UnregisteredName,
    reply: Member,
    status: 201,
    refusals: ['not_found', 'role.insufficient', 'place.read_only', 'place.full'],
  })

const unregisteredMemberParams = z.object({ id, handId: id })

const renameUnregisteredMemberOf = <const K extends 'site' | 'clinic', const N extends string>(
  kind: K,
  name: N,
) =>
  endpoint({
    name,
    service: 'customers',
    method: 'PUT',
    path: `/api/v1/${kindNames[kind].path}/:id/hands/:handId`,
    summary: `Rename someone without an address on a ${kindNames[kind].words}’s list`,
    who: { right: 'keepUnregisteredMembers', of: kind },
    params: unregisteredMemberParams,
    body: UnregisteredName,
    reply: Member,
    refusals: ['not_found', 'role.insufficient', 'place.read_only'],
  })

const removeUnregisteredMemberOf = <const K extends 'site' | 'clinic', const N extends string>(
  kind: K,
  name: N,
) =>
  endpoint({
    name,
    service: 'customers',
    method: 'DELETE',
    path: `/api/v1/${kindNames[kind].path}/:id/hands/:handId`,
    summary: `Take someone without an address off a ${kindNames[kind].words}’s list`,
    who: { right: 'keepUnregisteredMembers', of: kind },
    params: unregisteredMemberParams,
    reply: z.null(),
    refusals: ['not_found', 'role.insufficient', 'place.read_only'],
  })

export const addSiteHand = addUnregisteredMemberOf('site', 'addSiteHand')
export const addClinicHand = addUnregisteredMemberOf('clinic', 'addClinicHand')
export const renameSiteHand = renameUnregisteredMemberOf('site', 'renameSiteHand')
export const renameClinicHand = renameUnregisteredMemberOf('clinic', 'renameClinicHand')
export const removeSiteHand = removeUnregisteredMemberOf('site', 'removeSiteHand')
export const removeClinicHand = removeUnregisteredMemberOf('clinic', 'removeClinicHand')
