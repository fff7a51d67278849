import type { ComponentProps } from 'react'
import { useLocation } from 'react-router'
import { paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/button.tsx'

interface CardLinkProps extends Pick<ComponentProps<typeof ButtonLink>, 'kind' | 'children'> {
  billingEntityId: string
  /** Instead of the card there is. */
  replaces?: boolean
}

/** To the form of a card, which leads back to where it was asked for. */
export function CardLink({ billingEntityId: id, replaces = false, ...rest }: CardLinkProps) {
  const { pathname, search } = useLocation()
  return (
    <ButtonLink
      {...rest}
      to={replaces ? paths.editCard(id) : paths.newCard(id)}
      state={{ from: pathname + search }}
    />
  )
}

/** Where the form of a card leads when it is done or left: to who asked for it, else to its payer. */
export function useWayBack(billingEntityId: string): string {
  const state = useLocation().state as { from?: string } | null
  return state?.from ?? paths.billingEntity(billingEntityId)
}
