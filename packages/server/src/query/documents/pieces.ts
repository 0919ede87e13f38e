/** Pieces of rows between who makes them and who reads them: read in order, to the end or to the error. */

export interface Pieces extends AsyncIterable<string> {
  add(piece: string): void
  /** With an error, what was not read yet is dropped: the error is what counts. */
  end(error?: unknown): void
}

/** `taken` is called for each piece that was read; `left` when the reader goes away before the end. */
export function openPieces(taken: () => void, left: () => void): Pieces {
  let waiting: string[] = []
  let ended = false
  let failure: { readonly error: unknown } | undefined
  let wake = () => {}

  async function* read(): AsyncGenerator<string> {
    try {
      for (;;) {
        if (failure) throw failure.error
        const piece = waiting.shift()
        if (piece !== undefined) {
          taken()
          yield piece
        } else if (ended) return
        else
          await new Promise<void>(resume => {
            wake = resume
          })
      }
    } finally {
      if (!ended) left()
    }
  }
  return {
    add: piece => {
      if (ended) return
      waiting.push(piece)
      wake()
    },
    end: error => {
      if (ended) return
      ended = true
      if (error !== undefined) {
        failure = { error }
        waiting = []
      }
      wake()
    },
    [Symbol.asyncIterator]: read,
  }
}
