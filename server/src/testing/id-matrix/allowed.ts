import { isKnown, type Cell } from './cells.ts'

/*
 * The cells in which something is done or shown, and why that is right. Every other one is refused. What
 * the caller may not know of is refused whatever stands here, unless a line says `unknown`.
 */

interface Allowed {
  /** By the call's words: the endpoint, the fields with ids, the action. */
  call: RegExp
  field?: RegExp
  thing: RegExp
  caller: RegExp
  unknown?: true
  /** The tables that may be other than before; any where nothing is said. */
  writes?: RegExp
  /** Only where the call names nothing else that is somebody’s. */
  alone?: true
}

const tenant = '(?:site|clinic)'
/** Alice's places in any state but deleted. */
const anyPlace = new RegExp(`^${tenant}(?! deleted)`)
/** Those that a payer pays for, now and next, which Alice and Eli run. */
const ownPaid = `${tenant}(?: other| ending| paused| replanned)?`
const ownBillingEntity = /^payer (?:main|other|idle|cardless)$/

/** No table at all. */
export const nothing = /^$/

export const allowed: Readonly<Record<string, Allowed>> = {
  'It is Carol’s own, and nothing else in the call is anybody’s.': {
    call: /./,
    thing: /^foreign|foreign$|foreign deleted$|^carol$/,
    caller: /^carol$/,
    alone: true,
  },
  'It is Gus’s own payer, or what it pays for now or next.': {
    call: /^(?!create|update(?:Site|Clinic)|changeSubscriptionItem id(?:\+| pause| resume))/,
    thing: / (?:elsewhere|moving|where User)$/,
    caller: /^gus$/,
  },
  'Asked for by place, Gus is told what his own payer pays for it.': {
    call: /^list(?:Subscriptions|SubscriptionItems|PaidPlaces|Invoices) (?:site|clinic)_id$/,
    thing: / (?:paid elsewhere|paid where User|moving)$/,
    caller: /^gus$/,
    unknown: true,
  },
  'Ivy was invited there, too.': {
    call: /^(?:accept|decline|listReceived)/,
    thing: /^foreign .* invite/,
    caller: /^ivy$/,
  },
  'The same answer again: she has accepted it.': {
    call: /^accept/,
    thing: /invite accepted$/,
    caller: /^ivy$/,
    writes: nothing,
  },
  'Whoever belongs to a place reads there what rights.ts gives their role, whoever pays for it.': {
    call: /^(?:get|list|export)(?:Site|Clinic)/,
    thing: anyPlace,
    caller: /./,
  },
  'Whoever belongs to a payer reads there what rights.ts gives their role.': {
    call: /^(?:get|list|export)(?:BillingEntity|Card|Invoice|Receipt|PlanProposals)/,
    thing: /^(?:payer|card of|invoice of) (?:main|other|idle|cardless)$/,
    caller: /^(?:alice|eli|bob)$/,
  },
  'A User at a payer reads its name and card there, and no more.': {
    call: /^getBillingEntity /,
    thing: /^payer where User$/,
    caller: /./,
  },
  'Whoever runs a place sees what it costs, whoever pays.': {
    call: /^(?:getSubscription|listSubscriptions|listSubscriptionItems|listPaidPlaces)/,
    thing: new RegExp(`^(?:subscription of )?${tenant}`),
    caller: /^(?:alice|dora|eli)$/,
  },
  'Asked for by payer, the costs of the caller’s own places are told, and of no other place.': {
    call: /^(?:listSubscriptions|listSubscriptionItems|listPaidPlaces) billing_entity_id/,
    thing: /^payer/,
    caller: /^(?:alice|dora|eli)$/,
    unknown: true,
  },
  'Whoever runs the payer reads its invoices of a place, also of one that is deleted or moves away.': {
    call: /^listInvoice(?:s|Days)/,
    thing: new RegExp(`^${tenant}`),
    caller: /^(?:alice|eli)$/,
  },
  'Whoever runs a place or its payer may ask what a plan would cost its next payer.': {
    call: /^previewSubscriptionItem id\+plan_id/,
    thing: new RegExp(`^item of ${tenant}|plan$`),
    caller: /^(?:alice|dora|eli)$/,
  },
  'Whoever runs the place and another payer may ask what it would cost that one.': {
    call: /^previewSubscriptionItem/,
    field: /^billing_entity_id$/,
    thing: ownBillingEntity,
    caller: /^(?:alice|eli)$/,
  },
  'Whether a payer is offered to somebody is known to everybody who belongs to it.': {
    call: /^getBillingEntityHandOver/,
    thing: /^payer/,
    caller: /./,
  },
  'The same answer again: it is deleted.': {
    call: /^delete(?:Site|Clinic)/,
    thing: / deleted$/,
    caller: /^(?:alice|dora)$/,
    writes: nothing,
  },
  'Whoever owns a place proposes a plan to a payer that they do not run.': {
    call: /^propose(?:Site|Clinic)Plan/,
    thing: anyPlace,
    caller: /^(?:alice|dora)$/,
  },
  'Whoever runs the payer answers what is proposed to it.': {
    call: /^(?:accept|decline)PlanProposal/,
    thing: new RegExp(`^proposal of ${tenant} other$`),
    caller: /^(?:alice|eli)$/,
  },
  'Plans are anybody’s to read.': { call: /^getPlan(Price)? /, thing: /plan/, caller: /./ },
  'Everybody reads and writes about themselves.': {
    call: /^(?:get|update)(?:User|MailPreferences) /,
    thing: /^(?:alice|dora|eli|bob)$/,
    caller: /./,
  },
  'Activity can be asked for by who did it; only what was done at the caller’s own place is told.': {
    call: /Activity id\+who/,
    field: /^who$/,
    thing: /./,
    caller: /^(?:alice|dora|eli)$/,
  },
  'A cursor is a place in the caller’s own list, whatever has stood there.': {
    call: /Activity id\+/,
    field: /^after$/,
    thing: /./,
    caller: /^(?:alice|dora|eli)$/,
    unknown: true,
  },
  'A question that changes nothing: an id that is not the caller’s is answered as none at all.': {
    call: /^validateDomain/,
    thing: /./,
    caller: /./,
    unknown: true,
    writes: nothing,
  },
  'The mailed link proves who reads there; no account is needed.': {
    call: /^(?:lookUpInvoiceLink|confirmInvoiceRecipient|leaveInvoices)/,
    thing: /^recipient/,
    caller: /./,
    unknown: true,
  },
  'A card bears the id under which it was first tried.': {
    call: /^confirmCard/,
    thing: /^card of main$/,
    caller: /^alice$/,
    unknown: true,
  },
  'Who belongs to a place and what is on its list is its Owners’ and Admins’, whoever pays for it.': {
    call: /^(?:add|change|rename|remove|offer|withdraw|inviteTo|resend|revoke|check)(?:Site|Clinic)/,
    thing: /./,
    caller: /^(?:alice|dora|eli)$/,
  },
  'Who belongs to a payer is its Owners’ and Admins’.': {
    call: /^(?:add|change|remove|offer|withdraw|inviteTo|resend|revoke)BillingEntity/,
    thing: /^(?!payer where)/,
    caller: /^(?:alice|eli)$/,
  },
  'Everybody may leave.': {
    call: /^remove(?:Site|Clinic|BillingEntity)User/,
    thing: /^(?:site|clinic|payer|bob)/,
    caller: /^bob$/,
  },
  'Everybody who belongs to a place may launch it.': { call: /^createHandOff/, thing: anyPlace, caller: /./ },
  'A place is renamed by its Owners and Admins, whoever pays for it.': {
    call: /^update(?:Site|Clinic) id$/,
    thing: anyPlace,
    caller: /^(?:alice|dora|eli)$/,
  },
  'A place is deleted by its Owners: its payer pays no more.': {
    call: /^delete(?:Site|Clinic)/,
    thing: anyPlace,
    caller: /^(?:alice|dora)$/,
  },
  'It is there already: nothing changes.': {
    call: /^restore(?:Site|Clinic)/,
    thing: anyPlace,
    caller: /^(?:alice|dora)$/,
    writes: nothing,
  },
  'A place is restored by its Owners; where they do not run its payer, its plan ends with what is paid.': {
    call: /^restore(?:Site|Clinic)/,
    thing: / deleted$/,
    caller: /^dora$/,
  },
  'Whoever runs the payer sees what was invoiced to it, and what comes.': {
    call: /^getSpending billing_entity_id/,
    thing: ownBillingEntity,
    caller: /^(?:alice|eli)$/,
  },
  'Whoever runs the payer may have it pay.': {
    call: /^(?:create(?:Site|Clinic)|(?:add|setUp)Card)/,
    field: /^billing_entity_id$/,
    thing: ownBillingEntity,
    caller: /^(?:alice|eli)$/,
  },
  'The right plan, at a payer that Eli runs.': {
    call: /^create(?:Site|Clinic)/,
    field: /^plan_id$/,
    thing: /plan$/,
    caller: /^eli$/,
  },
  'Whoever owns the place and runs the payer that is named: whoever paid is relieved.': {
    call: /^update(?:Site|Clinic) id\+billing_entity_id/,
    thing: new RegExp(`${anyPlace.source}|${ownBillingEntity.source}`),
    caller: /^alice$/,
  },
  'It pays already: nothing changes.': {
    call: /^update(?:Site|Clinic) id\+billing_entity_id$/,
    thing: new RegExp(`^${tenant}(?: ending| fresh| paused| replanned)?$|^payer main$`),
    caller: /^(?:dora|eli)$/,
    writes: /^customers\.(?:sites|clinics)$|^platform\.audit$/,
  },
  'Whoever owns the place and runs both who pays now and who pays next.': {
    call: /^(?:update(?:Site|Clinic) id\+plan_id|changeSubscriptionItem id\+plan_id|changeSubscriptionItem id pause)$/,
    thing: new RegExp(`^(?:item of )?${ownPaid}$|^${tenant} fresh$`),
    caller: /^alice$/,
  },
  'Those who pay may always stop paying, and think better of it.': {
    call: /^changeSubscriptionItem id (?:remove|keep)$/,
    thing: new RegExp(`^item of (?:${ownPaid}|${tenant} moving)$`),
    caller: /^(?:alice|eli)$/,
  },
  'Whoever owns the place may choose any payer that she runs.': {
    call: /^(?:createSubscriptionItem|previewNewItem)/,
    field: /^billing_entity_id$/,
    thing: ownBillingEntity,
    caller: /^alice$/,
  },
  'Whoever runs a place or payer keeps its webhooks.': {
    call: /(?:Site|Clinic|BillingEntity)(?:Webhook|Deliveries)/,
    thing: new RegExp(`^webhook |${anyPlace.source}|${ownBillingEntity.source}`),
    caller: /^(?:alice|dora|eli)$/,
  },
  'Whoever runs a site or clinic keeps its keys.': {
    call: /(?:Site|Clinic)ApiKey/,
    thing: new RegExp(`^place key |${anyPlace.source}`),
    caller: /^(?:alice|dora|eli)$/,
  },
  'Whoever runs the payer keeps its cards, invoices and recipients.': {
    call: /^(?:update|remove|confirm)Card|^(?:pay|correct)Invoice|InvoiceRecipient|^resendBillingEmail|^(?:update|delete)BillingEntity/,
    thing: /^(?!.*where User)/,
    caller: /^(?:alice|eli)$/,
  },
}

/** Whether a line is about a cell, known or not. */
export const isAbout = ({ call, field = /./, thing, caller }: Allowed, cell: Cell): boolean =>
  call.test(cell.call.words) &&
  field.test(cell.slot.field) &&
  thing.test(cell.thing.name) &&
  caller.test(cell.caller)

/** The reason for which a cell may be granted, and the tables it may change; undefined: there is none. */
export function reasonOf(cell: Cell): { why: string; writes: RegExp } | undefined {
  for (const [why, line] of Object.entries(allowed))
    if (isAbout(line, cell) && (line.unknown ?? isKnown(cell)) && (!line.alone || isAlone(cell)))
      return { why, writes: line.writes ?? /./ }
  return undefined
}

const isAlone = ({ call }: Cell) =>
  call.slots.filter(({ kinds: [kind] }) => kind !== 'plan' && kind !== 'audit line').length === 1

/** Fields that are in the contract but can never be right there, and why. */
export const neverRight: Record<string, string> = {
  'inviteToBillingEntity hand_id': 'billing information has no list of people by name',
}
