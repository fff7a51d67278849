import { t } from '@byre/contract/words'
/** The questions that the help page answers, in its order; the search finds them by these words. */
export const helpTopics = [
  { id: 'first-day', title: t`What do I do on the first day?` },
  { id: 'invite', title: t`How do I invite people, and what may they do?` },
  { id: 'invited', title: t`I was invited. How do I get in?` },
  { id: 'address', title: t`How do I use my own web address?` },
  { id: 'trial', title: t`How does the free trial work?` },
  { id: 'declined', title: t`My card was declined. What happens now?` },
  { id: 'leaving', title: t`How do I cancel a subscription or leave?` },
  { id: 'restoring', title: t`I deleted something. Can I get it back?` },
  { id: 'export', title: t`How do I download my data?` },
  { id: 'contact', title: t`Who can I ask?` },
] as const

export type HelpTopic = (typeof helpTopics)[number]['id']
