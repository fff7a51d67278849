import type { ShipList } from '@byre/contract/herd/ship-list-parts'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { dialogIn } from '../../ui/fetched/dialog-in.tsx'

const fetchDialog = () => import('./add-dialog.tsx')
const AddDialog = dialogIn(async () => (await fetchDialog()).AddDialog)
const prefetch = () => void fetchDialog().catch(() => undefined)

/** By their tags, as a whole pen, or as they were scanned. */
export function AddAnimals({ list }: { list: ShipList }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="form-buttons">
      <Button
        kind={list.head === 0 ? 'primary' : 'plain'}
        icon={IconPlus}
        onPointerEnter={prefetch}
        onFocus={prefetch}
        onClick={() => setOpen(true)}
      >
        Add animals
      </Button>
      {isOpen && <AddDialog list={list} onClose={() => setOpen(false)} />}
    </div>
  )
}
