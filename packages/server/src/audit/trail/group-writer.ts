/** Stores groups of events one after the other: at once if answers wait, otherwise after a short while; again after a failure. */
import { type EventGroup, type EventGroups, isUrgent } from './event-groups.ts'

/** An event that no answer waits for is stored at most about this long after it was recorded. */
const FLUSH_MS = 200
const RETRY_MS = 500
/** Part of the longest wait after which storing a group counts as failed until it is done: the table may be locked. */
const SLOW_PART = 2 / 3

export interface GroupWriter {
  /** Stores the group soon, and at once if it is urgent. */
  wake(group: EventGroup): void
  /** Stores at once, unless the last attempt failed: then it is repeated after a while. */
  flush(): void
  /** The last attempt failed, and none has succeeded since. */
  hasFailed(): boolean
  isSlow(): boolean
  /** Stores what waits. Stops at the first failure. */
  close(): Promise<void>
}

interface GroupWriterNeeds {
  readonly groups: EventGroups
  /** Returns the ids of the events. */
  readonly store: (group: EventGroup) => Promise<readonly number[]>
  readonly stored: (group: EventGroup, ids: readonly number[]) => void
  readonly longestWait: number
  readonly failed: (error: unknown) => void
}

export function openGroupWriter(needs: GroupWriterNeeds): GroupWriter {
  const { groups, store, stored, longestWait, failed } = needs
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> | undefined
  let writingSince = 0
  let hasFailed = false
  let closed = false

  const writeFirst = async (): Promise<void> => {
    const [group] = groups.all()
    if (!group) return
    group.isClosed = true
    writingSince = performance.now()
    const ids = await store(group)
    groups.removeFirst()
    hasFailed = false
    stored(group, ids)
  }
  /** Leaves a few events for later: storing them one by one would keep the database busy. */
  const writeUrgent = async (): Promise<void> => {
    do await writeFirst()
    while (groups.all().some(isUrgent))
  }
  const fail = (error: unknown): void => {
    hasFailed = true
    failed(error)
  }
  const schedule = (delay: number): void => {
    if (timer === undefined && !closed) timer = setTimeout(write, delay).unref()
  }
  const end = (delay: number): void => {
    writing = undefined
    if (groups.all().length > 0) schedule(delay)
  }
  const write = (): void => {
    clearTimeout(timer)
    timer = undefined
    writing ??= writeUrgent().then(
      () => end(FLUSH_MS),
      (error: unknown) => {
        fail(error)
        end(RETRY_MS)
      },
    )
  }
  return {
    wake: group => (isUrgent(group) && !hasFailed ? write() : schedule(FLUSH_MS)),
    flush: () => (hasFailed ? undefined : write()),
    hasFailed: () => hasFailed,
    isSlow: () => writing !== undefined && performance.now() - writingSince > longestWait * SLOW_PART,
    close: async () => {
      closed = true
      clearTimeout(timer)
      await writing
      hasFailed = false
      while (groups.all().length > 0 && !hasFailed) await writeFirst().catch(fail)
    },
  }
}
