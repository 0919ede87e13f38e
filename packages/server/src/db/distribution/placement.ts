/** The place of each table in a distributed database (decision 0064), as data. A test compares the list with the catalogue. */

export type Placement =
  /** On all nodes in parts, by the value of a column. Tables by EHR are divided in the same way, so that a node has all of an EHR. */
  | { readonly kind: 'by ehr'; readonly column: string }
  /** The same, divided in a way of its own. */
  | { readonly kind: 'by itself'; readonly column: string }
  /** Whole on every node, since statements on the nodes read it. */
  | { readonly kind: 'reference' }
  /** On the coordinator alone. */
  | { readonly kind: 'local' }

const byEhr: Placement = { kind: 'by ehr', column: 'ehr_id' }
const reference: Placement = { kind: 'reference' }
const local: Placement = { kind: 'local' }

/** Tables that others refer to come before those. */
export const PLACEMENTS: Readonly<Record<string, Placement>> = {
  template: reference,
  archetype: reference,
  dictionary_state: reference,
  shared_leaves: reference,
  // Events name them by number, wherever they are.
  audit_act: reference,
  audit_actor: reference,

  ehr: byEhr,
  contribution: byEhr,
  versioned_object: byEhr,
  version: byEhr,
  finding: byEhr,
  root: byEhr,
  item_tag: byEhr,
  episode: byEhr,
  erased_object: byEhr,
  erased_ehr: byEhr,
  // The event of a commit has its EHR as its batch, so that a commit is the work of one node. The column comes with the distribution.
  audit_trail: { kind: 'by ehr', column: 'batch' },
  audit_old_event: { kind: 'by ehr', column: 'batch' },

  ehr_subject: { kind: 'by itself', column: 'subject_id' },

  app_grant: local,
  archetype_path: local,
  assignment: local,
  audit_seal: local,
  audit_writer: local,
  authorization_code: local,
  authorization_request: local,
  caller_name: local,
  client: local,
  client_request: local,
  client_secret: local,
  consent: local,
  datamap: local,
  datamap_reader: local,
  datamap_row: local,
  dictionary_suspect: local,
  distribution: local,
  document_preset: local,
  instance: local,
  invitation: local,
  launch: local,
  logout_notice: local,
  migration: local,
  passkey: local,
  path: local,
  person: local,
  person_password: local,
  person_session: local,
  published_datamap: local,
  record_key: local,
  recovery_code: local,
  refresh_token: local,
  revoked_token: local,
  role: local,
  sign_in_step: local,
  signed_template: local,
  signing_key: local,
  state_seal: local,
  stored_query: local,
  totp: local,
  turn: local,
  used_id: local,
}

const named = (kind: Placement['kind']): readonly string[] =>
  Object.entries(PLACEMENTS).flatMap(([table, placement]) => (placement.kind === kind ? [table] : []))

export const REFERENCE_TABLES = named('reference')
export const TABLES_BY_EHR = named('by ehr')
export const TABLES_BY_THEMSELVES = named('by itself')

/** All that the cluster knows of. */
export const SPREAD_TABLES: readonly string[] = [
  ...REFERENCE_TABLES,
  ...TABLES_BY_EHR,
  ...TABLES_BY_THEMSELVES,
]

export function columnOf(table: string): string {
  const placement = PLACEMENTS[table]
  if (!placement || !('column' in placement)) throw new Error(`the table ${table} is not divided`)
  return placement.column
}

/** Columns that PostgreSQL numbers by itself; a distributed table calls a sequence of the same name instead. */
export const NUMBERED_COLUMNS: readonly (readonly [table: string, column: string])[] = [
  ['template', 'template_key'],
  ['archetype', 'archetype_key'],
  ['shared_leaves', 'shared_key'],
  ['versioned_object', 'serial'],
  ['version', 'commit_number'],
  ['episode', 'number'],
  ['audit_act', 'act'],
  ['audit_actor', 'actor'],
]

/** Triggers of tables that the cluster knows of: it has none. Statements for a distributed database do their work. */
export const TRIGGERS: readonly (readonly [table: string, trigger: string])[] = [
  ['audit_old_event', 'audit_event_append_only'],
  ['audit_act', 'audit_append_only'],
  ['audit_actor', 'audit_append_only'],
  ['audit_trail', 'audit_append_only'],
]
