import type { Config } from '@byre/server/config'
import { checkMailServer } from '@byre/server/platform/mail/mail-check'
import { fine, look, wrong, type Finding } from './finding.ts'

/** Whether the mail server is there, takes our login, and takes mail from our sender. */
export async function examineMail({ smtpUrl, mailFrom }: Config): Promise<Finding> {
  if (smtpUrl === undefined)
    return look(
      'mail',
      'No mail leaves: it is kept for the development page.',
      'Set SMTP_URL to mail people.',
    )
  const { host } = new URL(smtpUrl)
  const { reached, said } = await checkMailServer(smtpUrl, mailFrom)
  if (reached === 'sender') return fine('mail', `${host} takes mail from ${mailFrom}.`)
  if (reached === 'nothing')
    return wrong(
      'mail',
      `${host} does not answer: ${said}`,
      'Correct SMTP_URL, start that server, or open the firewall to it.',
    )
  if (reached === 'server')
    return wrong('mail', `${host} refuses our login: ${said}`, 'Correct user and password in SMTP_URL.')
  return wrong(
    'mail',
    `${host} takes no mail from ${mailFrom}: ${said}`,
    'Give MAIL_FROM an address that it lets this user send from.',
  )
}
