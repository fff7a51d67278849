/** A node of a syntax tree (ESTree), as the parser gives it. */
export interface Node {
  type: string
  [key: string]: unknown
}

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
