import { deleteSite, type Site } from '@byre/contract/sites'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { stopAsking } from '../billing/stop-asking.ts'
import { call } from '../lib/api.ts'
import { inWords } from '../lib/refusal.ts'
import { toast } from '../lib/toast.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'

export function DeleteSite({ site }: { site: Site }) {
  const navigate = useNavigate()
  const [asking, setAsking] = useState(false)

  const remove = async () => {
    await call(deleteSite, { id: site.id }).catch(
      inWords({ 'server.failed': 'An error occurred while deleting the site.' }),
    )
    stopAsking(site.id)
    toast.success(`${site.name} was deleted.`)
    await navigate(paths.home(), { replace: true })
  }

  return (
    <>
      <Button icon={IconTrash} className="deed-last" onClick={() => setAsking(true)}>
        Delete
      </Button>
      {asking && (
        <ConfirmDialog
          confirm="Delete"
          busy="Deleting.."
          danger
          onConfirm={remove}
          onCancel={() => setAsking(false)}
        >
          <p>
            <strong>{site.name}</strong> will be deleted: its address stops answering and its subscription
            ends.
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}
