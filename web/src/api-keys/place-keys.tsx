import { t } from '@byre/contract/words'
import type { PlaceKey } from '@byre/contract/places/place-keys'
import { useState } from 'react'
import { useAsk } from '../lib/query.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { EmptyState } from '../ui/states.tsx'
import { scopesInWords } from './key-fields.tsx'
import { areFull, FullOfKeys, KeyTable } from './key-table.tsx'
import { placeKeyCalls, type KeyPlace } from './place-key-calls.ts'
import { MakePlaceKey, RevokePlaceKey } from './place-key-dialogs.tsx'

/** With what programs call as a site or clinic; for those who run it, whoever made one. */
export function PlaceKeys({ subject: place }: { subject: KeyPlace }) {
  const keys = useAsk(placeKeyCalls[place.kind].list, { id: place.id })
  const [target, setTarget] = useState<PlaceKey | 'new' | null>(null)
  const close = () => setTarget(null)
  return (
    <>
      <Loaded
        ask={keys}
        skeleton={<Skeleton height="22rem" />}
        failed={t`An error occurred while loading keys.`}
      >
        {({ api_keys: keys }) => (
          <KeyList place={place} keys={keys} onMake={() => setTarget('new')} onRevoke={setTarget} />
        )}
      </Loaded>
      {target === 'new' && <MakePlaceKey place={place} onClose={close} />}
      {target !== null && target !== 'new' && (
        <RevokePlaceKey place={place} apiKey={target} onClose={close} />
      )}
    </>
  )
}

interface KeyListProps {
  place: KeyPlace
  keys: readonly PlaceKey[]
  onMake: () => void
  onRevoke: (key: PlaceKey) => void
}

function KeyList({ place, keys, onMake, onRevoke }: KeyListProps) {
  const isOpen = place.access === 'ok'
  const isFull = areFull(keys)
  const make = isOpen && !isFull && <Button onClick={onMake}>{t`Make a key`}</Button>
  const areas = { places: place.kind === 'site' ? t`this site` : t`this clinic`, people: t`its people` }
  return (
    <Card title={t`API keys`} actions={keys.length > 0 && make}>
      {!isOpen && (
        <Banner is="warning">{t`Keys can be revoked, but not made, until this ${place.kind} is paid for.`}</Banner>
      )}
      {keys.length > 0 && (
        <p className="soft">
          <Purpose place={place} />
        </p>
      )}
      <KeyTable
        caption={t`Keys of ${place.name}`}
        keys={keys}
        may={({ scopes, role }) => t`${scopesInWords(scopes, areas)}, as ${role}`}
        more={[{ header: t`Made by`, cell: ({ made_by: who }) => who ?? t`Somebody who has left` }]}
        onRevoke={onRevoke}
        empty={
          <EmptyState title={t`No Keys`} action={make}>
            <Purpose place={place} />
          </EmptyState>
        }
      />
      {isOpen && isFull && <FullOfKeys />}
    </Card>
  )
}

const Purpose = ({ place: { kind } }: { place: KeyPlace }) => (
  <>
    {t`With a key a program works at this ${kind} and nowhere else, also after whoever made it has left. It does nothing about money.`}{' '}
    <a href="/api/docs/guides/signing-in" target="_blank" rel="noreferrer">{t`How to use one`}</a>
  </>
)
