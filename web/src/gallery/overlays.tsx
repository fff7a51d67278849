import { IconCreditCard, IconLogout } from '@tabler/icons-react'
import { useState } from 'react'
import { toast } from '../lib/toast.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/dialogs/confirm-dialog.tsx'
import { Dialog } from '../ui/dialogs/dialog.tsx'
import { Menu, MenuItem, MenuLine, MenuLink } from '../ui/dialogs/menu.tsx'
import { Exhibit } from './exhibit.tsx'

export function Overlays() {
  const [open, setOpen] = useState<'dialog' | 'confirm' | null>(null)
  const close = () => setOpen(null)
  const fail = async () => {
    await new Promise((resolve) => setTimeout(resolve, 800))
    throw new Error('refused')
  }
  return (
    <>
      <Exhibit name="Toast">
        <div className="row">
          <Button onClick={() => toast.success('Invite sent.')}>Success</Button>
          <Button onClick={() => toast.error('An error occurred while creating a site.', '01JD2Q7V3M')}>
            Error
          </Button>
          <Button onClick={() => toast.warning('Your card expires this month.')}>Warning</Button>
          <Button onClick={() => toast.info('Creating billing information..')}>Info</Button>
        </div>
      </Exhibit>
      <Exhibit name="Dialogs">
        <div className="row">
          <Button onClick={() => setOpen('dialog')}>Open a dialog</Button>
          <Button kind="danger" onClick={() => setOpen('confirm')}>
            Delete North Feedlot
          </Button>
        </div>
        {open === 'dialog' && (
          <Dialog title="Send an invite" onClose={close}>
            <p>Somebody will get a mail with a link.</p>
            <div className="dialog-buttons">
              <Button kind="primary" onClick={close}>
                Send Invite
              </Button>
            </div>
          </Dialog>
        )}
        {open === 'confirm' && (
          <ConfirmDialog confirm="Delete" busy="Deleting.." danger onConfirm={fail} onCancel={close}>
            <p>North Feedlot will be deleted. Its Owner can restore it for 30 days.</p>
          </ConfirmDialog>
        )}
      </Exhibit>
      <Exhibit name="Menu">
        <div className="row">
          <Menu label="Your account: Alice" face={<span className="avatar">A</span>}>
            <MenuLink to="/gallery" icon={IconCreditCard}>
              Billing Info
            </MenuLink>
            <MenuLine />
            <MenuItem icon={IconLogout} onChoose={() => toast.info('Signed out, as it were.')}>
              Logout
            </MenuItem>
          </Menu>
        </div>
      </Exhibit>
    </>
  )
}
