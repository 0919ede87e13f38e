/** Settings of the database, of the records in it, and of the processes that share it. */
import { resolve } from 'node:path'
import { country, databaseUrl, integer, oneOf, processes, size, systemId, weights } from './config-values.ts'
import { optional, setting } from './setting.ts'

export const STORAGE_SETTINGS = {
  personMatchWeights: setting({
    variable: 'CAIRN_PERSON_MATCH_WEIGHTS',
    default: 'name=4,birth_date=3,sex=1,identifier=6',
    read: weights('name', 'birth_date', 'sex', 'identifier'),
    meaning:
      'How much each part of two people counts when they may be the same (`POST /extra/v1/person/match`).',
  }),
  draftDays: setting({
    variable: 'CAIRN_DRAFT_DAYS',
    default: '14',
    read: integer(1, 3650),
    meaning: 'Days after which a draft that its author has not saved again is removed.',
  }),
  dataDir: setting({
    variable: 'CAIRN_DATA_DIR',
    default: './data',
    read: value => resolve(value),
    meaning: 'Folder of the embedded database, of generated secrets, and of the journal of audit events.',
  }),
  databaseUrl: optional({
    variable: 'CAIRN_DATABASE_URL',
    unset: 'the embedded database',
    secret: true,
    read: databaseUrl,
    meaning:
      'Your own PostgreSQL, version 15 or newer. On the same machine its Unix socket costs less than a port: add `?host=` and the folder of the socket.',
  }),
  databaseOwnerUrl: optional({
    variable: 'CAIRN_DATABASE_OWNER_URL',
    unset: 'none: the role of `CAIRN_DATABASE_URL` owns the tables',
    secret: true,
    read: databaseUrl,
    meaning:
      'The same database as the role that owns the schema. It is used to migrate, to create and remove months of the audit trail, and by commands of the operator. The role of `CAIRN_DATABASE_URL` then owns nothing, and gets its rights at each start: it cannot change the audit trail.',
  }),
  databaseReadUrl: optional({
    variable: 'CAIRN_DATABASE_READ_URL',
    unset: 'none: everything is read from the primary',
    secret: true,
    read: databaseUrl,
    meaning:
      'A replica (streaming replication) of the database of `CAIRN_DATABASE_URL`, for queries, lists of datamaps and exports. For a cluster: a replica of the coordinator, when each node has one that the coordinator knows as its secondary.',
  }),
  databaseDurability: setting({
    variable: 'CAIRN_DATABASE_DURABILITY',
    default: 'require',
    read: oneOf('require', 'warn'),
    meaning:
      'In production, a server does not start on a database that a crash can damage: `fsync` or `full_page_writes` is off. `warn`: it starts with a warning, for a file system that never writes a part of a page. In development it always starts.',
  }),
  readLag: setting({
    variable: 'CAIRN_READ_LAG_MS',
    default: '5000',
    read: integer(100, 3600000),
    meaning:
      'Largest lag of the replica; beyond it the primary is read instead. A request with the header `cairn-after` of an earlier answer always sees that write.',
  }),
  newDatabaseUrl: optional({
    variable: 'CAIRN_NEW_DATABASE_URL',
    unset: 'none',
    secret: true,
    read: databaseUrl,
    meaning:
      'For `cairn database copy`: the empty database that everything is copied into. For `cairn distribute copy`: the same, on the coordinator of a cluster. For `cairn tenant server`: the address of a PostgreSQL server for tenants.',
  }),
  erasureLog: optional({
    variable: 'CAIRN_ERASURE_LOG',
    unset: 'none: only the database records erasures',
    read: value => resolve(value),
    meaning:
      'File that records every physical deletion; keep it apart from the database. `cairn apply-erasures` repeats the deletions after a backup was restored.',
  }),
  maxEhrs: optional({
    variable: 'CAIRN_MAX_EHRS',
    unset: 'none: no limit',
    read: integer(1, 1_000_000_000),
    meaning:
      'Most EHRs of the database. Another one answers 507 with `service.ehr_limit`. They are counted every five seconds, so those that are created meanwhile may be more.',
  }),
  maxDatabaseSize: optional({
    variable: 'CAIRN_MAX_DATABASE_SIZE',
    unset: 'none: no limit',
    read: size,
    meaning:
      'Size of the database, such as `20000MB`, from which new EHRs and new versions answer 507 with `service.size_limit`. Reading and deleting go on, with their audit events. The size is read every five seconds; in a cluster it is that of the coordinator.',
  }),
  auditRetention: optional({
    variable: 'CAIRN_AUDIT_RETENTION_MONTHS',
    unset: 'none: the audit trail is kept for ever',
    read: integer(1, 1200),
    meaning:
      'Whole months that the audit trail is kept beside the current one. Older months are removed, with an event that records it; `cairn verify` prints the start of the trail. Nothing is removed while the clocks of server and database differ by more than five minutes.',
  }),
  auditJournal: setting({
    variable: 'CAIRN_AUDIT_JOURNAL',
    default: 'on',
    read: oneOf('on', 'off'),
    meaning:
      'The folder `audit` in `CAIRN_DATA_DIR` keeps the audit events of reads until the database has them, some 0.2 seconds, so that they survive a killed server. Without the folder, or with `off`, each answer waits for the database: its event then survives a power failure too, and the answer takes longer.',
  }),
  auditWait: setting({
    variable: 'CAIRN_AUDIT_WAIT_MS',
    default: '15000',
    read: integer(1000, 600000),
    meaning:
      'Longest wait of an answer for its audit event; then it is a 503. While a batch of events takes longer than two thirds of it, the server refuses all requests.',
  }),
  systemId: setting({
    variable: 'CAIRN_SYSTEM_ID',
    default: 'cairn.local',
    read: systemId,
    meaning: 'Names this installation in version ids: `<object>::<system id>::<version>`.',
  }),
  territory: optional({
    variable: 'CAIRN_TERRITORY',
    unset: 'the country of the template’s language',
    read: country,
    meaning:
      'Country (ISO 3166-1, two letters) of compositions that are written through a datamap that does not show it.',
  }),
  wireProfile: setting({
    variable: 'CAIRN_WIRE_PROFILE',
    default: 'spec',
    read: oneOf('spec', 'openehr'),
    meaning:
      'Answers where docs/interface.md and openEHR differ: as in docs/interface.md (`spec`), or as the reference model and openEHR REST have them (`openehr`): literals of the VERSION envelope, columns of functions, names of stored queries, some statuses, no `Location` on reads.',
  }),
  processes: setting({
    variable: 'CAIRN_PROCESSES',
    default: '1',
    read: processes,
    meaning:
      'Server processes that share the ports; `auto`: one for each core. Limits such as `CAIRN_DATABASE_POOL` are for all of them together. SIGHUP restarts them one after the other.',
  }),
  databasePool: setting({
    variable: 'CAIRN_DATABASE_POOL',
    default: '16',
    read: integer(2, 1000),
    meaning: 'Most connections to the database for reading and writing records.',
  }),
  databaseTimeout: setting({
    variable: 'CAIRN_DATABASE_TIMEOUT_MS',
    default: '10000',
    read: integer(100, 3600000),
    meaning:
      'Longest time that a statement for reading or writing records may take, and that it waits for a connection; then the request answers 503. Queries have `CAIRN_QUERY_TIMEOUT_MS`.',
  }),
  lockTimeout: setting({
    variable: 'CAIRN_LOCK_TIMEOUT_MS',
    default: '2000',
    read: integer(10, 3600000),
    meaning:
      'Longest time that a write waits for a record that another operation holds, such as an erasure; then it answers 503.',
  }),
  pathsPerTemplate: setting({
    variable: 'CAIRN_PATHS_PER_TEMPLATE',
    default: '20000',
    read: integer(100, 10000000),
    meaning: 'Most different paths that the records of one template can have; data with more answer 422.',
  }),
}
