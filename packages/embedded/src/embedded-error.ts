/** The way out that a person has, for the program to name in its own words (the setting, the command). */
export type Remedy =
  /** Use another data folder, or another account. */
  | 'other-folder'
  /** Use a PostgreSQL server that somebody else runs. */
  | 'own-server'
  /** Make the database first, or name the folder that has it. */
  | 'create-first'

/** The reason why there is no database, as one sentence for the person at the terminal. */
export class EmbeddedError extends Error {
  readonly remedy: Remedy | undefined

  constructor(sentence: string, remedy?: Remedy) {
    super(sentence)
    this.name = 'EmbeddedError'
    this.remedy = remedy
  }
}
