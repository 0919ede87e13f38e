/**
 * The tables, each described once: its place in a distributed database (decision 0064), and its columns where statements are printed
 * from them (decision 0096). A test compares the descriptions with the catalogue.
 */

export type Placement =
  /** On all nodes in parts, by the value of a column. Tables by EHR are divided in the same way, so that a node has all of an EHR. */
  | { readonly kind: 'by ehr'; readonly column: string }
  /** The same, divided in a way of its own. */
  | { readonly kind: 'by itself'; readonly column: string }
  /** Whole on every node, since statements on the nodes read it. */
  | { readonly kind: 'reference' }
  /** On the coordinator alone. */
  | { readonly kind: 'local' }

export interface Table {
  readonly place: Placement
  /** The type of each column, in the order of the printed statements; without columns that the database computes. */
  readonly columns: Readonly<Record<string, string>>
}

/** Reads `name type, name type`. */
const columnsIn = (text: string): Table['columns'] =>
  Object.fromEntries(text.split(/,\s*/).map(each => each.split(' ') as [name: string, type: string]))

const table =
  (place: Placement) =>
  (columns = ''): Table => ({ place, columns: columns === '' ? {} : columnsIn(columns) })

const byEhr = table({ kind: 'by ehr', column: 'ehr_id' })
const byObject = table({ kind: 'by ehr', column: 'object_id' })
const byBatch = table({ kind: 'by ehr', column: 'batch' })
const reference = table({ kind: 'reference' })
const local = table({ kind: 'local' })

