/**
 * The sealed kinds of objects, as data (decision 0087): the tables with the rows of an object. A seal covers their columns as `db/writing/tables.ts`
 * describes them.
 *
 * A member that is null is left out of a seal. So a column that is added later and is null in rows from before leaves their seals valid.
 */
import { PARTY_COLUMNS, TABLES } from '../db/writing/index.ts'

/** The form in which a value is sealed, whatever the settings of the session: as JSON, time in UTC, bytes in hexadecimal, digest of a long text. */
type Form = 'json' | 'time' | 'bytes' | 'digest'

export interface SealedTable {
  readonly schema: 'cairn' | 'cairn_party'
  readonly table: string
  /** The id of the object, as SQL over the columns of the table. */
  readonly owner: string
  readonly columns: Readonly<Record<string, Form>>
}

interface SealOptions {
  /** Columns with long texts. */
  readonly digests?: readonly string[]
  /** Columns that change with use, or that others repeat. */
  readonly unsealed?: readonly string[]
}

const FORM_OF_TYPE: Readonly<Record<string, Form>> = { timestamptz: 'time', bytea: 'bytes' }

/** All columns of the description are sealed but `unsealed`, in its order. */
function formsOf(
  described: Readonly<Record<string, string>>,
  { digests = [], unsealed = [] }: SealOptions,
): SealedTable['columns'] {
  const columns = Object.entries(described).filter(([name]) => !unsealed.includes(name))
  const formOf = (name: string, type: string): Form =>
    digests.includes(name) ? 'digest' : (FORM_OF_TYPE[type] ?? 'json')
  return Object.fromEntries(columns.map(([name, type]) => [name, formOf(name, type)]))
}

const sealed = (table: keyof typeof TABLES, owner: string, options: SealOptions = {}): SealedTable => ({
  schema: 'cairn',
  table,
  owner,
  columns: formsOf(TABLES[table].columns, options),
})

/** The id of a row stays in the chain of seals for ever, so it is not that of a person. */
const sealedOfParties = (table: keyof typeof PARTY_COLUMNS, owner: string): SealedTable => ({
  schema: 'cairn_party',
  table,
  owner,
  columns: formsOf(PARTY_COLUMNS[table], {}),
})

export interface SealedKind {
  /** The first table has at least one row for each object. */
  readonly tables: readonly [SealedTable, ...SealedTable[]]
}

export const SEALED_KINDS: Readonly<Record<string, SealedKind>> = {
  template: { tables: [sealed('template', 'template_id', { digests: ['opt'] })] },
  stored_query: { tables: [sealed('stored_query', 'name', { digests: ['q'] })] },
  datamap: { tables: [sealed('datamap', 'name', { digests: ['definition'] })] },
  published_datamap: {
    tables: [
      sealed('published_datamap', 'datamap', {
        digests: ['definition'],
        unsealed: ['filled_to', 'next_to', 'next_xid', 'resets', 'checked_at', 'compared_at'],
      }),
      sealed('datamap_reader', 'datamap'),
    ],
  },
  fhir_mapping: { tables: [sealed('fhir_mapping', 'name', { digests: ['text'] })] },
  client: {
    tables: [
      sealed('client', 'client_id', { unsealed: ['last_used_at', 'changed_in'] }),
      sealed('client_secret', 'client_id'),
    ],
  },
  person: {
    tables: [
      sealed('person', 'person_id', { unsealed: ['changed_in'] }),
      sealed('person_password', 'person_id'),
      sealed('passkey', 'person_id', { unsealed: ['counter', 'used_at'] }),
      sealed('totp', 'person_id', { unsealed: ['last_step'] }),
      sealed('recovery_code', 'person_id'),
      sealed('invitation', 'person_id'),
    ],
  },
  role: { tables: [sealed('role', 'name')] },
  assignment: { tables: [sealed('assignment', 'assignment_id::text')] },
  person_link: { tables: [sealedOfParties('person_link', 'link_id::text')] },
  person_merge: { tables: [sealedOfParties('person_merge', 'merge_id::text')] },
  person_definition: { tables: [sealedOfParties('person_definition', 'archetype_id')] },
  // The seal has the address, the owner and the filter. Progress is left out, since each event that is sent changes it.
  subscription: {
    tables: [
      sealed('subscription', 'subscription_id::text', {
        unsealed: [
          'paused_at',
          'pause_reason',
          'position',
          'part',
          'mark',
          'attempts',
          'failing_since',
          'next_at',
          'holder',
          'held_until',
        ],
      }),
    ],
  },
  // Private keys are sealed with the secret key, and so again with another one.
  signing_key: { tables: [sealed('signing_key', 'kid', { unsealed: ['private_key'] })] },
  record_key: { tables: [sealed('record_key', 'kid', { unsealed: ['private_key'] })] },
}

/** Kinds in the order in which they are verified. */
export const KIND_NAMES: readonly string[] = Object.keys(SEALED_KINDS)

export function kindOf(name: string): SealedKind {
  const kind = Object.hasOwn(SEALED_KINDS, name) ? SEALED_KINDS[name] : undefined
  if (!kind) throw new Error(`there is no sealed kind ${name}`)
  return kind
}
