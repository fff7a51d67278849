import { t } from '@byre/contract/words'
import { listApiKeys, type ApiKey } from '@byre/contract/accounts/api-keys'
import { useState } from 'react'
import { scopesInWords } from '../api-keys/key-fields.tsx'
import { areFull, FullOfKeys, KeyTable } from '../api-keys/key-table.tsx'
import { useAsk } from '../lib/query.ts'
import { Button } from '../ui/button.tsx'
import { FormSection } from '../ui/forms/form-shell.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { MakeApiKey, RevokeApiKey } from './api-key-dialogs.tsx'

/** With what programs call as this person; its text is shown when it is made and never again. */
export function ApiKeys() {
  const keys = useAsk(listApiKeys, {})
  const [target, setTarget] = useState<ApiKey | 'new' | null>(null)
  const close = () => setTarget(null)
  return (
    <FormSection
      title={t`API keys`}
      hint={t`For programs that work with your sites and clinics as you. A key does what you chose for it and never more than you may: at most it sees bills, but it never pays, and never changes your account. For a program that shall outlast you at one place, make a key there.`}
    >
      <Loaded ask={keys} skeleton={<Skeleton height="6rem" />}>
        {({ api_keys: keys }) => (
          <>
            <KeyTable
              caption={t`API keys`}
              keys={keys}
              may={({ scopes }) => scopesInWords(scopes, areas)}
              onRevoke={setTarget}
              empty={<p className="soft">{t`You have no keys.`}</p>}
            />
            {areFull(keys) ? (
              <FullOfKeys />
            ) : (
              <div>
                <Button onClick={() => setTarget('new')}>{t`Make a key`}</Button>
              </div>
            )}
          </>
        )}
      </Loaded>
      {target === 'new' && <MakeApiKey onClose={close} />}
      {target !== null && target !== 'new' && <RevokeApiKey apiKey={target} onClose={close} />}
    </FormSection>
  )
}

const areas = { places: t`sites and clinics`, people: t`people`, billing: t`bills` } as const
