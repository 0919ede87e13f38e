/** Every table is verified, or has a reason why it is not (decision 0145). A new table without either fails here. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from '../../packages/server/src/db/index.ts'
import { SEALED_KINDS } from '../../packages/server/src/seals/kinds.ts'
import { leftOutOnCitus } from '../citus/left-out.ts'
import { testServer } from '../server.ts'

/** By their signatures, or compared with signed documents, with the audit trail, or by its seals. */
const COMPARED = [
  'archetype',
  'archetype_path',
  'audit_act',
  'audit_actor',
  'audit_old_event',
  'audit_seal',
  'audit_trail',
  'contribution',
  'document_preset',
  'ehr',
  'ehr_subject',
  'episode',
  'erased_ehr',
  'erased_object',
  'item_tag',
  'path',
  'root',
  'shared_leaves',
  'state_seal',
  'version',
  'versioned_object',
  'party_reference',
  'person_entry',
]

const DERIVED = 'a server makes it again from what is verified'
const ENDS = 'it ends by itself within days'
const DELIVERY = 'it changes with each event that is sent'

const NOT_VERIFIED: Readonly<Record<string, string>> = {
  app_grant: 'it ends by itself: a chain of refresh tokens has an absolute end',
  audit_writer: 'it has numbers of batches, which say what was stored already',
  authorization_code: ENDS,
  authorization_request: ENDS,
  caller_name: 'it shortens names within versions, whose signatures are over the whole names',
  change: DERIVED,
  change_note: DERIVED,
  change_state: DERIVED,
  client_request: ENDS,
  consent: 'it spares a person a question, and gives no right',
  datamap_row: DERIVED,
  delivery: DELIVERY,
  dictionary_state: DERIVED,
  dictionary_suspect: DERIVED,
  distribution: 'migrations alone write it',
  draft: 'it is encrypted with its integrity, and is no record yet',
  fhir_export: ENDS,
  finding: 'it repeats what a check of the document finds',
  instance: 'the secret key does not open it if it was changed',
  launch: ENDS,
  logout_notice: ENDS,
  migration: 'migrations alone write it',
  object_claim: DERIVED,
  person_session: ENDS,
  refresh_token: ENDS,
  revoked_token: ENDS,
  sign_in_step: ENDS,
  signed_template: 'it has the names of templates of another server within its signatures',
  subscription_lane: DELIVERY,
  turn: 'it is the lock of jobs',
  used_id: ENDS,
}

const { db } = await testServer()

const tables = sql<{ name: string }>({
  name: 'test.allTables',
  text: `select distinct c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
         where n.nspname in ('cairn', 'cairn_party') and c.relkind in ('r', 'p') and not c.relispartition order by 1`,
})

it('each table is verified, sealed, or has a reason', {
  skip: leftOutOnCitus('the page of the schema'),
}, async () => {
  const sealed = Object.values(SEALED_KINDS).flatMap(kind => kind.tables.map(({ table }) => table))
  const known = [...new Set([...COMPARED, ...sealed, ...Object.keys(NOT_VERIFIED)])].sort()
  const found = (await db.query(tables)).map(({ name }) => name)
  assert.deepEqual(found.toSorted(), known)
  assert.deepEqual(
    Object.keys(NOT_VERIFIED).filter(name => sealed.includes(name) || COMPARED.includes(name)),
    [],
  )
})
