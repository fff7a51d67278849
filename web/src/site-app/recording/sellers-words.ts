/** Whether a withdrawal is still running, as whoever gave the animal says it. */
export const sellersAnswers = [
  { value: 'no', label: 'No' },
  { value: 'until', label: 'Yes, until a day' },
  { value: 'yes', label: 'Yes, and nobody knows how long' },
] as const
