import { rolesFor } from './roles.policy.ts'

/** Who may see who belongs to a place; the table is `roles.policy.ts`. */
export const memberSeers = {
  site: rolesFor('listMembers', 'site'),
  billing_entity: rolesFor('listMembers', 'billing_entity'),
}
