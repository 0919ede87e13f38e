/**
 * The steps that distribute parties (decision 0127). Their tables are divided by the id of the party in the same way as those of EHRs are by that of
 * the EHR, so that a party and the audit events of its commits, whose batch is its id, are on one node.
 */
import { PARTY_TABLES } from '../../access/index.ts'
import type { Queries } from '../database.ts'
import { checkOf, detailOf, distributeTable, each, once, removeLocalRows, type Step } from './step.ts'

const inSchema = (table: string): string => `cairn_party.${table}`

interface ForeignKey {
  readonly name: string
  readonly own: string
  readonly definition: string
}

const foreignKeys = once<ForeignKey>(`
  select c.conname as name, o.relname as own, pg_get_constraintdef(c.oid) as definition
  from pg_constraint c join pg_class o on o.oid = c.conrelid
  where c.contype = 'f' and c.conparentid = 0 and o.relnamespace = 'cairn_party'::regnamespace
  order by o.relname, c.conname`)

const DROPPING = 'party foreign keys'

const dropKey = (db: Queries, { own, name }: ForeignKey): Promise<number> =>
  db.execute(once(`alter table ${inSchema(own)} drop constraint "${name}"`))

const addKey = (db: Queries, { own, name, definition }: ForeignKey, how: string): Promise<number> =>
  db.execute(once(`alter table ${inSchema(own)} add constraint "${name}" ${definition}${how}`))

/** The step "foreign keys" of records drops it with the other keys to definitions, and makes only those of records again. */
const TEMPLATE_KEY: ForeignKey = {
  own: 'version',
  name: 'version_template_key_fkey',
  definition: 'foreign key (template_key) references cairn.template',
}

export const PREPARING_PARTIES: readonly Step[] = [
  {
    name: DROPPING,
    about: 'take foreign keys of parties away until their tables are divided',
    run: async db => {
      const keys = await db.query(foreignKeys)
      await each(keys, key => dropKey(db, key))
      return keys.filter(({ name }) => name !== TEMPLATE_KEY.name)
    },
  },
  {
    // A unique key has to have the column that divides the table: a lock of the coordinator does its work (`versions/companions/person-link-store.ts`).
    name: 'links of people',
    about: 'let EHRs be found by an index of links to people that is not unique',
    run: async db => {
      await db.execute(once('alter table cairn_party.person_link drop constraint person_link_ehr'))
      await db.execute(once('create index person_link_ehr on cairn_party.person_link (linked_ehr_id)'))
    },
  },
]

export const SPREADING_PARTIES: readonly Step[] = PARTY_TABLES.map(table => ({
  name: `party table ${table}`,
  about: `divide ${table} of parties by the id of the party`,
  run: db => distributeTable(db, inSchema(table), 'ehr_id', `colocate_with => 'cairn.ehr'`),
}))

/** Without it a database is distributed in part: one that was distributed before parties were has it left to do. */
export const LAST_OF_PARTIES = 'kept party foreign keys'

export const FINISHING_PARTIES: readonly Step[] = [
  {
    name: 'local party rows',
    about: 'remove the rows of parties that were copied to the nodes from the coordinator',
    run: db => each(PARTY_TABLES, table => removeLocalRows(db, inSchema(table))),
  },
  {
    name: LAST_OF_PARTIES,
    about: 'make foreign keys of parties again',
    phase: 'switched',
    run: async (db, options) => {
      const kept = (await detailOf(db, DROPPING)) as readonly ForeignKey[]
      await each([...kept, TEMPLATE_KEY], key => addKey(db, key, checkOf(options)))
    },
  },
]
