import type { ShipList } from '@byre/contract/herd/ship-list-parts'
import { IconPlus } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { Button } from '../../ui/button.tsx'

const fetchDialog = () => import('./add-dialog.tsx')
const AddDialog = lazy(async () => ({ default: (await fetchDialog()).AddDialog }))

/** By their tags, as a whole pen, or as they were scanned. */
export function AddAnimals({ list }: { list: ShipList }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="form-buttons">
      <Button
        kind={list.head === 0 ? 'primary' : 'plain'}
        icon={IconPlus}
        onPointerEnter={() => void fetchDialog()}
        onFocus={() => void fetchDialog()}
        onClick={() => setOpen(true)}
      >
        Add animals
      </Button>
      {isOpen && (
        <Suspense>
          <AddDialog list={list} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}
