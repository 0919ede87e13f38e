/** Keeps events in the journal, turn by turn of the event loop. */
import type { EventGroups } from './event-groups.ts'
import type { AuditJournal } from './journal.ts'
import { rowOf } from './store.ts'

/** Appends what the journal does not have yet. */
export function keepInJournal(journal: AuditJournal, groups: EventGroups): void {
  for (const group of groups.all()) {
    const { number, events, kept } = group
    if (kept === events.length) continue
    group.kept = events.length
    journal.append(number, events.slice(kept).map(rowOf))
  }
}

/** Requests that were read together end in one turn of the event loop: `end` runs once for them, and their answers share a promise. */
export function openTurns(end: () => Promise<boolean> | boolean): () => Promise<boolean> {
  let turn: Promise<boolean> | undefined
  return () => {
    turn ??= new Promise(resolve => {
      setImmediate(() => {
        turn = undefined
        resolve(end())
      })
    })
    return turn
  }
}
