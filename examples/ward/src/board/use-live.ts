/** A live query as a React hook: the rows, as they are now. */
import type { CairnClient, LiveOptions } from '@cairn-ehr/client'
import { useEffect, useState } from 'react'

interface Live<Row> {
  /** Undefined until the first answer has come. */
  readonly rows: readonly Row[] | undefined
  /** The query has ended for good; a lost connection is made again by the client. */
  readonly error: unknown
}

/** `parameters` is compared by its members, so a new object with the same values goes on with the same query. */
export function useLive<Row extends object>(
  cairn: CairnClient,
  q: string,
  parameters: LiveOptions['parameters'] = {},
): Live<Row> {
  const [live, setLive] = useState<Live<Row>>({ rows: undefined, error: undefined })
  const parametersText = JSON.stringify(parameters)
  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    const follow = async () => {
      setLive({ rows: undefined, error: undefined })
      for await (const { rows } of cairn.live<Row>(q, { parameters: JSON.parse(parametersText), signal }))
        setLive({ rows, error: undefined })
    }
    follow().catch(error => signal.aborted || setLive(({ rows }) => ({ rows, error })))
    return () => stop.abort()
  }, [cairn, q, parametersText])
  return live
}
