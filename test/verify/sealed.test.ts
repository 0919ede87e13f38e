/** Definitions, accounts, rights and tags have seals: a change of them in the database is found and named. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { testServer } from '../server.ts'
import { faultsWhile, makeSealedObjects, sealFaults } from './sealing.ts'

const server = await testServer()
const { db } = server
const { ids, records, ehrId } = await makeSealedObjects(server)
const { call } = records

const at = (column: string, id: string) => `${column} = '${id}'`

interface Attack {
  readonly what: string
  readonly statements: readonly string[]
  /** `kind id what` of each fault. */
  readonly faults: readonly string[]
}

const changed = (kind: string, id: string) => `${kind} ${id} was changed in the database`
const added = (kind: string, id: string) => `${kind} ${id} was added in the database`
const removed = (kind: string, id: string) => `${kind} ${id} was removed in the database`

/** Changes of one column: kind, table, what to set, where. */
const CHANGES: readonly (readonly [kind: string, id: string, table: string, set: string, where: string])[] = [
  [
    'template',
    ids.template,
    'template',
    "opt = replace(opt, '1000.0', '9000.0')",
    at('template_id', ids.template),
  ],
  ['stored_query', ids.stored_query, 'stored_query', "q = q || ' LIMIT 1'", at('name', ids.stored_query)],
  [
    'datamap',
    ids.datamap,
    'datamap',
    "definition = replace(definition, 'systolic', 'diastole')",
    at('name', ids.datamap),
  ],
  ['client', ids.client, 'client', "scopes = '{api.read,api.admin}'", at('client_id', ids.client)],
  ['client', ids.client, 'client', 'jwks = \'{"keys": []}\'', at('client_id', ids.client)],
  ['client', ids.client, 'client_secret', "mac = decode('00', 'hex')", at('client_id', ids.client)],
  ['person', ids.person, 'person', "roles = '{administrator}'", at('person_id', ids.person)],
  ['person', ids.person, 'person', "assigned_roles = array['clinician']", at('person_id', ids.person)],
  ['person', ids.person, 'person_password', "hash = 'scrypt$1$1$1$a$b'", at('person_id', ids.person)],
  ['person', ids.person, 'invitation', 'used_at = null', at('person_id', ids.person)],
  ['role', ids.role, 'role', "rights = '{user/composition-**.cruds}'", at('name', ids.role)],
  [
    'subscription',
    ids.subscription,
    'subscription',
    "url = 'https://elsewhere.example.org'",
    at('subscription_id', ids.subscription),
  ],
  [
    'subscription',
    ids.subscription,
    'subscription',
    "scopes = '{api.read,api.admin}'",
    at('subscription_id', ids.subscription),
  ],
  [
    'published_datamap',
    ids.published_datamap,
    'datamap_reader',
    "role = 'everybody'",
    at('datamap', ids.published_datamap),
  ],
  [
    'published_datamap',
    ids.published_datamap,
    'published_datamap',
    "etag = 'y'",
    at('datamap', ids.published_datamap),
  ],
  [
    'assignment',
    ids.assignment,
    'assignment',
    'ends_at = null, starts_at = now()',
    at('assignment_id', ids.assignment),
  ],
]

const ofColumns: readonly Attack[] = CHANGES.map(([kind, id, table, set, where]) => ({
  what: `${table}: ${set.split(' ')[0]}`,
  statements: [`update cairn.${table} set ${set} where ${where}`],
  faults: [changed(kind, id)],
}))

/** Copies a row under another key. */
const plant = (table: string, row: string, set: string) =>
  `insert into cairn.${table} select p.* from cairn.${table} t,
     jsonb_populate_record(null::cairn.${table}, to_jsonb(t) || jsonb_build_object(${set})) p where t.${row}`

