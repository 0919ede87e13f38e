/** Something that was typed cannot be used; `verb` names whose help to look at. */
export class UsageError extends Error {
  readonly verb: string | undefined

  constructor(message: string, verb?: string) {
    super(message)
    this.name = 'UsageError'
    this.verb = verb
  }
}
