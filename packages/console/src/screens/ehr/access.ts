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
  readonly refused: number
  readonly events: readonly AuditEvent[]
}

const READS = new Set(['R', 'E'])

function add(line: AccessLine, event: AuditEvent): AccessLine {
  const isRefused = event.outcome !== 'success'
  const isRead = READS.has(event.action)
  return {
    ...line,
    reads: line.reads + (!isRefused && isRead ? 1 : 0),
    writes: line.writes + (!isRefused && !isRead ? 1 : 0),
    refused: line.refused + (isRefused ? 1 : 0),
    events: [...line.events, event],
  }
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
      events: [],
    }
    lines.set(key, add(line, event))
  }
  return [...lines.values()]
}
