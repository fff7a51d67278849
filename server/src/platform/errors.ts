import { errors, type ErrorCode, type FieldError } from '@byre/contract/errors'

export interface RefusalDetails {
  /** The field the refusal belongs to; its message is the sentence unless `message` says more. */
  field?: string
  message?: string
  errors?: FieldError[]
  /** Seconds after which trying again makes sense. */
  retryAfter?: number
  /** Further public facts beside the envelope, such as `used_by`. */
  facts?: Record<string, unknown>
}

/** An expected refusal: a code of the catalogue and where it belongs. */
export class Refusal extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly errors: FieldError[] | undefined
  readonly retryAfter: number | undefined
  readonly facts: Record<string, unknown> | undefined

  constructor(code: ErrorCode, details: RefusalDetails = {}) {
    const [status, sentence] = errors[code]
    const fields =
      details.errors ??
      (details.field ? [{ field: details.field, message: details.message ?? sentence }] : undefined)
    super(details.message ?? fields?.[0]?.message ?? sentence)
    this.code = code
    this.status = status
    this.errors = fields
    this.retryAfter = details.retryAfter ?? (status === 503 ? 2 : undefined)
    this.facts = details.facts
  }
}

/** Ends a command with a refusal from the catalogue. */
export function refuse(code: ErrorCode, details?: RefusalDetails): never {
  throw new Refusal(code, details)
}
