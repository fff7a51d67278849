import { wordsIn } from '@byre/contract/words'
import type { SiteId } from '@byre/contract/subject-kinds'
import { localOf } from '@byre/rules/dates'
import type { Context } from '../../context.ts'
import { platformOf } from '../../platform/database/db.ts'
import { transaction } from '../../platform/database/transactions.ts'
import { queue } from '../../platform/jobs/outbox.ts'
import { writeMail, type MailParts } from '../../platform/mail/mail-layout.ts'
import { daily, shareOf } from '../../platform/mail/mail-limits.ts'
import { oneLine } from '../../platform/text.ts'
import { siteForMail } from '../../tenants/index.ts'
import { shipListNews } from '../gate/news.actions.ts'
import { findMailed, type MailedRow } from './ship-list-mails.queries.ts'

/** Tells one person of what became of one list. */
interface ShipListMail {
  site_id: SiteId
  list_id: string
  user_id: string
  news: 'broken' | 'late'
}

const shipListMail = queue<ShipListMail>('herd.mailShipList', {
  retryLimit: 1000,
  retryDelaySeconds: 5,
  retryDelayMaxSeconds: 300,
  keepSeconds: 7 * 24 * 3600,
})

/** A mail for whoever made the list and still belongs to the site, and for each of its Owners. */
export function mailShipLists({ db, outbox, mailer, branding, config, secrets }: Context<'herd'>): void {
  const mailContext = { secrets, limitFactor: config.limitFactor }
  outbox.handle(shipListNews, async ({ data: { site_id, broken, late } }) => {
    const site = await siteForMail(platformOf(db), config, site_id)
    const lists = await findMailed(db, site_id, [...broken, ...late])
    await transaction(db, async (db) => {
      for (const { id, made_by } of lists)
        for (const person of site?.people ?? [])
          if (person.role === 'Owner' || person.id === made_by)
            await outbox.send(platformOf(db), shipListMail, {
              site_id,
              list_id: id,
              user_id: person.id,
              news: broken.includes(id) ? 'broken' : 'late',
            })
    })
  })
  outbox.handle(shipListMail, async ({ id, data: { site_id, list_id, user_id, news } }) => {
    const site = await siteForMail(platformOf(db), config, site_id)
    const person = site?.people.find((one) => one.id === user_id)
    const [list] = await findMailed(db, site_id, [list_id])
    // One that was mended meanwhile is no news.
    if (!site || !person || !list || (news === 'broken' && list.state !== 'broken')) return
    const url = `${site.origin}/ship-lists/${list_id}`
    const words = wordsOf[news](list, shortName(site.name))
    const ofPlace = { limit: daily('shipListsOfPlace', mailContext), who: site_id }
    const shares = [shareOf('shipLists', mailContext, person.email), ofPlace]
    const parts = { ...words, to: person.email, button: { label: 'Open the ship list', url } }
    await mailer.send(id, writeMail(branding, { ...parts, addresses: [url] }, wordsIn('en')), {
      shares,
      isOwed: true,
    })
  })
}

const shortName = (name: string) => [...oneLine(name)].slice(0, 100).join('')

type Words = Pick<MailParts, 'subject' | 'heading' | 'paragraphs'>

const loadOf = ({ destination, load_at, context }: MailedRow): string => {
  const { zone } = JSON.parse(context ?? '{"zone":"UTC"}') as { zone: string }
  return `the load to ${shortName(destination)} of ${localOf(new Date(load_at).getTime(), zone).replace('T', ' ')}`
}

const wordsOf: Record<ShipListMail['news'], (list: MailedRow, site: string) => Words> = {
  broken: (list, site) => ({
    subject: `A ship list of ${site} is broken`,
    heading: 'A ship list is broken',
    paragraphs: [
      `Something was recorded at ${site} after ${loadOf(list)} had been locked. At least one of its animals may not ship now.`,
      'The load cannot leave as it is. Open the list to see which animals and why, take them off, and lock it again.',
    ],
  }),
  late: (list, site) => ({
    subject: `Animals that left ${site} were still under withdrawal`,
    heading: 'A treatment became known after its animal had left',
    paragraphs: [
      `Something was recorded at ${site} after ${loadOf(list)} had left. At least one of its animals was still under withdrawal.`,
      'Tell whoever received them. The list has a notice to print, with the animals and the times from which they are clear.',
    ],
  }),
}
