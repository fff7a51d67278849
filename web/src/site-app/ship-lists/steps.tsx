import type { ShipList } from '@byre/contract/herd/ship-list-parts'
import { checkShipList, lockShipList, reopenShipList } from '@byre/contract/herd/ship-lists'
import { IconChecklist, IconLock, IconLockOpen, IconTruckDelivery } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { useAppCommand } from '../asks.ts'
import { useMe } from '../me.ts'
import { DepartDialog } from './depart-dialog.tsx'
import { Paper } from './papers.tsx'
import { useTold } from './told.ts'

/** What is to be done next with a list, one step of it in the foreground; each for whoever may. */
export function Steps({ list }: { list: ShipList }) {
  const { rights } = useMe()
  const [mayRecord, mayLock] = [rights.includes('record'), rights.includes('lockShipLists')]
  const { id, state, head, may_not, late } = list
  const hasNotice = late.some(({ taken_back }) => !taken_back)
  if (state === 'departed')
    return (
      <>
        <Paper of="sheet" id={id} />
        {hasNotice && <Paper of="notice" id={id} kind="primary" />}
      </>
    )
  if (state === 'locked')
    return (
      <>
        {mayLock && <Reopen id={id} />}
        <Paper of="sheet" id={id} kind={mayLock ? 'plain' : 'primary'} />
        {mayLock && may_not === 0 && <Depart list={list} />}
      </>
    )
  if (state === 'checked' && mayLock && head > 0 && may_not === 0) return <Lock id={id} />
  return mayRecord && head > 0 ? <Check id={id} isPrimary={state !== 'checked'} /> : null
}

interface OfList {
  id: string
}

function Check({ id, isPrimary }: OfList & { isPrimary: boolean }) {
  const { send, busy } = useAppCommand(checkShipList, { id })
  const tell = useTold()
  const check = () =>
    tell(async () => {
      const { may, may_not } = await send({})
      return may_not === 0
        ? `Checked: all ${may} may leave.`
        : `Checked: ${may} may leave, ${may_not} may not.`
    })
  return (
    <Button
      kind={isPrimary ? 'primary' : 'plain'}
      icon={IconChecklist}
      busy={busy}
      busyLabel="Checking.."
      onClick={() => void check()}
    >
      Check
    </Button>
  )
}

function Lock({ id }: OfList) {
  const { send, busy } = useAppCommand(lockShipList, { id })
  const tell = useTold()
  const isNew = useNew()
  const lock = () =>
    tell(
      async () => {
        await send({})
        return 'Locked. Its clearance sheet can be printed.'
      },
      {
        'ship_list.held':
          'Something was recorded meanwhile: not all of these animals may leave. See below which.',
      },
    )
  return (
    <Button
      kind="primary"
      icon={IconLock}
      inert={isNew}
      busy={busy}
      busyLabel="Locking.."
      onClick={() => void lock()}
    >
      Lock
    </Button>
  )
}

function Reopen({ id }: OfList) {
  const { send, busy } = useAppCommand(reopenShipList, { id })
  const tell = useTold()
  const isNew = useNew()
  const reopen = () =>
    tell(async () => {
      await send({})
      return 'Open again. Check and lock it before it leaves.'
    })
  return (
    <Button icon={IconLockOpen} inert={isNew} busy={busy} busyLabel="Opening.." onClick={() => void reopen()}>
      Open again
    </Button>
  )
}

function Depart({ list }: { list: ShipList }) {
  const [isOpen, setOpen] = useState(false)
  const isNew = useNew()
  return (
    <>
      <Button kind="primary" icon={IconTruckDelivery} inert={isNew} onClick={() => setOpen(true)}>
        Send off
      </Button>
      {isOpen && <DepartDialog list={list} onClose={() => setOpen(false)} />}
    </>
  )
}

const doubleClickMs = 500

/** For as long as a double click may last: its second press was meant for the step that stood here before. */
function useNew(): boolean {
  const [isNew, setNew] = useState(true)
  useEffect(() => {
    const timer = setTimeout(() => setNew(false), doubleClickMs)
    return () => clearTimeout(timer)
  }, [])
  return isNew
}
