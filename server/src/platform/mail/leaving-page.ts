import { meters } from '@byre/contract/limits'
import type { Words } from '@byre/contract/words'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Branding } from '../branding.ts'
import { refuse } from '../errors.ts'
import { asPage, tenantPolicy } from '../http/headers.ts'
import { writePage, type PageParts } from '../http/page.ts'
import { asRefusal, problemOf } from '../http/refusals.ts'
import { factsOf } from '../http/request-facts.ts'
import { wordsAskedFor } from '../languages/languages.ts'
import type { GeneralLimits } from '../limits/limits.ts'
import { networkOf } from '../network.ts'
import type { LeavingWords, MailLeaving, OpenedLink } from './mail-leaving.ts'

const path = '/unsubscribe/:token'
const bodyBytes = 4096
/** What RFC 8058 has mail programs send, in either of its encodings; the page's button sends the same. */
const oneClick = { name: 'List-Unsubscribe', value: 'One-Click' }

/**
 * Where the links beneath mails lead. Looking changes nothing, since mail programs and scanners open links, too; a press
 * of the button does, or of the one that a mail program makes of the mail's header. No cookie is read or set.
 */
export async function addLeavingPage(
  scope: FastifyInstance,
  {
    mailLeaving,
    general,
    branding,
  }: { mailLeaving: MailLeaving; general: GeneralLimits; branding: Branding },
): Promise<void> {
  const options = { constraints: { side: 'portal' } }
  const page = (reply: FastifyReply, spoken: Words, parts: PageParts) =>
    asPage(reply, tenantPolicy).send(writePage(branding, parts, spoken))
  const spokenIn = ({ headers }: FastifyRequest) => wordsAskedFor(headers['accept-language'])
  const opened = async (request: FastifyRequest, spoken: Words): Promise<OpenedLink> => {
    const { token } = request.params as { token: string }
    return (await mailLeaving.open(token, spoken)) ?? refuse('link.dead')
  }

  // Of whatever type: what stands in it is looked for, not read.
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: bodyBytes }, (_, body, done) =>
    done(null, body),
  )
  scope.addHook('onRequest', async (request) => {
    general.count(`address:${networkOf(request.ip)}`, meters.callsPerMinuteOfAddress)
  })

  scope.get(path, options, async (request, reply) => {
    const spoken = spokenIn(request)
    const { words } = await opened(request, spoken)
    return page(reply, spoken, questionPage(spoken, words, request.url))
  })
  scope.post(path, options, async (request, reply) => {
    const spoken = spokenIn(request)
    const { words, leave } = await opened(request, spoken)
    if (!isOneClick(request.body))
      return page(reply.code(400), spoken, questionPage(spoken, words, request.url))
    await leave(factsOf(request))
    return page(reply, spoken, leftPage(spoken, words, branding.publicUrl))
  })

  scope.setErrorHandler((error, request, reply) => {
    const problem = problemOf(error, request)
    const spoken = spokenIn(request)
    const lead = problem.code === 'link.dead' ? deadLink(spoken) : undefined
    const heading = spoken.of(problem.message)
    const parts = {
      title: heading,
      heading,
      links: [homeLink(spoken, branding.publicUrl)],
      ...(lead && { lead }),
    }
    return page(asRefusal(reply, problem), spoken, parts)
  })
}

const isOneClick = (body: unknown) =>
  typeof body === 'string' && body.includes(oneClick.name) && body.includes(oneClick.value)

const deadLink = ({ t }: Words) =>
  t`Please use the link in a newer mail. Or sign in and open your profile: under Mail you choose what is mailed to you.`

const homeLink = ({ t }: Words, href: string) => ({ label: t`Take me home`, href })

function questionPage({ t }: Words, { about, stays }: LeavingWords, action: string): PageParts {
  return {
    title: t`Unsubscribe`,
    heading: t`No more mails about ${about}?`,
    lead: stays,
    button: { label: t`Unsubscribe`, action, fields: { [oneClick.name]: oneClick.value } },
  }
}

function leftPage(spoken: Words, { about, again }: LeavingWords, publicUrl: string): PageParts {
  const { t } = spoken
  return {
    title: t`Unsubscribed`,
    heading: t`You get no more mails about ${about}`,
    lead: again,
    links: [homeLink(spoken, publicUrl)],
  }
}
