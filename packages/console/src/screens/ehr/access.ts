/** "Who saw this record": audit events as one line for each person and day. */
import type { AuditEvent } from '@cairn-ehr/client'
import { dayKey } from '../../display/time.ts'

export interface AccessLine {
  readonly key: string
  readonly day: string
  /** The person, or the client where the token named nobody. */
  readonly who: string
  readonly client: string
  readonly reads: number
  readonly writes: number
  /** Refused for the lack of a right. */
  readonly refused: number
  /** Without a result for another reason: nothing was found, or the request had a fault. */
  readonly failed: number
  /** Access that the person took in an emergency. That call reads and writes nothing. */
  readonly taken: number
  readonly events: readonly AuditEvent[]
}

const READS = new Set(['R', 'E'])

const TAKING = '/auth/v1/break-glass'

type Count = 'reads' | 'writes' | 'refused' | 'failed' | 'taken'

function countOf({ outcome, action, path }: AuditEvent): Count {
  if (outcome === 'denied') return 'refused'
  if (outcome !== 'success') return 'failed'
  if (path.endsWith(TAKING)) return 'taken'
  return READS.has(action) ? 'reads' : 'writes'
}

function add(line: AccessLine, event: AuditEvent): AccessLine {
  const count = countOf(event)
  return { ...line, [count]: line[count] + 1, events: [...line.events, event] }
}

export function accessLines(events: readonly AuditEvent[], zone?: string): AccessLine[] {
  const lines = new Map<string, AccessLine>()
  for (const event of events) {
    const day = dayKey(event.at, zone)
    const who = event.person ?? event.client_id
    const key = `${day} ${who} ${event.client_id}`
    const line = lines.get(key) ?? {
      key,
      day,
      who,
      client: event.client_id,
      reads: 0,
      writes: 0,
      refused: 0,
      failed: 0,
      taken: 0,
      events: [],
    }
    lines.set(key, add(line, event))
  }
  return [...lines.values()]
}
