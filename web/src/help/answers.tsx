import { t } from '@byre/contract/words'
import { rich } from '../ui/rich.tsx'
import { limits } from '@byre/contract/limits'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { links } from '../lib/build.ts'
import { currentSession } from '../lib/session.ts'
import { paths } from '../paths.ts'
import { PublicLink } from '../ui/public-link.tsx'
import type { HelpTopic } from './topics.ts'

export const helpAnswers: Record<HelpTopic, ReactNode> = {
  'first-day': (
    <>
      <p>{t`Most people are up and running in a few minutes:`}</p>
      <ol>
        <li>{t`Create an account and confirm your email with the six-digit code we send you.`}</li>
        <li>{t`Create your site or clinic: give it a name, pick a web address and choose a plan. No card is needed to start.`}</li>
        <li>{t`Invite the people who work there.`}</li>
        <li>{t`Press Launch to open your app.`}</li>
      </ol>
      <p>{t`Add a card before the trial ends and you are done. Each site or clinic lists what is left to do at the top of its page.`}</p>
    </>
  ),
  invite: (
    <>
      <p>{t`Open the site, clinic or billing information, go to its people and enter one or more email addresses. Invitations are good for seven days, and you can take one back or send it again until it is answered.`}</p>
      <p>{rich`${(<strong>{t`Users`}</strong>)} can open the app and see who else works there. ${(<strong>{t`Admins`}</strong>)} can also change details, invite people and remove them. ${(<strong>{t`Owners`}</strong>)} can do everything, including changing the plan, the web address and who pays, and deleting the place.`}</p>
    </>
  ),
  invited: (
    <>
      <p>{rich`Follow the link in the email and sign in, or create an account, with the address the invitation was sent to. It is waiting for you under ${(<Link to={paths.invites()}>{t`Invites`}</Link>)}.`}</p>
      <p>{t`Nothing there? You may be signed in with a different address, or the invitation has expired. Ask whoever invited you to send it again.`}</p>
    </>
  ),
  address: (
    <>
      <p>{t`Every site and clinic has an address of ours from the start. To use your own domain, its Owner adds it under Edit. We then show you two DNS records:`}</p>
      <ol>
        <li>{t`an A record, which points your domain at us, and`}</li>
        <li>{t`a TXT record, which proves that the domain is yours.`}</li>
      </ol>
      <p>{t`Add both where you manage your domain. DNS changes usually show up within minutes, but can take a day. We keep checking, and your address of ours works all the while.`}</p>
    </>
  ),
  trial: (
    <>
      <p>{t`Every new site or clinic is free for ${limits.trialDays} days, and no card is needed. We email you 7, 3 and 1 days before the trial ends.`}</p>
      <p>{t`If you have added a card by then, the first charge is made that day. If not, you are not charged, and the place is read-only until you add one. Nothing is deleted.`}</p>
    </>
  ),
  declined: (
    <>
      <p>{t`We email whoever pays and try the card again 2, 7, 14 and 21 days later. A new card is charged right away, so there is no need to wait: open the billing information and replace the card.`}</p>
      <p>{t`After 14 days without payment, the sites and clinics concerned are read-only; after 21 days, they are stopped. They come back as soon as the invoice is paid.`}</p>
    </>
  ),
  leaving: (
    <>
      <p>
        <strong>{t`To cancel a subscription`}</strong>
        {t`, open the billing information and end it for the site or clinic in question. It runs until the end of the period you have paid for, and you can change your mind until then.`}
      </p>
      <p>
        <strong>{t`To leave a place`}</strong>
        {t`, open it and choose Leave. If you are its only Owner, hand it over to somebody else first.`}
      </p>
      <p>
        <strong>{t`To close your account`}</strong>
        {t`, go to your profile, then Security, and choose Delete my account.`}
      </p>
    </>
  ),
  restoring: (
    <p>{rich`Yes, for ${limits.restorableDays} days. Right after deleting, choose Undo. Later on, open Recently deleted on your ${(<Link to={paths.home()}>{t`dashboard`}</Link>)} and choose Restore. Only Owners see what was deleted, and days already paid for are kept.`}</p>
  ),
  export: (
    <p>{t`Go to your profile, then Security, and choose Download my data. You get one file with your profile, memberships, invitations, devices, security events, activity and invoices. A single invoice can be downloaded as a PDF, and a list of sites, activity or invoices as a spreadsheet (CSV), from its own page.`}</p>
  ),
  contact: <Contact />,
}

function Contact() {
  const theirs = links?.filter(({ name }) => name === 'help' || name === 'contact') ?? []
  return (
    <>
      <p>
        {currentSession()
          ? t`For anything about a particular site or clinic, such as a new invitation or a different role, ask one of its Owners or Admins: they are listed with its people.`
          : t`For anything about a particular site or clinic, such as a new invitation or a different role, ask one of its Owners or Admins.`}
      </p>
      {theirs.length > 0 && (
        <p className="row">{rich`For everything else: ${theirs.map((link) => (
          <PublicLink key={link.name} {...link} />
        ))}`}</p>
      )}
      <p>{t`If something went wrong, mention the request number shown with the message. It tells us where to look.`}</p>
    </>
  )
}
