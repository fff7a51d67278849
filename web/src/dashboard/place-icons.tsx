import { t } from '@byre/contract/words'
import { IconPencil, IconPlayerPlay, IconTrash } from '@tabler/icons-react'
import type { Kind, Place } from '../products.ts'
import { IconButton, IconLink } from '../ui/button.tsx'

export interface PlaceIconsProps<P extends Place = Place> {
  kind: Kind
  place: P
  onDelete: (place: P) => void
}

/** Launch, edit and delete, each for whom it is and while it is of use. */
export function PlaceIcons<P extends Place>({ kind, place, onDelete }: PlaceIconsProps<P>) {
  const { id, name, role } = place
  return (
    <>
      {place.access_state !== 'stopped' && (
        <IconLink
          label={t`Launch ${name}`}
          icon={IconPlayerPlay}
          href={place.launch_url}
          target="_blank"
          rel="noopener noreferrer"
        />
      )}
      {role !== 'User' && <IconLink label={t`Edit ${name}`} icon={IconPencil} to={kind.paths.edit(id)} />}
      {role === 'Owner' && (
        <IconButton
          kind="removal"
          label={t`Delete ${name}`}
          icon={IconTrash}
          onClick={() => onDelete(place)}
        />
      )}
    </>
  )
}
