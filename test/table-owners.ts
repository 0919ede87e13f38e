/** The tables that the SQL of each folder of the server may write. */
import { withoutComments } from './imports.ts'

/** By folder. Only `versions` writes clinical data; `roots` writes the index over them. */
const OWNED: Readonly<Record<string, readonly string[]>> = {
  versions: [
    'ehr',
    'ehr_subject',
    'contribution',
    'versioned_object',
    'version',
    'document_preset',
    'episode',
    'item_tag',
    'finding',
    'erased_ehr',
    'erased_object',
    'record_key',
    'signed_template',
    'root',
    // Published datamaps follow erasures and merges.
    'published_datamap',
    // Apps and launches lose the context of an EHR that is erased.
    'app_grant',
    'launch',
    // The feed follows erasures and merges.
    'change',
    'change_note',
    'object_claim',
    // Of parties.
    'person_entry',
    'person_link',
    'person_merge',
    'party_reference',
    // Drafts go with their record and with their EHR.
    'draft',
  ],
  drafts: ['draft'],
  // Positions in the feed.
  events: ['change', 'change_state'],
  webhooks: ['subscription', 'subscription_lane', 'delivery'],
  roots: [
    'root',
    'shared_leaves',
    'archetype',
    'path',
    'archetype_path',
    'dictionary_suspect',
    'dictionary_state',
    'turn',
  ],
  // A template takes with it what names it; a distributed database has no foreign key that would.
  definitions: ['template', 'stored_query', 'signed_template'],
  datamap: ['datamap', 'published_datamap', 'datamap_reader', 'datamap_row'],
  fhir: ['fhir_mapping', 'fhir_export'],
  auth: [
    'client',
    'client_request',
    'client_secret',
    'signing_key',
    'instance',
    'authorization_request',
    'consent',
    'app_grant',
    'authorization_code',
    'refresh_token',
    'revoked_token',
    'used_id',
    'launch',
    'logout_notice',
  ],
  people: [
    'assignment',
    'caller_name',
    'person',
    'role',
    'person_password',
    'passkey',
    'recovery_code',
    'totp',
    'invitation',
    'person_session',
    'sign_in_step',
    // Drafts go with the account.
    'draft',
    // The access of apps ends with sessions, in the same transaction.
    'app_grant',
    // Subscriptions of the person are paused there.
    'subscription',
  ],
  audit: [
    'change_note',
    'audit_trail',
    'audit_old_event',
    'audit_act',
    'audit_actor',
    'audit_seal',
    'audit_writer',
  ],
  // The seal of an object's tags is in the row of the object.
  seals: ['state_seal', 'versioned_object'],
  // Events get their batches, and ids their claims, when a database is distributed.
  db: ['migration', 'distribution', 'audit_old_event', 'audit_trail', 'object_claim'],
}

/** Plain texts, and guarded ones with their tables. */
const WRITE =
  /\b(?:insert\s+into|update|delete\s+from|merge\s+into|truncate(?:\s+table)?)\s+(?:cairn\.|\$\{open\.)(\w+|\$\{)|\$\{(?:insertInto|update|deleteFrom)\.(\w+)/gi

/** The tables that a file of the folder writes and that are not its own. */
export function foreignTables(folder: string, text: string): readonly string[] {
  const owned = OWNED[folder] ?? []
  return [...withoutComments(text).matchAll(WRITE)]
    .map(([, plain, guarded = '']) => plain ?? guarded)
    .filter(table =>
      // The code around it puts in the name of the table: to print guarded statements, and in the only room that goes through all tables of an EHR.
      table === '${' ? folder !== 'versions' && folder !== 'access' : !owned.includes(table),
    )
}
