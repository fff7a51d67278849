import type { ShipList } from '@byre/contract/herd/ship-list-parts'
import { Banner } from '../../ui/banner.tsx'
import { useMe } from '../me.ts'
import { isOpen } from './entries.tsx'

/** Whoever has none gets an approved tag before it leaves the farm where it was born, or where it came to. It keeps nothing here. */
export function Untagged({ list }: { list: ShipList }) {
  const { settings, suggested } = useMe()
  if ((settings ?? suggested).tag_days === 0 || !isOpen(list)) return null
  const head = list.entries.filter(({ tags }) => !tags.some(({ kind }) => kind === 'eid')).length
  if (head === 0) return null
  return (
    <Banner is="warning">
      {head === 1 ? '1 animal has' : `${head} animals have`} no electronic tag. In Canada each needs an
      approved tag before it leaves.
    </Banner>
  )
}
