import { t } from '@byre/contract/words'
import { listClinicApiKeys, listSiteApiKeys } from '@byre/contract/places/place-keys'
import { useAsk } from '../lib/query.ts'

interface KeysLeftProps {
  kind: 'site' | 'clinic'
  placeId: string
  /** By name, as the list of keys has it. */
  maker: string
}

/** Keys of the place outlive whoever made them, who may still have them. */
export function KeysLeft({ kind, placeId, maker }: KeysLeftProps) {
  const keys = useAsk(kind === 'site' ? listSiteApiKeys : listClinicApiKeys, { id: placeId })
  const theirs = keys.data?.api_keys.filter(({ made_by }) => made_by === maker) ?? []
  if (theirs.length === 0) return null
  return (
    <p>{t`API keys they made for it keep working until they are revoked: ${theirs.map(({ name }) => name).join(', ')}.`}</p>
  )
}
