import { paths } from '../paths.ts'
import { ButtonLink } from '../ui/button.tsx'

export const BackToPayer = ({ id }: { id: string }) => (
  <ButtonLink to={paths.billingEntity(id)}>Back to Billing Information</ButtonLink>
)
