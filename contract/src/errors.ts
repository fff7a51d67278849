/**
 * The catalogue: every refusal the product can give, its HTTP status and its sentence.
 * Sentences that were given are kept mail for mail (specification 7.4). Where there were two readings,
 * docs/decisions/ says which one is here.
 */
export const errors = {
  'request.malformed': [400, 'The request could not be read.'],
  'request.invalid': [400, 'Some of what was sent is not right.'],
  'request.in_progress': [409, 'This is already being done. Please wait a moment.'],
  'request.key_reused': [422, 'This idempotency key was used for something else.'],
  'request.host_invalid': [400, 'This request does not name one valid host.'],
  'request.timed_out': [408, 'This request took too long to arrive.'],
  'request.too_large': [413, 'That is more than can be sent at once.'],
  'request.address_too_long': [414, 'This address is longer than we read.'],
  'request.headers_too_large': [431, 'The headers of this request are longer than we read.'],
  'request.unsupported_type': [415, 'Please send a form or JSON.'],
  'request.method_not_allowed': [405, 'That cannot be done here.'],
  'request.cross_site': [403, 'This request came from another site.'],
  'request.misdirected': [421, 'Nothing answers under this name.'],
  'request.stale': [412, 'Somebody else changed this in the meantime.'],
  'limit.reached': [429, 'Too many attempts. Please try again later.'],
  'server.busy': [503, 'We are busy right now. Please try again in a moment.'],
  'server.unavailable': [503, 'We cannot reach our records right now. Please try again in a moment.'],
  'server.damaged': [
    500,
    'Something stored here cannot be read. We were told of it; trying again does not help.',
  ],
  'server.failed': [500, 'Something went wrong on our side. Nothing was lost; please try again.'],

  'session.required': [401, 'Please sign in.'],
  'session.reauth_required': [403, 'Please sign in again to continue.'],
  'session.password_reauth_required': [403, 'Please sign in again to change your password.'],
  'session.not_refreshed': [401, 'Could not authenticate with the server.'],
  'session.no_token': [401, 'No token currently set.'],

  'api_key.not_allowed': [403, 'A key cannot do this. Please sign in to do it.'],
  'api_key.scope_missing': [403, 'This key was made without the right to do this.'],
  'api_key.wrong_network': [403, 'This key cannot be used from this network.'],
  'api_key.too_many': [409, 'There are twenty keys here. Revoke one to make another.'],

  'staff.second_factor_missing': [
    403,
    'The back office asks for a second factor. Set up an authenticator app or a passkey first.',
  ],
  'job.not_waiting': [409, 'This job is under way or done: it can be neither tried again nor dropped.'],
  'visit.read_only': [403, 'This is a read-only visit.'],
  'visit.asked': [409, 'You have asked already. Take that question back to ask another.'],
  'visit.closed': [409, 'This can no longer be answered.'],

  'account.exists': [400, 'User with this email already registered'],
  'account.wrong_credentials': [401, 'Wrong email or password'],
  'account.wrong_password': [400, 'That is not your password.'],
  'account.wrong_email': [400, 'That is not the e-mail address of this account.'],
  'account.needed': [409, 'You are the last owner of something. Please hand it over or delete it first.'],
  'account.disabled': [403, 'This account is closed. Please write to us if you think this is a mistake.'],
  'account.unconfirmed': [403, 'User is not confirmed.'],
  'account.password_not_updated': [400, 'Account password was not updated.'],
  'code.wrong': [400, 'Incorrect confirmation code'],
  'second_factor.wrong_code': [400, 'That code is not right, or was used before.'],
  'second_factor.ticket_dead': [401, 'This took too long. Please sign in again.'],
  'second_factor.none': [409, 'Set up an app or a passkey first.'],
  'totp.exists': [409, 'An authenticator app is set up already.'],
  'totp.expired': [400, 'This took too long. Please start again.'],
  'passkey.refused': [400, 'That passkey was not accepted.'],
  'passkey.exists': [409, 'This passkey is in your account already.'],
  'passkey.too_many': [409, 'You have twenty passkeys. Remove one to add another.'],
  'link.dead': [400, 'This link no longer works.'],
  'reset.failed': [400, 'An error prevented resetting password.'],

  'event.id_taken': [409, 'Another event has this id.'],
  'event.not_voidable': [409, 'What was taken back stays taken back. Please record it again.'],
  'name.taken': [409, 'That name is taken already.'],
  'list.full': [409, 'This list is full.'],
  'ship_list.closed': [409, 'This ship list cannot be changed any more.'],
  'ship_list.empty': [409, 'There is no animal on this ship list.'],
  'ship_list.held': [409, 'Some of these animals may not ship. Take them off, or override their holds.'],
  'ship_list.not_held': [409, 'Nothing that can be overridden holds this animal.'],
  'ship_list.not_locked': [409, 'This ship list is not locked.'],

  'launch.expired': [400, 'The launch has expired. Please start it again.'],

  not_found: [404, 'That page cannot be found'],
  'role.insufficient': [403, 'Your role does not allow this.'],
  'subdomain.unavailable': [400, 'This subdomain is not available.'],
  'domain.invalid': [400, 'Domain must be valid to continue'],
  'domain.unavailable': [400, 'This domain is not available.'],
  'domain.taken': [409, 'Another site or clinic has proven this domain.'],
  'payer.right_missing': [
    403,
    'Whoever will pay decides this. Propose the plan to them, or choose billing information that you run.',
  ],
  'plan.required': [400, 'You must select a plan to continue.'],
  'billing_entity.unknown': [404, 'Please select billing information.'],
  'billing_entity.in_use': [409, 'This billing information is still used by a site or clinic.'],
  'place.read_only': [403, 'This place is read-only until its payment is settled.'],
  'place.stopped': [503, 'This place is stopped until its payment is settled.'],
  'place.last_owner': [409, 'A site needs at least one owner.'],
  'place.full': [409, 'No more people can be put on this list by name.'],
  'member.already': [409, 'This person belongs here already.'],
  'member.gone': [409, 'This can no longer be undone. Please invite them again.'],
  'member.owns_already': [409, 'This person is an owner already.'],
  'hand_over.closed': [409, 'This offer is no longer open.'],
  'invite.too_many': [409, 'Too many invitations are open here. Please take some of them back first.'],
  'invite.closed': [409, 'This invitation is no longer open.'],
  'invite.not_accepted': [409, 'Could not accept invite'],
  'invite.not_declined': [409, 'Could not decline invite.'],
  'product.disabled': [403, 'This is not offered here.'],
  'species.unknown': [400, 'Please choose what you raise.'],

  'proposal.not_needed': [409, 'You can choose this plan yourself.'],
  'proposal.closed': [409, 'This proposal is no longer open.'],

  'subscription.exists': [409, 'This site or clinic already has a plan.'],
  'subscription.not_possible': [409, 'That cannot be done with this plan now.'],

  'invoice.closed': [409, 'This invoice is not open any more.'],
  'invoice.not_correctable': [409, 'This invoice can no longer be corrected.'],
  'invoice.not_creditable': [409, 'This invoice cannot be credited that way.'],
  'invoice.being_paid': [409, 'A payment of this invoice is under way. Please try again later.'],
  'invoice.other_taxes': [409, 'Other taxes are due at that address. Please ask us to credit this invoice.'],
  'recipient.exists': [409, 'Invoices already go to this address.'],
  'recipient.too_many': [409, 'Invoices go to ten more addresses already. Remove one to add another.'],
  'recipient.confirmed': [409, 'This address is confirmed already.'],
  'recipient.refused': [409, 'This address has asked not to get mail about this billing information.'],

  'card.missing': [409, 'Please add a card first.'],
  'card.exists': [409, 'This billing information already has a card.'],
  'card.declined': [400, 'Your card was declined.'],
  'card.expired': [400, 'Your card has expired.'],
  'card.insufficient_funds': [400, 'Your card has insufficient funds.'],
  'card.test_only': [400, 'Only the published test card numbers work here.'],
  'card.numbers_refused': [400, 'Card numbers are not accepted by this server.'],
  'card.gateway_down': [503, 'An error occurred while adding a creditCard.'],
  'card.in_use': [409, 'This card still pays for a site or clinic.'],
  'card.unconfirmed': [409, 'Your bank has not confirmed this card yet.'],
  'webhook.forged': [400, 'This message is not signed as it should be.'],
  'webhook.address': [400, 'Please give an https address that is open to the internet.'],
  'webhook.exists': [409, 'There is a webhook to this address already.'],
  'webhook.too_many': [409, 'There are five webhooks here. Remove one to add another.'],
  'webhook.off': [409, 'This webhook is off. Switch it on first.'],
} as const satisfies Record<string, readonly [status: number, sentence: string]>

export type ErrorCode = keyof typeof errors

/** What any call may be refused with, whatever it does: how it comes, its limits, and our own troubles. */
export const refusalsOfEveryCall = [
  'request.malformed',
  'request.host_invalid',
  'request.cross_site',
  'request.address_too_long',
  'request.misdirected',
  'limit.reached',
  'server.damaged',
  'server.failed',
  'server.unavailable',
  'server.busy',
] as const satisfies readonly ErrorCode[]

/** What only some calls are refused with: those that say so. */
export type OwnErrorCode = Exclude<ErrorCode, (typeof refusalsOfEveryCall)[number]>

/** One refused field: where and why, in words for the person who filled it in. */
export interface FieldError {
  field: string
  message: string
}
