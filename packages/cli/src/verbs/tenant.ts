/** Verbs of tenants: they open the registry and the databases, so the server's own program runs them. */
import { verb } from '../command/verb.ts'

const ID = [{ name: 'id', about: 'the id of the tenant' }] as const

export const TENANT_VERBS = [
  verb({
    words: 'tenant create',
    about: 'create a tenant with a database of its own; prints the link of its first administrator',
    details:
      'Needs CAIRN_TENANTS_URL and CAIRN_SECRET_KEY of the server. An interrupted command is repeated with the same words.',
    isOperator: true,
    args: ID,
    options: {
      name: { type: 'string', value: 'name', about: 'the name of the organisation' },
      url: {
        type: 'string',
        value: 'url',
        about: 'its address: a host of its own, or a host and one segment',
      },
      'system-id': {
        type: 'string',
        value: 'id',
        about: 'names the tenant in version ids (default: its host name)',
      },
      set: {
        type: 'string',
        value: 'variable=value',
        about: 'a setting that differs from that of the server; may be repeated',
        multiple: true,
      },
      server: {
        type: 'string',
        value: 'name',
        about: 'the PostgreSQL server for its database (default: that of the registry)',
      },
    },
    examples: ['cairn tenant create hospital-a --name "Hospital A" --url https://hospital-a.example.org'],
  }),
  verb({ words: 'tenant list', about: 'list tenants with their state and address', isOperator: true }),
  verb({
    words: 'tenant show',
    about: 'show the state, size, settings and history of a tenant, and the proof of its removal',
    isOperator: true,
    args: ID,
  }),
  verb({
    words: 'tenant set',
    about: 'give a tenant other values of settings',
    details: 'Servers close the tenant for that moment, and open it with the new values.',
    isOperator: true,
    args: ID,
    options: {
      set: {
        type: 'string',
        value: 'variable=value',
        about: 'a setting and its value; without a value, that of the server; may be repeated',
        multiple: true,
      },
    },
    examples: ['cairn tenant set hospital-a --set CAIRN_MAX_EHRS=5000'],
  }),
  verb({
    words: 'tenant address',
    about:
      'print the address of the database of a tenant, with the password of its owner, for pg_dump and pg_restore',
    isOperator: true,
    args: ID,
    examples: ['pg_dump --format=custom --file=hospital-a.dump "$(cairn tenant address hospital-a)"'],
  }),
  verb({
    words: 'tenant suspend',
    about: 'answer 503 at the address of a tenant from now on',
    isOperator: true,
    args: ID,
  }),
  verb({
    words: 'tenant resume',
    about: 'serve a tenant again that was suspended, or whose deletion waits',
    isOperator: true,
    args: ID,
  }),
  verb({
    words: 'tenant upgrade',
    about: 'migrate the database of a tenant, or of all tenants, to the schema of this version',
    details:
      'One that fails is listed with the reason, and leaves the others as they are; the exit code is 1.',
    isOperator: true,
    args: [{ name: 'id', about: 'the id of the tenant (default: all)', optional: true }],
  }),
  verb({
    words: 'tenant move',
    about: 'move the database of a tenant to another PostgreSQL server while it is served',
    details:
      'Nothing can be written for some seconds at the end. An interrupted command is repeated with the same words.',
    isOperator: true,
    args: ID,
    options: {
      to: { type: 'string', value: 'server', about: 'the server, as "cairn tenant server" names it' },
      cancel: { type: 'boolean', about: 'take back a move that has not ended' },
      abandon: {
        type: 'boolean',
        about: 'with --cancel: leave a database on a server that is gone for good',
      },
    },
    examples: ['cairn tenant move hospital-a --to second'],
  }),
  verb({
    words: 'tenant server',
    about: 'list PostgreSQL servers for tenants, or keep the address of one',
    details:
      'The address is CAIRN_NEW_DATABASE_URL; its role creates databases and roles. A server that is known gets another address.',
    isOperator: true,
    args: [{ name: 'name', about: 'the name of the server (default: list all)', optional: true }],
  }),
  verb({
    words: 'tenant operator',
    about: 'list keys of the API for operators, or make one, which is shown once',
    details:
      'The API is served at /operator/v1 on CAIRN_ADMIN_PORT. A key of an operator opens no record of any tenant.',
    isOperator: true,
    args: [{ name: 'name', about: 'the name of a new operator (default: list all)', optional: true }],
    options: {
      days: { type: 'string', value: 'n', about: 'days until the key ends (default: 90)' },
      revoke: { type: 'boolean', about: 'end the key of this operator at once' },
    },
  }),
  verb({
    words: 'tenant delete',
    about: 'stop serving a tenant; the same command removes its data after the grace time',
    details:
      'The removal leaves a signed proof, which "cairn tenant show" prints. Backups of the database are not removed.',
    isOperator: true,
    args: [{ name: 'id', about: 'the id of the tenant', optional: true }],
    options: {
      'grace-days': { type: 'string', value: 'n', about: 'days until the data may be removed (default: 30)' },
      due: { type: 'boolean', about: 'remove the data of all tenants whose grace time is over' },
    },
  }),
]