const planted: readonly Attack[] = [
  {
    what: 'a template',
    statements: [
      `insert into cairn.template (template_id, version, concept, archetype_id, opt, artefact_id)
       select 'planted', 1, concept, archetype_id, opt, 999 from cairn.template limit 1`,
    ],
    faults: [added('template', 'planted')],
  },
  {
    what: 'a second version of a template',
    statements: [
      `insert into cairn.template (template_id, version, concept, archetype_id, opt, artefact_id)
       select template_id, 2, concept, archetype_id, opt, artefact_id from cairn.template where ${at('template_id', ids.template)}`,
    ],
    faults: [changed('template', ids.template)],
  },
  {
    what: 'a stored query',
    statements: [plant('stored_query', at('name', ids.stored_query), "'name', 'planted'")],
    faults: [added('stored_query', 'planted')],
  },
  {
    what: 'a datamap',
    statements: [plant('datamap', at('name', ids.datamap), "'name', 'planted'")],
    faults: [added('datamap', 'planted')],
  },
  {
    what: 'a client',
    statements: [plant('client', at('client_id', ids.client), "'client_id', 'planted'")],
    faults: [added('client', 'planted')],
  },
  {
    what: 'a secret of a client',
    statements: [plant('client_secret', at('client_id', ids.client), "'slot', 2")],
    faults: [changed('client', ids.client)],
  },
  {
    what: 'a person',
    statements: [
      plant('person', at('person_id', ids.person), "'person_id', 'planted', 'user_handle', '\\x01'"),
    ],
    faults: [added('person', 'planted')],
  },
  {
    what: 'a passkey',
    statements: [
      `insert into cairn.passkey (credential_id, person_id, public_key, counter, transports, name)
       values ('planted', '${ids.person}', '\\x01', 0, '{}', 'planted')`,
    ],
    faults: [changed('person', ids.person)],
  },
  {
    what: 'the secret of an authenticator app',
    statements: [
      `insert into cairn.totp (person_id, secret, last_step) values ('${ids.person}', '\\x01', 0)`,
    ],
    faults: [changed('person', ids.person)],
  },
  {
    what: 'a recovery code',
    statements: [`insert into cairn.recovery_code (person_id, mac) values ('${ids.person}', '\\x01')`],
    faults: [changed('person', ids.person)],
  },
  {
    what: 'a role',
    statements: [plant('role', at('name', ids.role), "'name', 'planted'")],
    faults: [added('role', 'planted')],
  },
  {
    what: 'an assignment',
    statements: [
      plant(
        'assignment',
        at('assignment_id', ids.assignment),
        "'assignment_id', '00000000-0000-4000-8000-000000000001'",
      ),
    ],
    faults: [added('assignment', '00000000-0000-4000-8000-000000000001')],
  },
  {
    what: 'a subscription',
    statements: [
      plant(
        'subscription',
        at('subscription_id', ids.subscription),
        "'subscription_id', '00000000-0000-4000-8000-000000000001'",
      ),
    ],
    faults: [added('subscription', '00000000-0000-4000-8000-000000000001')],
  },
  {
    what: 'a reader of a published datamap',
    statements: [plant('datamap_reader', at('datamap', 'pressure'), "'role', 'planted'")],
    faults: [changed('published_datamap', 'pressure')],
  },
  {
    what: 'a key that signs tokens',
    statements: [
      `insert into cairn.signing_key (kid, state, public_jwk, private_key)
       select 'planted', 'retired', public_jwk, private_key from cairn.signing_key limit 1`,
    ],
    faults: [added('signing_key', 'planted')],
  },
  {
    what: 'a key that signs versions',
    statements: [
      `insert into cairn.record_key (kid, public_jwk) select 'planted', public_jwk from cairn.record_key limit 1`,
    ],
    faults: [added('record_key', 'planted')],
  },
  {
    what: 'a tag',
    statements: [
      `insert into cairn.item_tag (ehr_id, object_id, version, key, value, position)
       values ('${ehrId}', '${ids.tagged}', 0, 'planted', 'x', 9)`,
    ],
    faults: [`tags ${ids.tagged} were changed in the database`],
  },
  {
    what: 'a tag of an object that never had one',
    statements: [
      `insert into cairn.item_tag (ehr_id, object_id, version, key, value, position)
       select ehr_id, object_id, 0, 'planted', 'x', 1 from cairn.versioned_object
       where ehr_id = '${ehrId}' and kind = 'EHR_STATUS'`,
    ],
    faults: [`tags ${await statusOf(ehrId)} were added in the database`],
  },
]

async function statusOf(id: string): Promise<string> {
  return (await call(`GET /ehr/${id}`)).json().ehr_status.id.value.split('::')[0]
}

