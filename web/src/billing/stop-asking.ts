import { kept } from '../lib/query.ts'

/** Ends the questions under way about something that was just deleted: the answer could only be that it is gone. */
export function stopAsking(id: string) {
  void kept.cancelQueries({ predicate: ({ queryKey }) => JSON.stringify(queryKey).includes(id) })
}
