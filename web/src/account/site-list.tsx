import { deleteSite, type listSites, type Site } from '@byre/contract/sites'
import { IconPencil, IconPlayerPlay, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import type { Ask } from '../lib/query.ts'
import { inWords } from '../lib/refusal.ts'
import { toast } from '../lib/toast.ts'
import { useCall } from '../lib/use-call.ts'
import { paths } from '../paths.ts'
import { IconButton, IconLink } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { EmptyState, Loaded } from '../ui/states.tsx'
import { focusTitle } from './focus-title.ts'
import { PagedList } from './paged-list.tsx'

export function SiteList({ total, shown }: { total: number | undefined; shown: Ask<typeof listSites> }) {
  const [leaving, setLeaving] = useState<Site | null>(null)
  return (
    <>
      <Loaded
        ask={shown}
        skeleton={<Skeleton height="12rem" />}
        failed="An error occurred while loading sites."
      >
        {(reply) =>
          total === 0 ? (
            <EmptyState title="No Sites">Every site you own or work at will appear here.</EmptyState>
          ) : (
            <PagedList noun="sites" total={total ?? 0} reply={reply}>
              <ul className="grid">
                {reply.sites.map((site) => (
                  <SiteCard key={site.id} site={site} onDelete={() => setLeaving(site)} />
                ))}
              </ul>
            </PagedList>
          )
        }
      </Loaded>
      {leaving && <DeleteSite site={leaving} onClose={() => setLeaving(null)} />}
    </>
  )
}

function SiteCard({ site, onDelete }: { site: Site; onDelete: () => void }) {
  const mayEdit = site.role !== 'User'
  const mayDelete = site.role === 'Owner'
  return (
    <Card
      as="li"
      title={site.name}
      to={paths.site(site.id)}
      actions={
        <>
          <IconLink
            label={`Launch ${site.name}`}
            icon={IconPlayerPlay}
            href={site.launch_url}
            target="_blank"
            rel="noopener noreferrer"
          />
          {mayEdit && <IconLink label={`Edit ${site.name}`} icon={IconPencil} to={paths.editSite(site.id)} />}
          {mayDelete && <IconButton label={`Delete ${site.name}`} icon={IconTrash} onClick={onDelete} />}
        </>
      }
    >
      <p className="soft">{new URL(site.launch_url, location.href).host}</p>
      <p className="soft">
        {[[site.city, site.region].filter(Boolean).join(', '), site.role].filter(Boolean).join(' · ')}
      </p>
    </Card>
  )
}

function DeleteSite({ site, onClose }: { site: Site; onClose: () => void }) {
  const { ask } = useCall(deleteSite)
  const remove = async () => {
    await ask({ id: site.id }).catch(
      inWords({ 'server.failed': 'An error occurred while deleting the site.' }),
    )
    toast.success(`${site.name} was deleted.`)
    flushSync(onClose)
    focusTitle()
  }
  return (
    <ConfirmDialog confirm="Delete" busy="Deleting.." danger onConfirm={remove} onCancel={onClose}>
      <p>
        <strong>{site.name}</strong> will be deleted: its address stops answering and its subscription ends.
      </p>
    </ConfirmDialog>
  )
}
