import { askAgain } from '../lib/query.ts'
import { isNotFound } from '../lib/refusal.ts'
import { toast } from '../lib/toast.ts'

/** What somebody else has removed already needs no removing (false); what is there now is asked for. */
export async function unlessGone(command: Promise<unknown>): Promise<boolean> {
  try {
    await command
    return true
  } catch (error) {
    if (!isNotFound(error)) throw error
    askAgain()
    return false
  }
}

/** A command whose answer is a toast; what it was done to is asked for when it was not to be. */
export async function toldInToast(command: Promise<unknown>, done: string): Promise<void> {
  try {
    await command
    toast.success(done)
  } catch (error) {
    askAgain()
    toast.failure(error)
  }
}
