import { t } from '@byre/contract/words'
import { keyLimits, type ApiKey } from '@byre/contract/accounts/api-keys'
import type { ComponentProps, ReactNode } from 'react'
import { clock } from '../lib/clock.ts'
import { formatDate } from '../lib/format.ts'
import { Status } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Network } from './network.tsx'
import { Table } from '../ui/table.tsx'

interface KeyTableProps<Key extends ApiKey> {
  caption: string
  keys: readonly Key[]
  may: (key: Key) => ReactNode
  /** Further columns, before those that all keys have. */
  more?: ComponentProps<typeof Table<Key>>['columns']
  onRevoke: (key: Key) => void
  empty: ReactNode
}

export function KeyTable<Key extends ApiKey>({
  caption,
  keys,
  may,
  more,
  onRevoke,
  empty,
}: KeyTableProps<Key>) {
  const button = (key: Key) => (
    <Button
      className="one-line"
      aria-label={t`Revoke ${key.name}`}
      onClick={() => onRevoke(key)}
    >{t`Revoke`}</Button>
  )
  return (
    <Table
      caption={caption}
      columns={[
        { header: t`Name`, cell: ({ name }: Key) => name },
        { header: t`May`, cell: may },
        ...(more ?? []),
        { header: t`Last used`, cell: lastUse },
        { header: t`Works until`, cell: lastDay },
        { header: t`Revoke`, quietHeader: true, cell: button },
      ]}
      rows={keys}
      rowKey={({ id }) => id}
      empty={empty}
    />
  )
}

const lastUse = ({ last_used_at: at, last_network: network }: ApiKey) =>
  at ? (
    <>
      {formatDate(at)} <Network of={network ?? ''} />
    </>
  ) : (
    t`Never`
  )

const hasRunOut = ({ expires_at: at }: ApiKey) => Date.parse(at) < clock.now()

/** Whether as many work as may: none can be made until one is revoked. */
export const areFull = (keys: readonly ApiKey[]) =>
  keys.filter((key) => !hasRunOut(key)).length >= keyLimits.mostThatWork

export const FullOfKeys = () => (
  <p className="soft">{t`${keyLimits.mostThatWork} keys can work at once. Revoke one to make another.`}</p>
)

const lastDay = (key: ApiKey) =>
  hasRunOut(key) ? <Status is="warning">{t`Ran out`}</Status> : formatDate(key.expires_at)
