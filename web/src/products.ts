import { t } from '@byre/contract/words'
import type { User } from '@byre/contract/people/users'
import type { Clinic, ListedClinic } from '@byre/contract/places/clinics'
import { deleteClinic, getClinic, listClinics, restoreClinic } from '@byre/contract/places/clinics'
import { limits } from '@byre/contract/limits'
import type { ListedSite, Site } from '@byre/contract/places/sites'
import { deleteSite, getSite, listSites, restoreSite } from '@byre/contract/places/sites'
import { brand, type Product } from './brand.ts'
import { products as built } from './lib/build.ts'
import { paths } from './paths.ts'

/* A product as the menu, the dashboard and the screens of its places know it: its words, links and calls. */

export type Place = Site | Clinic
export type ListedPlace = ListedSite | ListedClinic

/** How a place stands with its payments, in a word; of one that is open, nothing. */
export const accessInWords: Record<Place['access_state'], string> = {
  ok: '',
  read_only: t`Read-only`,
  stopped: t`Stopped`,
}

export interface Kind {
  product: Product
  /** Within a sentence: 'the site', 'No sites found'. */
  one: 'site' | 'clinic'
  many: 'sites' | 'clinics'
  /** In a title: 'New Site'. */
  title: string
  menu: string
  tab: string
  paths: { add: () => string; open: (id: string) => string; edit: (id: string) => string }
  calls: {
    list: typeof listSites | typeof listClinics
    get: typeof getSite | typeof getClinic
    remove: typeof deleteSite | typeof deleteClinic
    restore: typeof restoreSite | typeof restoreClinic
  }
}

export const siteKind: Kind = {
  product: 'sites',
  one: 'site',
  many: 'sites',
  title: t`Site`,
  menu: t`Sites`,
  tab: t`Operation Sites`,
  paths: { add: paths.newSite, open: paths.site, edit: paths.editSite },
  calls: { list: listSites, get: getSite, remove: deleteSite, restore: restoreSite },
}

export const clinicKind: Kind = {
  product: 'clinics',
  one: 'clinic',
  many: 'clinics',
  title: t`Clinic`,
  menu: t`Clinics`,
  tab: t`Veterinary Clinics`,
  paths: { add: paths.newClinic, open: paths.clinic, edit: paths.editClinic },
  calls: { list: listClinics, get: getClinic, remove: deleteClinic, restore: restoreClinic },
}

/** What the side menu asks of a product's list. */
export const menuPage = { q: null, per_page: limits.menuEntries, sort: 'name' } as const

const kinds: Record<Product, Kind> = { sites: siteKind, clinics: clinicKind }

/** Of the products this build manages, the brand's own first. */
export const subjectKinds: readonly Kind[] = brand.products
  .filter((product) => built.includes(product))
  .map((product) => kinds[product])

/** Of these, what the server lets this person manage: it may have fewer products than this build. */
export const managedBy = ({ capabilities }: User): readonly Kind[] =>
  subjectKinds.filter(({ product }) => capabilities[product])

/** What a list of either kind holds. */
export const placesIn = (
  reply: { sites: ListedSite[] } | { clinics: ListedClinic[] },
): readonly ListedPlace[] => ('sites' in reply ? reply.sites : reply.clinics)
