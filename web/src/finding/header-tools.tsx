import { t } from '@byre/contract/words'
import { IconLifebuoy, IconSearch } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useSession } from '../lib/session.ts'
import { beyondPhone, useWidth } from '../lib/width.ts'
import { paths } from '../paths.ts'
import { IconButton, IconLink } from '../ui/button.tsx'
import { Bell } from './bell.tsx'
import { dialogIn } from '../ui/fetched/dialog-in.tsx'
import './finding.css'
import '../styles/print.css'

const Palette = dialogIn(async () => (await import('./palette.tsx')).Palette)
const Keys = dialogIn(async () => (await import('./keys.tsx')).Keys)

const fields = 'input, select, textarea, [contenteditable]'
const isTyping = ({ target }: Event) => target instanceof Element && target.closest(fields) !== null

/** Search and news at the end of the header, and the keys for them. */
export function HeaderTools() {
  const [open, setOpen] = useState<'palette' | 'keys' | null>(null)
  const close = () => setOpen(null)
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isMeant = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
      const isBehind = document.querySelector('dialog:modal:not(.palette)') !== null
      if (isMeant && event.key.toLowerCase() === 'k' && !isBehind) {
        event.preventDefault()
        setOpen((now) => (now === 'palette' ? null : 'palette'))
      }
      const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey
      if (event.key === '?' && isPlain && !isTyping(event) && !document.querySelector('dialog:modal'))
        setOpen('keys')
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
  const isStaff = useSession()?.user.groups.includes('Admin')
  const hasRoom = useWidth(beyondPhone)
  return (
    <>
      {isStaff && hasRoom && <IconLink label={t`Back office`} icon={IconLifebuoy} to={paths.staff('')} />}
      <IconButton
        label={t`Search`}
        title={t`Search (Ctrl K)`}
        icon={IconSearch}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpen('palette')}
      />
      <Bell />
      {open === 'palette' && <Palette onClose={close} onKeys={() => setOpen('keys')} />}
      {open === 'keys' && <Keys onClose={close} />}
    </>
  )
}
