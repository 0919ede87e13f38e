/** Verbs of the operator: they read the settings and open the database, so the server's own program runs them. */
import { verb } from '../command/verb.ts'

const PERSON_ID = [{ name: 'id', about: 'the id of the person' }] as const

const ASSIGNMENT_ID = [{ name: 'id', about: 'the id of the assignment' }] as const

const REASON = { type: 'string', value: 'text', about: 'why' } as const

const ROLE_NAME = [{ name: 'name', about: 'the name of the role' }] as const

const ROLE = {
  description: { type: 'string', value: 'text', about: 'in plain words' },
  right: {
    type: 'string',
    value: 'right',
    about: 'in the notation of scopes: user/composition-<template>.rs; may be repeated',
    multiple: true,
  },
  scopes: { type: 'string', value: 'scopes', about: 'by comma: scopes that hold for everything' },
  assignable: { type: 'boolean', about: 'can be held to assigned EHRs' },
  deidentified: { type: 'boolean', about: 'records are seen without identity' },
} as const

const SPREADING = {
  yes: { type: 'boolean', about: 'do it' },
  shards: { type: 'string', value: 'n', about: 'parts of each table (default: 32)' },
} as const

const PERSON = {
  name: { type: 'string', value: 'name', about: 'the name of the person' },
  email: { type: 'string', value: 'email', about: 'an address, for administrators' },
  'fhir-user': {
    type: 'string',
    value: 'url',
    about: 'the FHIR resource that stands for the person, for apps with the scope fhirUser',
  },
  roles: {
    type: 'string',
    value: 'roles',
    about:
      'by comma, for all EHRs: clinician, nurse, researcher, integrator, auditor, administrator, or your own',
  },
  'assigned-roles': {
    type: 'string',
    value: 'roles',
    about: 'by comma, for the EHRs that are assigned: clinician, nurse, integrator, or your own',
  },
} as const

