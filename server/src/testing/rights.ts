/*
 * Who may do what, as the whole product answers it: specification 4, cell by cell. Read it
 * beside `customers/roles.policy.ts`. `{}` stands for Site, Clinic or BillingEntity. The place's payer,
 * where it has one, gives everybody the same role as the place. `none` is a list with nothing in it.
 *
 * 401 nobody is signed in · 404 not there, as far as they can know · 403 a member without the right ·
 * 409 may, but it cannot be done so
 */

export const actors = ['anonymous', 'stranger', 'staff', 'User', 'Admin', 'Owner'] as const
export type RightsActor = (typeof actors)[number]

const ofEveryPlace = `
  make a User an Admin         change{}UserRole        401  404  404  403  200  200
  make an Admin a User         change{}UserRole        401  404  404  403  200  200
  make a User an Owner         change{}UserRole        401  404  404  403  403  200
  make an Owner an Admin       change{}UserRole        401  404  404  403  403  200
  make oneself an Owner        change{}UserRole        401  404  404  403  403  200
  remove a User                remove{}User            401  404  404  403  200  200
  remove an Admin              remove{}User            401  404  404  403  200  200
  remove an Owner              remove{}User            401  404  404  403  403  200
  leave                        remove{}User            401  404  404  200  200  200
  see what was done            list{}Activity          401  404  404  403  200  200
  take what was done as a table  export{}Activity      401  404  404  403  200  200
  see the offer to another     get{}HandOver           401  404  404  200  200  200
  offer it to another          offer{}HandOver         401  404  404  403  403  201
  take the offer back          withdraw{}HandOver      401  404  404  403  403  200
  accept an offer to oneself   accept{}HandOver        401  404  404  200  200  409
  decline an offer to oneself  decline{}HandOver       401  404  404  200  200  409
  accept another’s offer       accept{}HandOver        401  404  404  409  409  409
  decline another’s offer      decline{}HandOver       401  404  404  409  409  409
  invite a User                inviteTo{}              401  404  404  403  201  201
  invite an Admin              inviteTo{}              401  404  404  403  201  201
  see who was invited          list{}Invites           401  404  404  403  200  200
  change an invitation’s role  change{}Invite          401  404  404  403  200  200
  send an invitation again     resend{}Invite          401  404  404  403  200  200
  take an invitation back      revoke{}Invite          401  404  404  403  200  200
`

const ofSitesAndClinics = `
  see it                       get{}                   401  404  404  200  200  200
  see who belongs to it        list{}Users             401  404  404  200  200  200
  launch it                    createHandOff           401  404  404  201  201  201
  edit its name                update{}                401  404  404  403  200  200
  change its subdomain         update{}                401  404  404  403  403  200
  give it a domain             update{}                401  404  404  403  403  200
  change its plan              update{}                401  404  404  403  403  200
  change who pays              update{}                401  404  404  403  403  200
  delete it                    delete{}                401  404  404  403  403  200
  restore it                   restore{}               401  404  404  403  403  200
  see how its domain stands    get{}Domain             401  404  404  200  200  200
  look its domain up           check{}Domain           401  404  404  403  200  200
  put a hand on the list       add{}Hand               401  404  404  403  201  201
  rename a hand                rename{}Hand            401  404  404  403  200  200
  take a hand off the list     remove{}Hand            401  404  404  403  200  200
  see its subscription         getSubscription         401  404  404  404  200  200
  list what it costs           listSubscriptionItems   401  none none none 200  200
  choose a plan again          createSubscriptionItem  401  404  404  403  403  409
  see what a plan would cost   previewSubscriptionItem 401  404  404  403  200  200
  choose another plan          changeSubscriptionItem  401  404  404  403  403  200
  stop its subscription        changeSubscriptionItem  401  404  404  403  200  200
  see what plan is proposed    get{}PlanProposal       401  404  404  403  200  200
  propose a plan they may choose  propose{}Plan        401  404  404  403  403  409
  propose a plan to whoever pays  propose{}Plan        401  404  404  403  403  201
  take back no proposal        withdraw{}PlanProposal  401  404  404  403  403  409
  take a proposal back         withdraw{}PlanProposal  401  404  404  403  403  200
  accept a plan that they are to pay  acceptPlanProposal  401  404  404  403  200  200
  decline a plan that they are to pay  declinePlanProposal  401  404  404  403  200  200
  accept a plan that others are to pay  acceptPlanProposal  401  404  404  404  403  403
  decline a plan that others are to pay  declinePlanProposal  401  404  404  404  403  403
`

const ofBillingEntities = `
  see it                       get{}                   401  404  404  200  200  200
  see who belongs to it        list{}Users             401  404  404  403  200  200
  edit its name                update{}                401  404  404  403  200  200
  delete it                    delete{}                401  404  404  403  403  200
  delete it while it pays      delete{}                401  404  404  403  403  409
  add someone known            add{}User               401  404  404  403  201  201
  have it pay for a new site   createSite              401  404  404  403  201  201
  have it pay for a new clinic  createClinic           401  404  404  403  201  201
  add a card                   addCard                 401  404  404  403  201  201
  see its card                 getCard                 401  404  404  404  200  200
  list its cards               listCards               401  none none none 200  200
  change its card              updateCard              401  404  404  403  200  200
  remove its card              removeCard              401  404  404  403  200  200
  stop paying for a place      changeSubscriptionItem  401  404  404  403  200  200
  see who gets its invoices    listInvoiceRecipients   401  404  404  404  200  200
  have them sent elsewhere too  addInvoiceRecipient    401  404  404  403  201  201
  ask an address again         resendInvoiceRecipient  401  404  404  403  200  200
  ask its own address again    resendBillingEmail      401  404  404  403  200  200
  see what plans are proposed  listPlanProposals       401  404  404  403  200  200
  accept a plan that they are to pay  acceptPlanProposal  401  404  404  403  200  200
  decline a plan that they are to pay  declinePlanProposal  401  404  404  403  200  200
  stop sending them there      removeInvoiceRecipient  401  404  404  403  200  200
  take its invoices as a table  exportInvoices         401  404  404  404  200  200
`

export interface Right {
  what: string
  /** The endpoint’s name, with `{}` for the kind. */
  endpoint: string
  answers: string[]
}

const read = (table: string): Right[] =>
  table
    .trim()
    .split('\n')
    .map((line) => {
      const [, what = '', endpoint = '', answers = ''] = /^ *(.+?) {2,}(\S+) +(.+)$/.exec(line) ?? []
      return { what, endpoint, answers: answers.trim().split(/ +/) }
    })

export const rights = {
  site: [...read(ofSitesAndClinics), ...read(ofEveryPlace)],
  clinic: [...read(ofSitesAndClinics), ...read(ofEveryPlace)],
  billing_entity: [...read(ofBillingEntities), ...read(ofEveryPlace)],
}
