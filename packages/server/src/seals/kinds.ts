/**
 * The sealed kinds of objects, as data (decision 0087): the tables with the rows of an object, and the columns that its seal covers.
 *
 * A member that is null is left out of a seal. So a column that is added later and is null in rows from before leaves their seals valid.
 */

/** The form in which a value is sealed, whatever the settings of the session: as JSON, time in UTC, bytes in hexadecimal, digest of a long text. */
type Form = 'json' | 'time' | 'bytes' | 'digest'

export interface SealedTable {
  readonly table: string
  /** The id of the object, as SQL over the columns of the table. */
  readonly owner: string
  readonly columns: Readonly<Record<string, Form>>
  /** Columns that change with use, or that others repeat. */
  readonly unsealed?: readonly string[]
}

export interface SealedKind {
  /** The first table has at least one row for each object. */
  readonly tables: readonly [SealedTable, ...SealedTable[]]
}

const OF_PERSON = { owner: 'person_id' }

export const SEALED_KINDS: Readonly<Record<string, SealedKind>> = {
  template: {
    tables: [
      {
        table: 'template',
        owner: 'template_id',
        columns: {
          template_key: 'json',
          template_id: 'json',
          version: 'json',
          uid: 'json',
          concept: 'json',
          archetype_id: 'json',
          opt: 'digest',
          created_at: 'time',
          artefact_id: 'json',
        },
      },
    ],
  },
  stored_query: {
    tables: [
      {
        table: 'stored_query',
        owner: 'name',
        columns: {
          name: 'json',
          major: 'json',
          minor: 'json',
          patch: 'json',
          prerelease: 'json',
          q: 'digest',
          saved_at: 'time',
        },
      },
    ],
  },
  datamap: {
    tables: [
      {
        table: 'datamap',
        owner: 'name',
        columns: {
          name: 'json',
          uid: 'json',
          version: 'json',
          definition: 'digest',
          format: 'json',
          template_id: 'json',
          template_key: 'json',
          saved_at: 'time',
          saved_by: 'json',
        },
      },
    ],
  },
  client: {
    tables: [
      {
        table: 'client',
        owner: 'client_id',
        columns: {
          client_id: 'json',
          name: 'json',
          kind: 'json',
          scopes: 'json',
          redirect_uris: 'json',
          jwks: 'json',
          jwks_uri: 'json',
          requires_dpop: 'json',
          basic_auth: 'json',
          post_logout_redirect_uris: 'json',
          backchannel_logout_uri: 'json',
          backchannel_logout_session_required: 'json',
          vouched_by: 'json',
          created_at: 'time',
          disabled_at: 'time',
          deleted_at: 'time',
        },
        unsealed: ['last_used_at', 'changed_in'],
      },
      {
        table: 'client_secret',
        owner: 'client_id',
        columns: { client_id: 'json', slot: 'json', mac: 'bytes', created_at: 'time' },
      },
    ],
  },
  person: {
    tables: [
      {
        table: 'person',
        ...OF_PERSON,
        columns: {
          person_id: 'json',
          name: 'json',
          email: 'json',
          roles: 'json',
          assigned_roles: 'json',
          provider: 'json',
          subject: 'json',
          user_handle: 'bytes',
          fhir_user: 'json',
          created_at: 'time',
          disabled_at: 'time',
        },
        unsealed: ['changed_in'],
      },
      {
        table: 'person_password',
        ...OF_PERSON,
        columns: { person_id: 'json', hash: 'json', changed_at: 'time' },
      },
      {
        table: 'passkey',
        ...OF_PERSON,
        columns: {
          credential_id: 'json',
          person_id: 'json',
          public_key: 'bytes',
          transports: 'json',
          name: 'json',
          created_at: 'time',
        },
        unsealed: ['counter', 'used_at'],
      },
      {
        table: 'totp',
        ...OF_PERSON,
        columns: { person_id: 'json', secret: 'bytes' },
        unsealed: ['last_step'],
      },
      { table: 'recovery_code', ...OF_PERSON, columns: { person_id: 'json', mac: 'bytes' } },
      {
        table: 'invitation',
        ...OF_PERSON,
        columns: { mac: 'bytes', person_id: 'json', expires_at: 'time', used_at: 'time' },
      },
    ],
  },
  role: {
    tables: [
      {
        table: 'role',
        owner: 'name',
        columns: {
          name: 'json',
          description: 'json',
          scopes: 'json',
          rights: 'json',
          deidentified: 'json',
          assignable: 'json',
        },
      },
    ],
  },
  assignment: {
    tables: [
      {
        table: 'assignment',
        owner: 'assignment_id::text',
        columns: {
          assignment_id: 'json',
          person_id: 'json',
          kind: 'json',
          ehr_id: 'json',
          episode_id: 'json',
          tag_key: 'json',
          tag_value: 'json',
          starts_at: 'time',
          ends_at: 'time',
          reason: 'json',
          assigned_by: 'json',
          assigned_at: 'time',
          reviewed_by: 'json',
          reviewed_at: 'time',
          review: 'json',
        },
      },
    ],
  },
  signing_key: {
    tables: [
      {
        table: 'signing_key',
        owner: 'kid',
        columns: {
          kid: 'json',
          state: 'json',
          public_jwk: 'json',
          created_at: 'time',
          retired_at: 'time',
        },
        // Sealed with the secret key, and so again with another one.
        unsealed: ['private_key'],
      },
    ],
  },
  record_key: {
    tables: [
      {
        table: 'record_key',
        owner: 'kid',
        columns: { kid: 'json', public_jwk: 'json', created_at: 'time' },
        unsealed: ['private_key'],
      },
    ],
  },
}

/** Kinds in the order in which they are verified. */
export const KIND_NAMES: readonly string[] = Object.keys(SEALED_KINDS)

export function kindOf(name: string): SealedKind {
  const kind = Object.hasOwn(SEALED_KINDS, name) ? SEALED_KINDS[name] : undefined
  if (!kind) throw new Error(`there is no sealed kind ${name}`)
  return kind
}