export const OPERATOR_VERBS = [
  verb({
    words: 'serve',
    about: 'start the server',
    details:
      'Settings are environment variables: docs/reference/config.md. Ctrl-C stops it after the requests in progress.',
    isOperator: true,
    noJson: true,
  }),
  verb({ words: 'config', about: 'show every setting with its value', isOperator: true }),
  verb({ words: 'key list', about: 'list the keys that tokens are signed with', isOperator: true }),
  verb({
    words: 'key rotate',
    about: 'sign with the next key from now on',
    details: 'Tokens of the old key stay valid until they expire.',
    isOperator: true,
  }),
  verb({
    words: 'key replace-secret',
    about: 'protect secrets and keys with CAIRN_NEW_SECRET_KEY instead of CAIRN_SECRET_KEY',
    details: 'Secrets of clients and tokens stay valid. Servers need the new key at their next start.',
    isOperator: true,
  }),
  verb({
    words: 'account first',
    about: 'print the link for the first administrator, while there are no accounts',
    isOperator: true,
  }),
  verb({
    words: 'account create',
    about: 'create an account; prints a link that lets the person in once',
    isOperator: true,
    options: {
      id: { type: 'string', value: 'id', about: 'what the person types to sign in; it stays for good' },
      ...PERSON,
    },
    examples: ['cairn account create --id ana --name "Ana Meyer" --roles clinician'],
  }),
  verb({ words: 'account list', about: 'list accounts', isOperator: true }),
  verb({
    words: 'account show',
    about: 'show what a person may do: roles, rules, EHRs, apps, ways to sign in, sessions',
    isOperator: true,
    args: PERSON_ID,
  }),
  verb({
    words: 'account update',
    about: 'change an account; omitted options stay unchanged',
    isOperator: true,
    args: PERSON_ID,
    options: PERSON,
  }),
  verb({
    words: 'account invite',
    about: 'print a new link for a person who cannot sign in any more',
    isOperator: true,
    args: PERSON_ID,
  }),
  verb({
    words: 'account disable',
    about: 'end an account, its sessions and the access of its apps',
    isOperator: true,
    args: PERSON_ID,
  }),
  verb({ words: 'account enable', about: 'enable an account again', isOperator: true, args: PERSON_ID }),
  verb({
    words: 'account apps',
    about: 'list the apps that act for a person, or that the person agreed to',
    details:
      'An app that is active has a token or a refresh token. An app with consent only gets access at the next sign-in.',
    isOperator: true,
    args: PERSON_ID,
  }),
  verb({
    words: 'account end-app',
    about: 'end the access of an app to a person; prints the apps that are left',
    isOperator: true,
    args: [...PERSON_ID, { name: 'client', about: 'the id of the app' }],
    examples: ['cairn account end-app ana client-3f2a9c41d07e'],
  }),
  verb({
    words: 'role list',
    about: 'list roles, with the number of people who have them',
    isOperator: true,
  }),
  verb({
    words: 'role show',
    about: 'show the scopes and rights of a role',
    isOperator: true,
    args: ROLE_NAME,
  }),
  verb({
    words: 'role create',
    about: 'create a role',
    isOperator: true,
    args: ROLE_NAME,
    options: {
      copy: { type: 'string', value: 'role', about: 'start with all that another role has' },
      ...ROLE,
    },
    examples: [
      "cairn role create vital-signs --right 'user/composition-Vital_signs.**.rs' --right 'user/aql-*.rs' --assignable",
    ],
  }),
  verb({
    words: 'role update',
    about: 'change a role; omitted options stay unchanged',
    details: 'The change takes effect at once for all people who have the role.',
    isOperator: true,
    args: ROLE_NAME,
    options: {
      ...ROLE,
      'not-assignable': { type: 'boolean', about: 'holds in all EHRs or not at all' },
      identified: { type: 'boolean', about: 'records are seen as they are' },
    },
  }),
  verb({
    words: 'role delete',
    about: 'delete a role that nobody has',
    isOperator: true,
    args: ROLE_NAME,
    options: {
      'take-from-people': { type: 'boolean', about: 'also if people have it: they lose it' },
    },
  }),
  verb({
    words: 'grant add',
    about: 'assign EHRs to a person, by EHR, episode or tag',
    details: 'The roles that the person has for assigned EHRs hold in them.',
    isOperator: true,
    args: PERSON_ID,
    options: {
      ehr: { type: 'string', value: 'id', about: 'one EHR' },
      episode: { type: 'string', value: 'uid', about: 'an episode of the EHR: the assignment ends with it' },
      tag: { type: 'string', value: 'key=value', about: 'all EHRs whose EHR_STATUS has the tag' },
      from: { type: 'string', value: 'time', about: 'start (default: now)' },
      to: { type: 'string', value: 'time', about: 'end (default: never)' },
      reason: REASON,
    },
    examples: ['cairn grant add ana --tag ward=3B --to 2026-12-31T00:00:00Z'],
  }),
  verb({ words: 'grant list', about: 'list the assignments of a person', isOperator: true, args: PERSON_ID }),
  verb({ words: 'grant end', about: 'end an assignment now', isOperator: true, args: ASSIGNMENT_ID }),
  verb({
    words: 'grant taken',
    about: 'list access that people took in an emergency and nobody has reviewed yet',
    isOperator: true,
    options: { all: { type: 'boolean', about: 'reviewed access too' } },
  }),
  verb({
    words: 'grant review',
    about: 'record the review of access that a person took',
    isOperator: true,
    args: ASSIGNMENT_ID,
    options: { reason: { ...REASON, about: 'the result of the review' } },
  }),
  verb({
    words: 'verify',
    about:
      'check that every version is the one that was signed, that none is missing, that definitions, accounts, rights and tags are as they were sealed, and that the audit trail is whole',
    isOperator: true,
    options: {
      head: {
        type: 'string',
        value: 'seal:digest',
        about: 'the end of the audit trail that an earlier run printed; it must still exist',
      },
      accept: {
        type: 'string',
        value: 'kind:id',
        about: 'seal this object first as it is in the database, after you have looked at it',
      },
      after: {
        type: 'string',
        value: 'place',
        about: 'go on where a run was interrupted: its progress names the place',
      },
      threads: {
        type: 'string',
        value: 'number',
        about: 'check as many parts at once; the number of cores unless told',
      },
    },
  }),
  verb({
    words: 'apply-erasures',
    about: 'erase again what had been erased, after a backup was restored',
    details: 'The file is that of CAIRN_ERASURE_LOG. Records that are already erased stay erased.',
    args: [{ name: 'file', about: 'the erasure log' }],
    isOperator: true,
  }),
  verb({
    words: 'database copy',
    about: 'copy everything into the empty database of CAIRN_NEW_DATABASE_URL',
    details:
      'From the embedded database to a PostgreSQL of your own, or from one version of PostgreSQL to another: records, definitions, clients, accounts and the audit trail, with all ids and signatures. Stop the server first. All or nothing is copied.',
    isOperator: true,
  }),
  verb({
    words: 'database grant',
    about: 'give a database role the rights to serve requests, or to read records or people for reports',
    details:
      'Run it as the owner of the schema (CAIRN_DATABASE_OWNER_URL). A server that has that setting gives its own role the rights at each start. The role of a server owns nothing, and cannot change the audit trail. A role for reports reads all records and definitions, or people and other parties and their links to EHRs, but not both, no account and no secret.',
    isOperator: true,
    args: [
      { name: 'kind', about: 'service, report or people' },
      { name: 'role', about: 'the name of the role, which must exist' },
    ],
    examples: ['cairn database grant report cairn_reports'],
  }),
  verb({
    words: 'migrate',
    about: 'upgrade the schema of the database, or show what an upgrade would do',
    details:
      'A server upgrades the schema at its start, and so does any command of the operator. --plan lists the migrations that are pending, the large tables that each works on and about how long, and changes nothing. Each migration is a transaction: after an interruption, the next run goes on with the one that was interrupted.',
    options: { plan: { type: 'boolean', about: 'show the pending migrations, and change nothing' } },
    isOperator: true,
    examples: ['cairn migrate --plan'],
  }),
  verb({
    words: 'distribute',
    about: 'spread the tables of records over the nodes of a Citus cluster',
    details:
      'Prints the plan; --yes carries it out step by step, and continues after an interruption. All servers must be stopped; "distribute copy" is for a database that is in use. See docs/scale.md.',
    options: SPREADING,
    isOperator: true,
  }),
  verb({
    words: 'distribute copy',
    about: 'copy a database that is in use into that of CAIRN_NEW_DATABASE_URL, spread over a cluster',
    details:
      'Servers go on to read and write. Without --yes it prints the size and about how long it takes. Run it again after an interruption: it continues with the part that was interrupted. A complete copy gets the changes since. See docs/scale.md.',
    options: SPREADING,
    isOperator: true,
  }),
  verb({
    words: 'distribute switch',
    about: 'stop writes to the old database, copy the last changes, and complete the new database',
    details:
      'Requests that write are answered 503 from here until servers run with the new CAIRN_DATABASE_URL. If it fails, the old database accepts writes again. Repeat it after an interruption.',
    isOperator: true,
  }),
  verb({
    words: 'distribute cancel',
    about: 'go on with the old database, and note no changes any more',
    details: 'Possible until the new database is written to.',
    isOperator: true,
  }),
  verb({
    words: 'distribute status',
    about: 'list nodes, tables and shards, and what is uneven',
    isOperator: true,
  }),
  verb({
    words: 'dictionary sweep',
    about: 'remove paths and node ids that no record uses any more',
    details:
      'They are marked as unused. A running server removes them a minute or two later, if they are still unused.',
    isOperator: true,
  }),
]
