import { t } from '../words.ts'
import * as z from 'zod/mini'
import { withAddress } from '../addresses.ts'
import { endpoint } from '../endpoint.ts'
import { id, siteParams, requiredText, sentText } from '../fields.ts'
import { listReply } from '../lists.ts'
import { limits } from '../limits.ts'
import {
  listedReply,
  newPlaceFields,
  billingEntityFields,
  placeChangeFields,
  placeReply,
  withBillingEntity,
} from './place-fields.ts'
import {
  changeRefusals,
  changing,
  createRefusals,
  creating,
  deleting,
  getting,
  listing,
  restoring,
} from './place-calls.ts'
import { chosenBillingEntityId, planId } from '../billing/choices.ts'

export const Site = z.object({
  ...placeReply,
  description: z.string(),
  plan_id: z.string(),
  /** A JSON text of `{unit, operation_type}`, the second only where it was chosen. */
  install_preference: z.nullable(z.string()),
})
export type Site = z.infer<typeof Site>

/** A site in a list; a deleted one says until when it can be restored. */
export const ListedSite = z.extend(Site, listedReply)
export type ListedSite = z.infer<typeof ListedSite>

export const InstallPreference = z.object({
  unit: z.enum(['metric', 'imperial'], t`Please choose metric or imperial.`),
  /** What is raised; a unit is kept without it, too. */
  operation_type: z.optional(id),
})
export type InstallPreference = z.infer<typeof InstallPreference>

/** The parsed preference, or null when the text is not one (specification 5.4). */
export function readInstallPreference(text: string | null | undefined): InstallPreference | null {
  if (!text) return null
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return null
  }
  const parsed = z.safeParse(InstallPreference, value)
  return parsed.success ? parsed.data : null
}

const installPreferenceBytes = 1024
const preferenceWrong = t`Please choose units, and what you raise.`
const forbiddenKey = /"(?:__proto__|constructor|prototype)"\s*:/

const installPreference = z.optional(
  z.pipe(
    z.string(preferenceWrong).check(
      z.maxLength(installPreferenceBytes, { error: preferenceWrong, abort: true }),
      z.refine(
        (text) => text === '' || (!forbiddenKey.test(text) && readInstallPreference(text) !== null),
        preferenceWrong,
      ),
    ),
    z.transform((text) => (text === '' ? null : JSON.stringify(readInstallPreference(text)))),
  ),
)

const newSiteFields = {
  name: requiredText(limits.text.name, t`Name`),
  description: sentText(limits.text.description, 'Description', true),
  ...newPlaceFields,
  install_preference: installPreference,
  plan_id: planId,
}

/** What our own form sends: billing information is chosen, or was created just before. */
export const NewSite = withAddress(z.object({ ...newSiteFields, billing_entity_id: chosenBillingEntityId }))

/**
 * What `createSite` takes: also `organization_*` fields instead of `billing_entity_id`, which is then
 * absent, empty or -1. Both are created together.
 * @public A component of docs/openapi.json
 */
export const NewSiteAndBillingEntity = withBillingEntity(
  withAddress(z.object({ ...newSiteFields, ...billingEntityFields })),
)

export const SiteChanges = withAddress(
  z.object({
    name: z.optional(requiredText(limits.text.name, t`Name`)),
    description: z.optional(sentText(limits.text.description, 'Description', true)),
    ...placeChangeFields,
    install_preference: installPreference,
  }),
)

export const listSites = endpoint({
  ...listing,
  name: 'listSites',
  path: '/api/v1/sites',
  summary: 'The sites the signed-in user belongs to, or with deleted=1 those they can restore',
  reply: listReply('sites', ListedSite),
})

export const createSite = endpoint({
  ...creating,
  name: 'createSite',
  path: '/api/v1/sites',
  summary: 'Set up an operation site with its address, payer and plan',
  body: NewSiteAndBillingEntity,
  reply: Site,
  refusals: [...createRefusals, 'species.unknown'],
})

export const getSite = endpoint({
  ...getting,
  name: 'getSite',
  path: '/api/v1/sites/:id',
  summary: 'One site',
  who: { right: 'see', of: 'site' },
  params: siteParams,
  reply: Site,
})

export const updateSite = endpoint({
  ...changing,
  name: 'updateSite',
  path: '/api/v1/sites/:id',
  summary: 'Change a site; its address, payer and plan only by an Owner',
  who: { right: 'edit', of: 'site' },
  params: siteParams,
  body: SiteChanges,
  reply: Site,
  refusals: [...changeRefusals, 'species.unknown'],
})

export const deleteSite = endpoint({
  ...deleting,
  name: 'deleteSite',
  path: '/api/v1/sites/:id',
  summary: 'Delete a site; its Owner can restore it for 30 days',
  who: { right: 'delete', of: 'site' },
  params: siteParams,
})

export const restoreSite = endpoint({
  ...restoring,
  name: 'restoreSite',
  path: '/api/v1/sites/:id/restore',
  summary: 'Bring back a site that was deleted at most 30 days ago',
  who: { right: 'restore', of: 'site' },
  params: siteParams,
  reply: Site,
})
