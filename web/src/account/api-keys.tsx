import { listApiKeys, type ApiKey } from '@byre/contract/accounts/api-keys'
import { useState } from 'react'
import { scopesInWords } from '../api-keys/key-fields.tsx'
import { KeyTable } from '../api-keys/key-table.tsx'
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
      title="API keys"
      hint="For programs that work with your sites and clinics as you. A key does what you chose for it, never more than you may, and nothing about money or your account. For a program that shall outlast you at one place, make a key there."
    >
      <Loaded ask={keys} skeleton={<Skeleton height="6rem" />}>
        {({ api_keys: keys }) => (
          <>
            <KeyTable
              caption="API keys"
              keys={keys}
              may={({ scopes }) => scopesInWords(scopes, areas)}
              onRevoke={setTarget}
              empty={<p className="soft">You have no keys.</p>}
            />
            <div>
              <Button onClick={() => setTarget('new')}>Make a key</Button>
            </div>
          </>
        )}
      </Loaded>
      {target === 'new' && <MakeApiKey onClose={close} />}
      {target !== null && target !== 'new' && <RevokeApiKey apiKey={target} onClose={close} />}
    </FormSection>
  )
}

const areas = { places: 'sites and clinics', people: 'people', billing: 'bills' } as const
