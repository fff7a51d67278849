/*
 * Button      kind? 'plain' | 'primary' | 'quiet' | 'removal' (takes away, and is last) | 'danger' (the answer that does) · icon? · busy? · busyLabel? · any <button> attribute
 * ButtonLink  to | href · kind? · icon? · newTab?                  looks like a button, is a link
 * IconButton  label · icon · kind? · any <button> attribute        as wide as high; the label is read and shown as a title
 * IconLink    label · icon · to | href · newTab?
 */
import type { Icon } from '@tabler/icons-react'
import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { Link } from 'react-router'

type ButtonKind = 'plain' | 'primary' | 'quiet' | 'removal' | 'danger'

interface Look {
  kind?: ButtonKind
  icon?: Icon
}

interface ButtonProps extends Look, ComponentProps<'button'> {
  busy?: boolean
  /** What it says while busy ('Creating site..'). Both texts are laid out, so the width never changes. */
  busyLabel?: string
}

export function Button({ kind = 'plain', icon, busy = false, busyLabel, children, ...rest }: ButtonProps) {
  const stopWhileBusy = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) event.preventDefault()
    else rest.onClick?.(event)
  }
  return (
    // Busy is not disabled: the focus stays where it was.
    <button
      type="button"
      {...rest}
      className={`button ${rest.className ?? ''}`}
      data-kind={kind}
      aria-disabled={busy || undefined}
      onClick={stopWhileBusy}
    >
      <span className="button-face" data-shown={!busy || !busyLabel}>
        <Face icon={icon}>{children}</Face>
      </span>
      {busyLabel && (
        <span className="button-face" data-shown={busy}>
          {busyLabel}
        </span>
      )}
    </button>
  )
}

type LinkProps = (
  | (Omit<ComponentProps<typeof Link>, 'children'> & { href?: undefined })
  | (Omit<ComponentProps<'a'>, 'children'> & { to?: undefined; href: string })
) & {
  newTab?: boolean
}

export function ButtonLink({
  kind = 'plain',
  icon,
  children,
  ...link
}: Look & LinkProps & { children: ReactNode }) {
  return (
    <SomeLink {...link} className={`button ${link.className ?? ''}`} kind={kind}>
      <span className="button-face" data-shown>
        <Face icon={icon}>{children}</Face>
      </span>
    </SomeLink>
  )
}

interface IconOnly {
  label: string
  icon: Icon
  kind?: ButtonKind
}

export function IconButton({
  label,
  icon: Picture,
  kind = 'quiet',
  ...rest
}: IconOnly & ComponentProps<'button'>) {
  return (
    <button
      type="button"
      title={label}
      {...rest}
      className={`button icon-button ${rest.className ?? ''}`}
      data-kind={kind}
      aria-label={label}
    >
      <Picture size={20} aria-hidden />
    </button>
  )
}

export function IconLink({ label, icon: Picture, kind = 'quiet', ...link }: IconOnly & LinkProps) {
  return (
    <SomeLink
      {...link}
      title={label}
      aria-label={label}
      className={`button icon-button ${link.className ?? ''}`}
      kind={kind}
    >
      <Picture size={20} aria-hidden />
    </SomeLink>
  )
}

function SomeLink({
  newTab,
  kind,
  children,
  ...link
}: LinkProps & { kind: ButtonKind; children: ReactNode }) {
  const tab = newTab ? { target: '_blank', rel: 'noreferrer' } : {}
  return link.to === undefined ? (
    <a {...link} {...tab} data-kind={kind}>
      {children}
    </a>
  ) : (
    <Link {...link} {...tab} data-kind={kind}>
      {children}
    </Link>
  )
}

function Face({ icon: Picture, children }: { icon: Icon | undefined; children: ReactNode }) {
  return (
    <>
      {Picture && <Picture size={20} aria-hidden />}
      {children}
    </>
  )
}
