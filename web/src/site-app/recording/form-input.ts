import type { Me } from '@byre/contract/herd/settings'
import type { Values } from './drafts.ts'
import type { Subject } from './subjects.ts'

/** What a form is filled in with, of which animals, and in which units. */
export interface FormInput {
  values: Values
  subjects: readonly Subject[]
  unit: Me['unit']
}
