import { t } from '@byre/contract/words'
import { createApiKey, revokeApiKey, type ApiKey } from '@byre/contract/accounts/api-keys'
import { RevokeKey } from '../api-keys/key-dialogs.tsx'
import { AreaField } from '../api-keys/key-fields.tsx'
import { MakeKey } from '../api-keys/make-key.tsx'
import { useCall } from '../lib/use-call.ts'

/** Makes a key of whoever is signed in; it has their roles. */
export function MakeApiKey({ onClose }: { onClose: () => void }) {
  const { ask } = useCall(createApiKey)
  return (
    <MakeKey
      title={t`Make an API key`}
      hint={t`So that you know it again: 'Barn office', or 'Accounting'.`}
      make={({ role: _, ...fields }) => ask(fields)}
      onClose={onClose}
    >
      <AreaField name="places" label={t`Sites and clinics`} />
      <AreaField name="people" label={t`People there`} />
      <AreaField name="billing" label={t`Bills`} isToSeeAlone />
    </MakeKey>
  )
}

export function RevokeApiKey({ apiKey: { id, name }, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const { ask } = useCall(revokeApiKey)
  return <RevokeKey name={name} revoke={() => ask({ id })} onClose={onClose} />
}
