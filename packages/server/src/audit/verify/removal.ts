/** Checks a seal that says which part of the trail was removed against the event of the removal. */
import { type Queries, sql } from '../../db/index.ts'
import type { EventDetail } from '../event.ts'
import { keptSince } from '../retention/removal.ts'
import type { AnySeal } from '../seals/seal.ts'
import type { TrailFault } from './events.ts'

const detailOf = sql<{ detail: EventDetail | null }, [eventId: number]>({
  name: 'audit.detailOf',
  text: 'select detail from cairn.audit_event where event_id = $1',
})

/** `sealedBefore`: the time of the seal before it, in milliseconds since 1970; 0 if that is gone. */
export async function verifyRemoval(
  queries: Queries,
  seal: AnySeal,
  sealedBefore: number,
): Promise<readonly TrailFault[]> {
  // Seals of earlier versions have no event: theirs was sealed by itself.
  if (seal.form === 1 || seal.removed === null || seal.events.length === 0) return []
  const place = `seal ${seal.number}`
  const [row] = await queries.query(detailOf, [seal.events[0] ?? 0])
  const { before, months, seals } = row?.detail?.retention ?? {}
  if (months === undefined || before !== seal.removed.before || seals !== seal.removed.seals)
    return [{ place, what: 'says that events were removed, and its event does not say the same' }]
  return before > keptSince(sealedBefore, months)
    ? [{ place, what: `removed events that were younger than ${months} months by the seal before it` }]
    : []
}
