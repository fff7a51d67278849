import { t } from './words.ts'
/**
 * The catalogue: every refusal the product can give, its HTTP status and its sentence.
 * Sentences that were given are kept mail for mail (specification 7.4). Where there were two readings,
 * docs/decisions/ says which one is here.
 */
export const errors = {
  'request.malformed': [400, t`The request could not be read.`],
  'request.invalid': [400, t`Some of what was sent is not right.`],
  'request.in_progress': [409, t`This is already being done. Please wait a moment.`],
  'request.key_reused': [422, t`This idempotency key was used for something else.`],
  'request.host_invalid': [400, t`This request does not name one valid host.`],
  'request.timed_out': [408, t`This request took too long to arrive.`],
  'request.too_large': [413, t`That is more than can be sent at once.`],
  'request.address_too_long': [414, t`This address is longer than we read.`],
  'request.headers_too_large': [431, t`The headers of this request are longer than we read.`],
  'request.unsupported_type': [415, t`Please send a form or JSON.`],
  'request.method_not_allowed': [405, t`That cannot be done here.`],
  'request.cross_site': [403, t`This request came from another site.`],
  'request.misdirected': [421, t`Nothing answers under this name.`],
  'request.stale': [412, t`Somebody else changed this in the meantime.`],
  'limit.reached': [429, t`Too many attempts. Please try again later.`],
  'server.busy': [503, t`We are busy right now. Please try again in a moment.`],
  'server.unavailable': [503, t`We cannot reach our records right now. Please try again in a moment.`],
  'server.damaged': [
    500,
    t`Something stored here cannot be read. We were told of it; trying again does not help.`,
  ],
  'server.failed': [500, t`Something went wrong on our side. Nothing was lost; please try again.`],

  'session.required': [401, t`Please sign in.`],
  'session.reauth_required': [403, t`Please sign in again to continue.`],
  'session.password_reauth_required': [403, t`Please sign in again to change your password.`],
  'session.not_refreshed': [401, t`Could not authenticate with the server.`],
  'session.no_token': [401, t`No token currently set.`],

  'api_key.not_allowed': [403, t`A key cannot do this. Please sign in to do it.`],
  'api_key.scope_missing': [403, t`This key was made without the right to do this.`],
  'api_key.wrong_network': [403, t`This key cannot be used from this network.`],
  'api_key.too_many': [409, t`There are twenty keys here. Revoke one to make another.`],

  'staff.second_factor_missing': [
    403,
    t`The back office asks for a second factor. Set up an authenticator app or a passkey first.`,
  ],
  'job.not_waiting': [409, t`This job is under way or done: it can be neither tried again nor dropped.`],
  'visit.read_only': [403, t`This is a read-only visit.`],
  'visit.asked': [409, t`You have asked already. Take that question back to ask another.`],
  'visit.closed': [409, t`This can no longer be answered.`],

  'account.exists': [400, t`User with this email already registered`],
  'account.wrong_credentials': [401, t`Wrong email or password`],
  'account.wrong_password': [400, t`That is not your password.`],
  'account.wrong_email': [400, t`That is not the e-mail address of this account.`],
  'account.needed': [409, t`You are the last owner of something. Please hand it over or delete it first.`],
  'account.disabled': [403, t`This account is closed. Please write to us if you think this is a mistake.`],
  'account.unconfirmed': [403, t`User is not confirmed.`],
  'account.password_not_updated': [400, t`Account password was not updated.`],
  'code.wrong': [400, t`Incorrect confirmation code`],
  'second_factor.wrong_code': [400, t`That code is not right, or was used before.`],
  'second_factor.ticket_dead': [401, t`This took too long. Please sign in again.`],
  'second_factor.none': [409, t`Set up an app or a passkey first.`],
  'totp.exists': [409, t`An authenticator app is set up already.`],
  'totp.expired': [400, t`This took too long. Please start again.`],
  'passkey.refused': [400, t`That passkey was not accepted.`],
  'passkey.exists': [409, t`This passkey is in your account already.`],
  'passkey.too_many': [409, t`You have twenty passkeys. Remove one to add another.`],
  'link.dead': [400, t`This link no longer works.`],
  'reset.failed': [400, t`An error prevented resetting password.`],

  'event.id_taken': [409, t`Another event has this id.`],
  'event.not_voidable': [409, t`What was taken back stays taken back. Please record it again.`],
  'name.taken': [409, t`That name is taken already.`],
  'list.full': [409, t`This list is full.`],
  'ship_list.closed': [409, t`This ship list cannot be changed any more.`],
  'ship_list.empty': [409, t`There is no animal on this ship list.`],
  'ship_list.held': [409, t`Some of these animals may not ship. Take them off, or override their holds.`],
  'ship_list.not_held': [409, t`Nothing that can be overridden holds this animal.`],
  'ship_list.not_locked': [409, t`This ship list is not locked.`],

  'launch.expired': [400, t`The launch has expired. Please start it again.`],

  not_found: [404, t`That page cannot be found`],
  'role.insufficient': [403, t`Your role does not allow this.`],
  'subdomain.unavailable': [400, t`This subdomain is not available.`],
  'domain.invalid': [400, t`Domain must be valid to continue`],
  'domain.unavailable': [400, t`This domain is not available.`],
  'domain.taken': [409, t`Another site or clinic has proven this domain.`],
  'payer.right_missing': [
    403,
    t`Whoever will pay decides this. Propose the plan to them, or choose billing information that you run.`,
  ],
  'plan.required': [400, t`You must select a plan to continue.`],
  'billing_entity.unknown': [404, t`Please select billing information.`],
  'billing_entity.in_use': [409, t`This billing information is still used by a site or clinic.`],
  'place.read_only': [403, t`This place is read-only until its payment is settled.`],
  'place.stopped': [503, t`This place is stopped until its payment is settled.`],
  'place.last_owner': [409, t`A site needs at least one owner.`],
  'place.full': [409, t`No more people can be put on this list by name.`],
  'member.already': [409, t`This person belongs here already.`],
  'member.gone': [409, t`This can no longer be undone. Please invite them again.`],
  'member.owns_already': [409, t`This person is an owner already.`],
  'hand_over.closed': [409, t`This offer is no longer open.`],
  'invite.too_many': [409, t`Too many invitations are open here. Please take some of them back first.`],
  'invite.closed': [409, t`This invitation is no longer open.`],
  'invite.not_accepted': [409, t`Could not accept invite`],
  'invite.not_declined': [409, t`Could not decline invite.`],
  'product.disabled': [403, t`This is not offered here.`],
  'species.unknown': [400, t`Please choose what you raise.`],

  'proposal.not_needed': [409, t`You can choose this plan yourself.`],
  'proposal.closed': [409, t`This proposal is no longer open.`],

  'subscription.exists': [409, t`This site or clinic already has a plan.`],
  'subscription.not_possible': [409, t`That cannot be done with this plan now.`],

  'invoice.closed': [409, t`This invoice is not open any more.`],
  'invoice.not_correctable': [409, t`This invoice can no longer be corrected.`],
  'invoice.not_creditable': [409, t`This invoice cannot be credited that way.`],
  'invoice.being_paid': [409, t`A payment of this invoice is under way. Please try again later.`],
  'invoice.other_taxes': [409, t`Other taxes are due at that address. Please ask us to credit this invoice.`],
  'recipient.exists': [409, t`Invoices already go to this address.`],
  'recipient.too_many': [409, t`Invoices go to ten more addresses already. Remove one to add another.`],
  'recipient.confirmed': [409, t`This address is confirmed already.`],
  'recipient.refused': [409, t`This address has asked not to get mail about this billing information.`],

  'card.missing': [409, t`Please add a card first.`],
  'card.exists': [409, t`This billing information already has a card.`],
  'card.declined': [400, t`Your card was declined.`],
  'card.expired': [400, t`Your card has expired.`],
  'card.insufficient_funds': [400, t`Your card has insufficient funds.`],
  'card.test_only': [400, t`Only the published test card numbers work here.`],
  'card.numbers_refused': [400, t`Card numbers are not accepted by this server.`],
  'card.gateway_down': [503, t`An error occurred while adding a creditCard.`],
  'card.in_use': [409, t`This card still pays for a site or clinic.`],
  'card.unconfirmed': [409, t`Your bank has not confirmed this card yet.`],
  'webhook.forged': [400, t`This message is not signed as it should be.`],
  'webhook.address': [400, t`Please give an https address that is open to the internet.`],
  'webhook.exists': [409, t`There is a webhook to this address already.`],
  'webhook.too_many': [409, t`There are five webhooks here. Remove one to add another.`],
  'webhook.off': [409, t`This webhook is off. Switch it on first.`],
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
