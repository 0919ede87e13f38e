/** Follows a live query under the session of the reader. */
import { isCairnError, type LiveOptions, type LiveRows } from '@cairn-ehr/client'
import { useEffect, useRef, useState } from 'react'
import { useCairn } from './use-session.ts'

type Row = Readonly<Record<string, unknown>>

export interface LiveQuery extends Pick<LiveOptions, 'parameters' | 'ehrId'> {
  readonly q: string
}

/**
 * Calls `take` with the rows of a query, and again after each change of them; undefined: nothing is followed. Returns the error that ended it.
 * The stream is opened anew if the query changes.
 */
export function useLive(query: LiveQuery | undefined, take: (live: LiveRows<Row>) => void): unknown {
  const cairn = useCairn()
  const [error, setError] = useState<unknown>(undefined)
  const latest = useRef(take)
  latest.current = take
  const key = query && JSON.stringify(query)
  useEffect(() => {
    setError(undefined)
    if (key === undefined) return undefined
    const { q, ...options } = JSON.parse(key) as LiveQuery
    const stop = new AbortController()
    const follow = async () => {
      for await (const live of cairn.live(q, { ...options, signal: stop.signal })) latest.current(live)
    }
    follow().catch(failure => {
      if (!stop.signal.aborted) setError(isCairnError(failure) ? failure : new Error(String(failure)))
    })
    return () => stop.abort()
  }, [cairn, key])
  return error
}
