import { t } from '@byre/contract/words'
import type { InvitedRole } from '@byre/contract/people/invites'
import type { ListedMember } from '@byre/contract/people/members'
import {
  IconArrowBackUp,
  IconCopy,
  IconDots,
  IconDoorExit,
  IconMailForward,
  IconMailPlus,
  IconPencil,
  IconUserCog,
  IconUserMinus,
} from '@tabler/icons-react'
import type { KeyboardEvent, ReactNode } from 'react'
import { copyText } from '../lib/clipboard.ts'
import { toast } from '../lib/toast.ts'
import { Menu, MenuItem, MenuLine } from '../ui/dialogs/menu.tsx'
import { toldInToast } from './command-results.ts'
import { whyNotLeaveId } from './last-owner.ts'
import type { MemberAction } from './member-dialog.tsx'
import { invitedRole, isUnregistered, nameOf } from './member-names.ts'
import { invitesOf } from './place-invites.ts'
import type { PeopledSubject } from './place.ts'

interface MemberMenuProps {
  member: ListedMember
  isMe: boolean
  isLastOwner: boolean
  onAsk: (action: MemberAction) => void
}

/** What may be done about one member; what takes them away is last and apart. */
export function MemberMenu({ member, isMe, isLastOwner, onAsk }: MemberMenuProps) {
  const name = nameOf(member)
  const ask = (deed: MemberAction['deed']) => () => onAsk({ deed, member })
  return (
    <RowMenu about={name}>
      {isMe ? (
        <MenuItem
          icon={IconDoorExit}
          danger
          disabled={isLastOwner}
          aria-describedby={isLastOwner ? whyNotLeaveId : undefined}
          onChoose={ask('leave')}
        >{t`Leave`}</MenuItem>
      ) : (
        <>
          {isUnregistered(member) ? (
            <>
              <MenuItem
                icon={IconMailPlus}
                aria-label={t`Invite to join: ${name}`}
                onChoose={ask('invite')}
              >{t`Invite to join`}</MenuItem>
              <MenuItem
                icon={IconPencil}
                aria-label={t`Rename ${name}`}
                onChoose={ask('rename')}
              >{t`Rename`}</MenuItem>
            </>
          ) : (
            <MenuItem
              icon={IconUserCog}
              aria-label={t`Change the role of ${name}`}
              onChoose={ask('change role')}
            >{t`Change the role`}</MenuItem>
          )}
          <MenuLine />
          <MenuItem
            icon={IconUserMinus}
            danger
            aria-label={t`Remove ${name}`}
            onChoose={ask('remove')}
          >{t`Remove`}</MenuItem>
        </>
      )}
    </RowMenu>
  )
}

interface InviteMenuProps {
  subject: PeopledSubject
  invited: ListedMember
  onAsk: (action: MemberAction) => void
}

/** What may be done about somebody who has not answered yet. */
export function InviteMenu({ subject, invited, onAsk }: InviteMenuProps) {
  const { id, email, invite } = invited
  if (!invite || email === null) return null
  const calls = invitesOf(subject)
  const other: InvitedRole = invitedRole(invited) === 'Admin' ? 'User' : 'Admin'
  const change = () => toldInToast(calls.change(id, other), t`${email} is now invited as ${other}.`)
  const copy = async () => {
    if (await copyText(invite.link)) toast.success(t`The link was copied.`)
  }
  return (
    <RowMenu about={email}>
      <MenuItem icon={IconCopy} onChoose={() => void copy()}>{t`Copy link`}</MenuItem>
      <MenuItem
        icon={IconMailForward}
        onChoose={() => void toldInToast(calls.resend(id), t`Invite sent.`)}
      >{t`Send again`}</MenuItem>
      <MenuItem icon={IconUserCog} onChoose={() => void change()}>{t`Invite as ${other}`}</MenuItem>
      <MenuLine />
      <MenuItem
        icon={IconArrowBackUp}
        danger
        onChoose={() => onAsk({ deed: 'take back', member: invited })}
      >{t`Take back`}</MenuItem>
    </RowMenu>
  )
}

/** One menu a row: the arrow down goes from its button into it, arrows, Home and End move within. */
function RowMenu({ about, children }: { about: string; children: ReactNode }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- arrows pressed on the button and items inside it
    <div onKeyDown={moveInMenu}>
      <Menu label={t`More about ${about}`} face={<IconDots size={20} aria-hidden />}>
        {children}
      </Menu>
    </div>
  )
}

function moveInMenu(event: KeyboardEvent<HTMLElement>) {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
  const { currentTarget: row, key, target } = event
  const button = row.querySelector<HTMLElement>('.menu-button')
  const items = [...row.querySelectorAll<HTMLElement>('.menu-item:not(:disabled)')]
  const at = items.findIndex((item) => item === target)
  if (target === button && key === 'ArrowDown' && !row.querySelector(':popover-open')) button.click()
  else if (at < 0 && key !== 'ArrowDown') return
  const to = { ArrowUp: at - 1, ArrowDown: (at + 1) % items.length, Home: 0, End: -1 }[key]
  if (to === undefined) return
  event.preventDefault()
  items.at(to)?.focus()
}
