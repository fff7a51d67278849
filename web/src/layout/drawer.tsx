import { t } from '@byre/contract/words'
import { IconMenu2, IconX } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useLocation } from 'react-router'
import { IconButton } from '../ui/button.tsx'
import { Modal } from '../ui/dialogs/modal.tsx'
import { SideMenu } from './side-menu.tsx'

/** The side menu on small screens: slides in from the left, closes when it led somewhere. */
export function Drawer() {
  const { key } = useLocation()
  const [openedAt, setOpenedAt] = useState<string | null>(null)
  const titleId = useId()
  const close = () => setOpenedAt(null)
  return (
    <>
      <IconButton
        label={t`Menu`}
        icon={IconMenu2}
        className="drawer-button"
        aria-haspopup="dialog"
        onClick={() => setOpenedAt(key)}
      />
      {openedAt === key && (
        <Modal titleId={titleId} className="drawer" onDismiss={close}>
          <h2 id={titleId}>{t`Menu`}</h2>
          <SideMenu />
          <IconButton label={t`Close`} icon={IconX} className="dialog-close" onClick={close} />
        </Modal>
      )}
    </>
  )
}
