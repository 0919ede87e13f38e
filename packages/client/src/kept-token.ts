/** Keeps one good access token: asks for it when it is needed, and again before it ends. */

export interface TokenSource {
  get(): Promise<string>
  /** Forgets a token that the server did not take. */
  drop(token: string): void
}

export interface FreshToken {
  readonly value: string
  /** Its life, from now on. */
  readonly seconds: number
}

interface KeptToken {
  readonly value: string
  readonly renewAt: number
}

/** A token is renewed this long before it ends, so that none ends on its way; a short-lived one after nine tenths of its life. */
const MARGIN_SECONDS = 60

const marginOf = (seconds: number): number => Math.min(MARGIN_SECONDS, seconds / 10)

/** `first`: a token that is there already. */
export function keepToken(
  request: () => Promise<FreshToken>,
  now: () => number,
  first?: FreshToken,
): TokenSource {
  const kept = ({ value, seconds }: FreshToken): KeptToken => ({
    value,
    renewAt: now() + (seconds - marginOf(seconds)) * 1000,
  })
  let current = first && kept(first)
  let renewal: Promise<KeptToken> | undefined
  /** One renewal at a time: whoever comes meanwhile waits for it. */
  const renew = (): Promise<KeptToken> => {
    renewal ??= request()
      .then(token => {
        current = kept(token)
        return current
      })
      .finally(() => {
        renewal = undefined
      })
    return renewal
  }
  return {
    get: async () => (current && now() < current.renewAt ? current : await renew()).value,
    drop: token => {
      if (current?.value === token) current = undefined
    },
  }
}
