/** Commits one contribution to several parties, all or none: each is a record of its own, with its part of the contribution (decision 0100). */
import { setImmediate } from 'node:timers/promises'
import { guarded, seen } from '../../access/index.ts'
import { type LimitedQueries, sql } from '../../db/index.ts'
import type { EhrId } from '../../ids/index.ts'
import { Refusal } from '../../refusal/index.ts'
import {
  BETWEEN_TURNS,
  type CommitNeeds,
  type Companion,
  commitTime,
  explainRefusal,
  laterEntries,
  prepare,
  writeAll,
} from '../commit.ts'
import { insertCommit } from '../commit-store.ts'
import type { Commit, Committed } from '../model.ts'
import { findReadTime } from '../read-time.ts'
import { referenceChecks } from './reference-check.ts'

/** A party was not there, or it was read as of the time of the commit or later. */
class NotWritten extends Error {
  readonly readTo: number | undefined

  constructor(readTo: number | undefined) {
    super('a part of the contribution was not written')
    this.readTo = readTo
  }
}

export interface PartiesCommit {
  /** One for each party, all of the same contribution. */
  readonly parts: readonly Commit[]
  readonly companions: readonly Companion[]
  /** The client has chosen the id of the contribution. */
  readonly isIdChosen: boolean
  /** Like `beforeWrite` of `Commit`: called once, before all parts are written. */
  readonly beforeWrite: (committed: Committed) => void
}

/** In one order, so that two contributions never wait for each other. In a cluster the coordinator has the locks. */
const lockParties = sql<unknown, [ids: readonly EhrId[]]>({
  name: 'contribution.lockParties',
  waitsForLocks: true,
  text: guarded`select pg_advisory_xact_lock(hashtextextended('cairn.object ' || o.id, 0))
         from (select id from unnest($1::text[]) id order by id offset 0) o`,
})

const lockContribution = sql<unknown, [contributionId: string]>({
  name: 'contribution.lockUid',
  text: guarded`select pg_advisory_xact_lock(hashtextextended('cairn.contribution ' || $1::text, 0))`,
})

const countParts = sql<{ parts: number }, [contributionId: string]>({
  name: 'contribution.countParts',
  seesAll: 'ids are unique across all parties, and the answer says no more than that one is taken',
  text: guarded`select count(*)::integer as parts from ${seen.contribution()} where contribution_id = $1`,
})

/** Refuses the commit of a contribution to so many parties if another one has its id, which the client has chosen. */
async function refuseOtherParts(
  queries: LimitedQueries,
  contributionId: string,
  parts: number,
): Promise<void> {
  await queries.query(lockContribution, [contributionId])
  const [found] = await queries.query(countParts, [contributionId])
  if (found?.parts !== parts)
    throw new Refusal('contribution.exists', 'There is already a contribution with this id.')
}

/** Returns undefined if one of the parties is not there. */
export async function commitToParties(
  needs: CommitNeeds,
  wanted: PartiesCommit,
): Promise<Committed | undefined> {
  for (const part of wanted.parts) await needs.guard?.(part)
  needs.quota?.requireRoomFor(wanted.parts.flatMap(({ changes }) => changes))
  for (let readTo = 0; ; )
    try {
      return await commitAfter(needs, wanted, readTo)
    } catch (error) {
      if (!(error instanceof NotWritten)) throw error
      if (error.readTo === undefined) return undefined
      readTo = error.readTo
    }
}

async function commitAfter(
  needs: CommitNeeds,
  { parts, companions, isIdChosen, beforeWrite }: PartiesCommit,
  readTo: number,
): Promise<Committed> {
  const time = commitTime(
    parts.flatMap(part => part.changes),
    needs.now(),
    readTo,
  )
  const prepared: (Awaited<ReturnType<typeof prepare>> & { readonly part: Commit })[] = []
  for (const part of parts) {
    if (prepared.length > 0 && prepared.length % BETWEEN_TURNS === 0) await setImmediate()
    prepared.push({ part, ...(await prepare(part, { ...needs, now: () => time.getTime() })) })
  }
  const [first] = prepared
  if (!first) throw new Error('a contribution has at least one version')
  const versions = prepared.flatMap(({ committed }) => committed.versions)
  const committed = { ...first.committed, versions }
  beforeWrite(committed)
  let writing = first.part
  try {
    const written = await needs.db.transaction(async queries => {
      const events: (() => void)[] = []
      await queries.query(lockParties, [parts.map(({ ehrId }) => ehrId)])
      for (const { part, rows } of prepared) {
        writing = part
        const eventId = await insertCommit(queries, rows)
        if (eventId === undefined) throw new NotWritten(await findReadTime(queries, part.ehrId, time))
        events.push(() => part.entry.stored(eventId, rows.event))
      }
      await writeAll(queries, [
        ...companions,
        ...parts.flatMap(part => laterEntries(needs, part)),
        ...referenceChecks(
          parts.flatMap(part => part.changes),
          at => `versions[${at}]/data`,
        ),
      ])
      if (isIdChosen) await refuseOtherParts(queries, committed.contributionId, parts.length)
      return events
    })
    for (const stored of written) stored()
    return committed
  } catch (error) {
    throw await explainRefusal(needs.db, writing, error)
  }
}
