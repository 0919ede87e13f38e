/** The reason why Cairn cannot start, as one sentence for the operator; printed without a stack. */
export class StartError extends Error {
  constructor(sentence: string) {
    super(sentence)
    this.name = 'StartError'
  }
}
