import { t } from '@byre/contract/words'
import type { Place } from '../products.ts'
import { FormSection } from '../ui/forms/form-shell.tsx'
import { CustomDomain } from './custom-domain.tsx'
import { SubdomainField } from './subdomain-field.tsx'

export function AccessingYourApp({ place }: { place?: Place }) {
  return (
    <FormSection title={t`Accessing your app`}>
      <SubdomainField place={place} />
      <CustomDomain place={place} />
    </FormSection>
  )
}
