/** The draft and the history of the workbench, as long as the page lives: a query may name a patient. */
import { createStore } from '../../store.ts'

export interface PastQuery {
  readonly q: string
  readonly at: Date
  readonly rows: number
}

const KEPT = 50

export const draft = createStore(`SELECT
  e/ehr_status/subject/external_ref/id/value AS patient,
  c/name/value AS record,
  c/context/start_time/value AS time
FROM EHR e CONTAINS COMPOSITION c
WHERE EXISTS c/context/start_time
ORDER BY c/context/start_time/value DESC`)

export const pastQueries = createStore<readonly PastQuery[]>([])

export function remember(q: string, rows: number): void {
  const others = pastQueries.get().filter(each => each.q !== q)
  pastQueries.set([{ q, at: new Date(), rows }, ...others].slice(0, KEPT))
}