/** Tables that others refer to come before those. */
export const TABLES = {
  template: reference(`template_key integer, template_id text, version integer, uid text, concept text,
    archetype_id text, opt text, created_at timestamptz, artefact_id integer`),
  archetype: reference(),
  dictionary_state: reference(),
  shared_leaves: reference(),
  // Events name them by number, wherever they are.
  audit_act: reference(),
  audit_actor: reference(),

  ehr: byEhr(`ehr_id uuid, system_id text, created_at timestamptz, status_id uuid, access_id uuid, directory_id uuid,
    default_episode_id uuid, is_modifiable boolean, is_queryable boolean, read_to timestamptz`),
  contribution: byEhr(
    'ehr_id uuid, contribution_id uuid, committed_at timestamptz, audit text, changed_in xid8',
  ),
  versioned_object:
    byEhr(`ehr_id uuid, object_id uuid, kind text, serial bigint, created_at timestamptz, merged_from uuid,
    episode_id uuid, artefact_id integer, tag_revision integer, tag_seal bytea`),
  version:
    byEhr(`ehr_id uuid, object_id uuid, version integer, kind text, system_id text, contribution_id uuid,
    committed_at timestamptz, commit_number bigint, change_type smallint, lifecycle smallint, template_key integer,
    other_inputs text[], envelope text, data text, preset_id bigint, packed bytea`),
  finding: byEhr('ehr_id uuid, object_id uuid, version integer, total integer, findings jsonb'),
  root: byEhr(`ehr_id uuid, commit_number bigint, num integer, cap integer, parent integer, via integer, at text,
    archetype_key integer, latest boolean, leaves jsonb, shared_key integer, event_path integer, event_time bigint`),
  item_tag: byEhr(`ehr_id uuid, object_id uuid, version integer, key text, target_path text, value text,
    position integer`),
  episode:
    byEhr(`ehr_id uuid, episode_id uuid, number bigint, name text, active boolean, urgency text, care_circuit text,
    starts_at timestamptz, starts_text text, ends_at timestamptz, ends_text text, deleted boolean`),
  erased_object: byEhr(
    `ehr_id uuid, object_id uuid, kind text, erased_at timestamptz, client_id text, reason text`,
  ),
  erased_ehr: byEhr('ehr_id uuid, erased_at timestamptz, client_id text, reason text, merged_into uuid'),
  change_note:
    byEhr(`ehr_id uuid, note_id uuid, number bigint, changed_in xid8, noted_at timestamptz, type text,
    subject text, client_id text, person text, detail jsonb`),
  // Divided by the id, so that one node says whether it is free.
  object_claim: byObject('object_id uuid, ehr_id uuid'),
  // The event of a commit has its EHR as its batch, so that a commit is the work of one node. The column comes with the distribution.
  audit_trail: byBatch(),
  audit_old_event: byBatch(),

  ehr_subject: table({ kind: 'by itself', column: 'subject_id' })(
    'namespace text, subject_id text, ehr_id uuid',
  ),

  app_grant: local(),
  archetype_path: local(),
  assignment:
    local(`assignment_id uuid, person_id text, kind text, ehr_id uuid, episode_id uuid, tag_key text,
    tag_value text, starts_at timestamptz, ends_at timestamptz, reason text, assigned_by text,
    assigned_at timestamptz, reviewed_by text, reviewed_at timestamptz, review text`),
  audit_seal: local(),
  audit_writer: local(),
  authorization_code: local(),
  authorization_request: local(),
  caller_name: local(),
  change: local('position bigint, ehr uuid, source_id uuid, is_note boolean, is_party boolean'),
  change_state: local(),
  client: local(`client_id text, name text, kind text, scopes text[], redirect_uris text[], jwks jsonb,
    jwks_uri text, requires_dpop boolean, basic_auth boolean, post_logout_redirect_uris text[],
    backchannel_logout_uri text, backchannel_logout_session_required boolean, vouched_by text,
    created_at timestamptz, disabled_at timestamptz, deleted_at timestamptz, last_used_at timestamptz,
    changed_in xid8`),
  client_request: local(),
  client_secret: local('client_id text, slot smallint, mac bytea, created_at timestamptz'),
  consent: local(),
  datamap: local(`name text, uid uuid, version integer, definition text, format text, template_id text,
    template_key integer, saved_at timestamptz, saved_by text`),
  datamap_reader: local('publication integer, role text, person_id text, reach text, datamap text'),
  datamap_row: local(),
  delivery: local(),
  dictionary_suspect: local(),
  distribution: local(),
  document_preset: local(),
  draft: local(),
  instance: local(),
  invitation: local('mac bytea, person_id text, expires_at timestamptz, used_at timestamptz'),
  launch: local(),
  logout_notice: local(),
  migration: local(),
  passkey: local(`credential_id text, person_id text, public_key bytea, transports text[], name text,
    created_at timestamptz, counter bigint, used_at timestamptz`),
  path: local(),
  person: local(`person_id text, name text, email text, roles text[], assigned_roles text[], provider text,
    subject text, user_handle bytea, fhir_user text, created_at timestamptz, disabled_at timestamptz,
    changed_in xid8`),
  fhir_export: local(),
  fhir_mapping: local('name text, version integer, text text, saved_at timestamptz, saved_by text'),
  person_password: local('person_id text, hash text, changed_at timestamptz'),
  person_session: local(),
  published_datamap: local(`publication integer, datamap text, without_identity boolean, definition text,
    format text, template_key integer, artefact_id integer, etag text, views text[], published_at timestamptz,
    filled_to bigint, next_to bigint, next_xid xid8, resets integer, checked_at timestamptz,
    compared_at timestamptz`),
  record_key: local('kid text, public_jwk jsonb, created_at timestamptz, private_key bytea'),
  recovery_code: local('person_id text, mac bytea'),
  refresh_token: local(),
  revoked_token: local(),
  role: local(
    `name text, description text, scopes text[], rights text[], deidentified boolean, assignable boolean`,
  ),
  sign_in_step: local(),
  signed_template: local(),
  signing_key: local(`kid text, state text, public_jwk jsonb, created_at timestamptz, retired_at timestamptz,
    private_key bytea`),
  state_seal: local(),
  stored_query: local(`name text, major integer, minor integer, patch integer, prerelease text, q text,
    saved_at timestamptz`),
  subscription:
    local(`subscription_id uuid, name text, url text, client_id text, person_id text, scopes text[],
    grant_id uuid, filter jsonb, with_content boolean, batch_size integer, signing text, secret bytea,
    previous_secret bytea, previous_until timestamptz, receiver_auth bytea, paused_at timestamptz,
    pause_reason text, position bigint, part bigint, mark text, attempts integer, failing_since timestamptz,
    next_at timestamptz, holder uuid, held_until timestamptz, created_at timestamptz, q text,
    query_parameters jsonb`),
  subscription_lane: local(`subscription_id uuid, position bigint, part bigint, attempts integer,
    failing_since timestamptz, next_at timestamptz`),
  totp: local('person_id text, secret bytea, last_step bigint'),
  turn: local(),
  used_id: local(),
} as const satisfies Readonly<Record<string, Table>>

export type TableName = keyof typeof TABLES

/** Columns of tables that only the schema of parties has, as far as they are sealed. */
export const PARTY_COLUMNS = {
  person_definition: columnsIn(
    'archetype_id text, definition jsonb, revision integer, saved_at timestamptz, saved_by text',
  ),
  person_link: columnsIn('ehr_id uuid, linked_ehr_id uuid, link_id uuid'),
  person_merge: columnsIn(
    'ehr_id uuid, into_id uuid, merge_id uuid, link_id uuid, merged_at timestamptz, client_id text, person text, reason text',
  ),
} as const satisfies Readonly<Record<string, Table['columns']>>

/** The type of a column. Throws if the table has no such column, so that a statement which names it is never made. */
export function typeOf(table: TableName, column: string): string {
  const { columns }: Table = TABLES[table]
  const type = columns[column]
  if (type === undefined) throw new Error(`cairn.${table} has no column ${column}`)
  return type
}
