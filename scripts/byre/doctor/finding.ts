/** How something stands, in words for whoever runs this installation. */
export interface Finding {
  about: string
  state: 'fine' | 'look' | 'wrong'
  says: string
  /** What to do; null: nothing. */
  remedy: string | null
}

export const fine = (about: string, says: string): Finding => ({ about, state: 'fine', says, remedy: null })

/** Nothing is broken, and it should be known. */
export const look = (about: string, says: string, remedy: string): Finding => ({
  about,
  state: 'look',
  says,
  remedy,
})

export const wrong = (about: string, says: string, remedy: string): Finding => ({
  about,
  state: 'wrong',
  says,
  remedy,
})
