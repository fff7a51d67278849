/** The questions that the help page answers, in its order; the search finds them by these words. */
export const helpTopics = [
  { id: 'first-day', title: 'What do I do on the first day?' },
  { id: 'invite', title: 'How do I invite people, and what may they do?' },
  { id: 'invited', title: 'I was invited. How do I get in?' },
  { id: 'address', title: 'How do I use my own web address?' },
  { id: 'trial', title: 'How does the free trial work?' },
  { id: 'declined', title: 'My card was declined. What happens now?' },
  { id: 'leaving', title: 'How do I cancel a subscription or leave?' },
  { id: 'restoring', title: 'I deleted something. Can I get it back?' },
  { id: 'export', title: 'How do I download my data?' },
  { id: 'contact', title: 'Who can I ask?' },
] as const

export type HelpTopic = (typeof helpTopics)[number]['id']
