/** The change feed of a process: positions for what is committed, and its readers. */
import type { Database } from '../db/index.ts'
import type { Jobs, ReadMetric } from '../observe/index.ts'
import { Refusal } from '../refusal/index.ts'
import { type FindGist, openGists } from './gist.ts'
import { openNumbering } from './numbering.ts'
import { openReaderClock, type ReaderClock } from './reader-clock.ts'
import { openReaderCount, type ReaderLimits } from './reader-count.ts'

export interface Feed {
  /** Gives positions to what was committed before the call, and returns the last one. */
  head(): Promise<number>
  readonly clock: ReaderClock
  /** For live queries and webhooks, which share their looks: the first change after a rest is found at once, and those that follow it together. */
  readonly looks: ReaderClock
  /** The gist of the changes after a place, read once for all that are there. */
  readonly gistAfter: FindGist
  /** Counts a reader until the returned function is called. Throws if there are too many. */
  enter(memberId: string): () => void
  metrics(): readonly ReadMetric[]
  /** Ends all readers. */
  endReaders(): void
  close(): void
}

export interface FeedNeeds {
  readonly db: Database
  readonly jobs: Jobs
  /** Readers that wait at a time. */
  readonly readers: ReaderLimits
  readonly failed: (error: unknown) => void
}

/** Changes reach those that follow them within a second, and a look and what follows it take a part of it. */
const GATHER_MS = 800

/** Without readers, positions are given at this interval, so that the first reader need not wait for a long round. */
const REST_MS = 2000

const tooMany = (): Refusal =>
  new Refusal('service.overloaded', 'As many readers wait for changes as the server allows.', [], {
    retryAfter: '5',
  })

const tooManyOfClient = (most: number): Refusal =>
  new Refusal(
    'changes.too_many',
    `You have ${most} readers of changes open already (CAIRN_CHANGE_READERS_PER_CLIENT): close some.`,
    [],
    { retryAfter: '5' },
  )

/** Follows the transactions of this cluster from its return on, even if a dump of another one was restored. */
export async function openFeed({ db, jobs, readers: limits, failed }: FeedNeeds): Promise<Feed> {
  const number = openNumbering(db)
  let last = 0
  let completeAt = performance.now()
  const head = async (): Promise<number> => {
    const askedAt = performance.now()
    last = await number()
    completeAt = askedAt
    return last
  }
  await head()
  const clock = openReaderClock({ head, failed })
  const looks = openReaderClock({ head, failed, gather: GATHER_MS })
  const stop = jobs.repeat({ name: 'change_feed', milliseconds: REST_MS, work: head, failed })
  const readers = openReaderCount(limits, { ofClient: tooManyOfClient, ofAll: tooMany })
  return {
    head,
    clock,
    looks,
    gistAfter: openGists(db),
    enter: readers.enter,
    metrics: () => [
      {
        name: 'cairn_change_feed_position',
        type: 'gauge',
        help: 'Last position of the change feed.',
        samples: [[last]],
      },
      {
        name: 'cairn_change_feed_lag_seconds',
        type: 'gauge',
        help: 'Time since all committed changes were in the change feed; at rest up to two seconds.',
        samples: [[(performance.now() - completeAt) / 1000]],
      },
      {
        name: 'cairn_change_feed_readers',
        type: 'gauge',
        help: 'Clients that read the change feed now.',
        samples: [[readers.count()]],
      },
    ],
    endReaders: () => {
      clock.close()
      looks.close()
    },
    close: () => {
      stop()
      clock.close()
      looks.close()
    },
  }
}
