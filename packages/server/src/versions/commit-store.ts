/** Writes commits and new EHRs: those of one moment in one statement, or one by one on the node of their EHR. */

import { type Database, type LimitedDatabase, type LimitedQueries, sql } from '../db/index.ts'
import { batchCalls, type KeyedLane, rowsAsLists } from '../db/writing/index.ts'
import {
  type CommitRows,
  type NewEhr,
  type OutcomeRow,
  type UsualCommit,
  type UsualEhr,
  type UsualParty,
  usualCommit,
  usualEhr,
  usualParty,
} from './commit-rows.ts'
import { commitOnNode, writeOnNode } from './dialect/citus.ts'
import { ehrInserts, NEW_EHR } from './dialect/rows.ts'
import {
  writeCommits,
  writeFounded,
  writeToNewEhrs,
  writeUsual,
  writeUsualEhrs,
  writeUsualParties,
} from './dialect/single.ts'
import { templateChanged } from './template-changed.ts'

/** The id of the audit event of a statement for one commit; undefined when nothing was written. */
function eventOf([outcome]: readonly OutcomeRow[]): number | undefined {
  if (outcome?.event_id === null) throw templateChanged()
  return outcome?.event_id
}

/** Returns the id of the commit's audit event; undefined if there is no such EHR or it is not modifiable: then nothing was written. */
export async function insertCommit(db: LimitedQueries, rows: CommitRows): Promise<number | undefined> {
  if (db.isDistributed) return commitOnNode(db, rows)
  return eventOf(await (rows.founds ? writeFounded : writeCommits)(db, [rows]))
}

/** Writes a commit as `insertCommit` does, together with those of the same moment. */
export type WriteCommit = (rows: CommitRows) => Promise<number | undefined>

const MOST = 8

/** A commit with more bytes than this is written by itself, so that others need not wait for it. */
const LARGE = 500_000

function isLarge({ versions }: CommitRows): boolean {
  let length = 0
  for (const { data, packed } of versions) length += packed?.length ?? data?.length ?? 0
  return length > LARGE
}

/** Writes items, several in one statement or one by itself; outcomes name items by their number. */
interface ItemWriter<Item> {
  readonly together: (items: readonly Item[]) => Promise<readonly OutcomeRow[]>
  readonly alone: (item: Item) => Promise<number | undefined>
}

/**
 * Writes concurrent items in one transaction, with the same result for each as if it were alone. An item that cannot be written
 * with the others, for whatever reason, is written or refused by itself.
 */
const writeTogether = <Item>({ together, alone }: ItemWriter<Item>): ItemWriter<Item>['alone'] =>
  batchCalls<Item, number | undefined>({
    most: MOST,
    run: async items => {
      const [only, ...others] = items
      if (only && others.length === 0) return [await alone(only)]
      const outcomes = await together(items)
      const events = new Map(outcomes.map(({ place, event_id }) => [place, event_id]))
      return items.map((item, at) => events.get(at + 1) ?? alone(item))
    },
  })

/** A commit by itself waits for its EHR, so it goes through `ehrLane`; several together wait for none. */
export function openCommitWriter(db: LimitedDatabase, ehrLane: KeyedLane): WriteCommit {
  const inTurn = <T>({ ehrId }: CommitRows, write: () => Promise<T>): Promise<T> =>
    ehrLane.run(ehrId, 'version.commit', write)
  // One node writes one commit; several EHRs in one transaction would need all their nodes to agree.
  if (db.isDistributed)
    return rows => inTurn(rows, () => db.transaction(queries => commitOnNode(queries, rows)))
  const alone: WriteCommit = rows => inTurn(rows, () => insertCommit(db, rows))
  const together = writeTogether({ together: commits => writeCommits(db, commits), alone })
  const founded = writeTogether<CommitRows>({
    together: commits => writeFounded(db, commits),
    alone: rows => insertCommit(db, rows),
  })
  const usual = writeTogether<UsualCommit>({
    together: commits => writeUsual(db, commits),
    alone: async commit => {
      const [outcome] = await inTurn(commit.rows, () => writeUsual(db, [commit]))
      return outcome?.event_id ?? alone(commit.rows)
    },
  })
  const parties = writeTogether<UsualParty>({
    together: commits => writeUsualParties(db, commits),
    alone: async party => {
      const [outcome] = await writeUsualParties(db, [party])
      return outcome?.event_id ?? insertCommit(db, party.rows)
    },
  })
  return rows => {
    if (isLarge(rows)) return alone(rows)
    if (rows.founds) {
      const party = usualParty(rows)
      return party ? parties(party) : founded(rows)
    }
    const form = usualCommit(rows)
    return form ? usual(form) : together(rows)
  }
}

const ehrLists = rowsAsLists<NewEhr>(NEW_EHR)
const addEhr = Object.entries(ehrInserts(ehrLists.from('e', 1))).map(([table, text]) =>
  sql<never, readonly unknown[]>({ name: `version.new.${table}`, text }),
)

/** Writes an EHR of any form, in a transaction. In a cluster its subject may be on another node: then both nodes agree to commit. */
export async function insertAnyEhr(db: LimitedQueries, given: NewEhr): Promise<number | undefined> {
  const values = ehrLists.values([given])
  for (const insert of addEhr) await db.execute(insert, values)
  return db.isDistributed
    ? writeOnNode(db, given.rows, true)
    : eventOf(await writeToNewEhrs(db, [given.rows]))
}

/** Returns the id of the audit event. Call it in a transaction. */
export async function insertNewEhr(db: LimitedQueries, given: NewEhr): Promise<number | undefined> {
  const usual = db.isDistributed ? undefined : usualEhr(given)
  return usual ? eventOf(await writeUsualEhrs(db, [usual])) : insertAnyEhr(db, given)
}

/** Writes a new EHR as `insertNewEhr` does, together with those of the same moment. */
export type NewEhrDoor = (ehr: NewEhr) => Promise<number | undefined>

export function openNewEhrDoor(db: Database): NewEhrDoor {
  const general: NewEhrDoor = ehr => db.transaction(queries => insertAnyEhr(queries, ehr))
  if (db.isDistributed) return general
  const usual = writeTogether<UsualEhr>({
    together: ehrs => writeUsualEhrs(db, ehrs),
    alone: async ehr => eventOf(await writeUsualEhrs(db, [ehr])),
  })
  return given => {
    const form = usualEhr(given)
    return form ? usual(form) : general(given)
  }
}
