/** Follows the change feed under the session of the reader. */
import type { ChangeEvent, ChangesOptions } from '@cairn-ehr/client'
import { useEffect, useState } from 'react'
import { useCairn } from './use-session.ts'

export type TailFilter = Pick<ChangesOptions, 'type' | 'template_id' | 'ehr_id'>

export interface Tail {
  /** The newest first. */
  readonly events: readonly ChangeEvent[]
  /** The error that ended it. */
  readonly error: unknown
}

/** Events that are kept. */
const MOST = 200

/** Events that come within this time are shown together. */
const TOGETHER_MS = 200

const EMPTY: Tail = { events: [], error: undefined }

/** Events from now on; undefined: nothing is followed, and those that came stay. Another filter begins anew. */
export function useTail(filter: TailFilter | undefined): Tail {
  const cairn = useCairn()
  const [tail, setTail] = useState(EMPTY)
  const key = filter && JSON.stringify(filter)
  useEffect(() => {
    if (key === undefined) return undefined
    setTail(EMPTY)
    const stop = new AbortController()
    let waiting: ChangeEvent[] = []
    const show = () => {
      if (waiting.length === 0) return
      const newest = waiting.reverse()
      waiting = []
      setTail(({ events }) => ({ events: [...newest, ...events].slice(0, MOST), error: undefined }))
    }
    const timer = setInterval(show, TOGETHER_MS)
    const follow = async () => {
      const wanted = JSON.parse(key) as TailFilter
      for await (const event of cairn.changes({ ...wanted, after: 'now', signal: stop.signal }))
        waiting.push(event)
    }
    follow().catch(error => {
      if (!stop.signal.aborted) setTail(({ events }) => ({ events, error }))
    })
    return () => {
      stop.abort()
      clearInterval(timer)
      show()
    }
  }, [cairn, key])
  return tail
}
