import { t } from '@byre/contract/words'
import type { SubjectKind } from '@byre/contract/subject-kinds'
import type { Delivery, Webhook } from '@byre/contract/webhooks'
import { Status, type StatusKind } from '../ui/badge.tsx'

/** For those who write the program that is told. */
export const guideAddress = '/api/docs/guides/webhooks'

/** In sentences: 'at this clinic'. */
export const placeWords: Record<SubjectKind, string> = {
  site: 'site',
  clinic: 'clinic',
  billing_entity: 'billing information',
}

const offWords = {
  asked: t`Off`,
  failing: t`Off: nothing arrived for three days`,
  gone: t`Off: the address is gone`,
}

export function WebhookStatus({ of: { off_because, failing_since } }: { of: Webhook }) {
  if (off_because !== null)
    return <Status is={off_because === 'asked' ? 'waiting' : 'danger'}>{offWords[off_because]}</Status>
  return failing_since === null ? (
    <Status is="success">{t`On`}</Status>
  ) : (
    <Status is="warning">{t`Failing`}</Status>
  )
}

const states: Record<Delivery['state'], readonly [StatusKind, string]> = {
  waiting: ['waiting', t`Waiting`],
  delivered: ['success', t`Arrived`],
  failed: ['danger', t`Did not arrive`],
  missed: ['warning', t`Not sent: it was off`],
}

export function DeliveryStatus({ of }: { of: Delivery['state'] }) {
  const [is, word] = states[of]
  return <Status is={is}>{word}</Status>
}

/** `/herd` of a long address is of no use beside its host. */
export const hostOf = (url: string) => new URL(url).host
