import { listApiKeys, type ApiKey } from '@byre/contract/accounts/api-keys'
import { useState } from 'react'
import { clock } from '../lib/clock.ts'
import { formatDate } from '../lib/format.ts'
import { useAsk } from '../lib/query.ts'
import { Status } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { FormSection } from '../ui/forms/form-shell.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Table } from '../ui/table.tsx'
import { MakeApiKey, RevokeApiKey } from './api-key-dialogs.tsx'
import { Network } from './network.tsx'

/** With what programs call as this person; its text is shown when it is made and never again. */
export function ApiKeys() {
  const keys = useAsk(listApiKeys, {})
  const [target, setTarget] = useState<ApiKey | 'new' | null>(null)
  const close = () => setTarget(null)
  return (
    <FormSection
      title="API keys"
      hint="For programs that work with your sites and clinics. A key does what you chose for it, never more than you may, and nothing about money or your account."
    >
      <Loaded ask={keys} skeleton={<Skeleton height="6rem" />}>
        {({ api_keys: keys }) => (
          <>
            <KeyTable keys={keys} onRevoke={setTarget} />
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

interface KeyTableProps {
  keys: readonly ApiKey[]
  onRevoke: (key: ApiKey) => void
}

function KeyTable({ keys, onRevoke }: KeyTableProps) {
  const button = (key: ApiKey) => (
    <Button className="one-line" aria-label={`Revoke ${key.name}`} onClick={() => onRevoke(key)}>
      Revoke
    </Button>
  )
  return (
    <Table
      caption="API keys"
      columns={[
        { header: 'Name', cell: ({ name }) => name },
        { header: 'May', cell: ({ scopes }) => inWords(scopes) },
        { header: 'Last used', cell: lastUse },
        { header: 'Works until', cell: lastDay },
        { header: 'Revoke', quietHeader: true, cell: button },
      ]}
      rows={keys}
      rowKey={({ id }) => id}
      empty={<p className="soft">You have no keys.</p>}
    />
  )
}

const lastUse = ({ last_used_at: at, last_network: network }: ApiKey) =>
  at ? (
    <>
      {formatDate(at)} <Network of={network ?? ''} />
    </>
  ) : (
    'Never'
  )

const lastDay = ({ expires_at: at }: ApiKey) =>
  Date.parse(at) < clock.now() ? <Status is="warning">Ran out</Status> : formatDate(at)

const areas = { places: 'sites and clinics', people: 'people', billing: 'bills' } as const

/** 'See and change sites and clinics, see people'; who may change something may see it. */
function inWords(scopes: ApiKey['scopes']): string {
  const parts = Object.entries(areas).flatMap(([area, words]) => {
    const [reads, writes] = ['read', 'write'].map((what) =>
      scopes.some((scope) => scope === `${area}:${what}`),
    )
    return writes ? [`see and change ${words}`] : reads ? [`see ${words}`] : []
  })
  const text = parts.join(', ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