/** Tables of each kind, the first one with the object itself. */
const REMOVED: readonly (readonly [kind: string, id: string, tables: readonly string[], column: string])[] = [
  ['template', ids.template, ['template'], 'template_id'],
  ['stored_query', ids.stored_query, ['stored_query'], 'name'],
  ['datamap', ids.datamap, ['datamap'], 'name'],
  ['client', ids.client, ['client_secret', 'client'], 'client_id'],
  ['person', ids.person, ['passkey', 'person_password', 'invitation', 'person'], 'person_id'],
  ['role', ids.role, ['role'], 'name'],
  ['assignment', ids.assignment, ['assignment'], 'assignment_id'],
  ['subscription', ids.subscription, ['subscription'], 'subscription_id'],
  ['published_datamap', ids.published_datamap, ['published_datamap'], 'datamap'],
]

const gone = (tables: readonly string[], column: string, id: string) =>
  tables.map(table => `delete from cairn.${table} where ${at(column, id)}`)

const removals: readonly Attack[] = [
  ...REMOVED.map(([kind, id, tables, column]) => ({
    what: kind,
    statements: gone(tables, column, id),
    faults: [removed(kind, id)],
  })),
  {
    what: 'a password alone',
    statements: [`delete from cairn.person_password where ${at('person_id', ids.person)}`],
    faults: [changed('person', ids.person)],
  },
  {
    what: 'tags',
    statements: [`delete from cairn.item_tag where ${at('object_id', ids.tagged)}`],
    faults: [`tags ${ids.tagged} were changed in the database`],
  },
  {
    what: 'tags with their seal',
    statements: [
      `delete from cairn.item_tag where ${at('object_id', ids.tagged)}`,
      `update cairn.versioned_object set tag_revision = null, tag_seal = null where ${at('object_id', ids.tagged)}`,
    ],
    faults: [`tags ${ids.tagged} were set back to an earlier state in the database`],
  },
]

const both = `'${ids.tagged}', '${ids.otherTagged}'`

const swapped: readonly Attack[] = [
  {
    what: 'the secrets of two clients',
    statements: [
      `update cairn.client_secret s set mac = o.mac from cairn.client_secret o where
       s.client_id in ('${ids.client}', '${ids.otherClient}') and o.client_id in ('${ids.client}', '${ids.otherClient}')
       and o.client_id <> s.client_id`,
    ],
    faults: [ids.client, ids.otherClient].sort().map(id => changed('client', id)),
  },
  {
    what: 'the passwords of two people',
    statements: [
      `update cairn.person_password s set hash = o.hash from cairn.person_password o where o.person_id <> s.person_id
       and s.person_id in ('ana', 'ben') and o.person_id in ('ana', 'ben')`,
    ],
    faults: [changed('person', 'ana'), changed('person', 'ben')],
  },
  {
    what: 'the secrets of two subscriptions',
    statements: [
      `update cairn.subscription s set secret = o.secret from cairn.subscription o where o.subscription_id <> s.subscription_id
       and s.subscription_id in ('${ids.subscription}', '${ids.otherSubscription}')
       and o.subscription_id in ('${ids.subscription}', '${ids.otherSubscription}')`,
    ],
    faults: [ids.subscription, ids.otherSubscription].sort().map(id => changed('subscription', id)),
  },
  {
    what: 'the people of two assignments',
    statements: [
      `update cairn.assignment set person_id = case person_id when 'ana' then 'ben' else 'ana' end
       where assignment_id in ('${ids.assignment}', '${ids.otherAssignment}')`,
    ],
    faults: [ids.assignment, ids.otherAssignment].sort().map(id => changed('assignment', id)),
  },
  {
    what: 'tags of two objects, with their seals',
    statements: [
      `update cairn.item_tag s set value = o.value from cairn.item_tag o where o.object_id <> s.object_id
       and s.object_id in (${both}) and o.object_id in (${both})`,
      `update cairn.versioned_object s set tag_seal = o.tag_seal from cairn.versioned_object o
       where s.object_id in (${both}) and o.object_id in (${both}) and o.object_id <> s.object_id`,
    ],
    faults: [ids.tagged, ids.otherTagged].sort().map(id => `tags ${id} were changed in the database`),
  },
]

const SECTIONS = { changed: ofColumns, planted, removed: removals, swapped }

describe('what nobody touched', () => {
  it('is as it was sealed', async () => assert.deepEqual(await sealFaults(db), []))
})

for (const [how, attacks] of Object.entries(SECTIONS))
  describe(`found when it is ${how} in the database:`, () => {
    for (const { what, statements, faults } of attacks)
      it(what, async () => assert.deepEqual(await faultsWhile(db, statements), faults))
  })
