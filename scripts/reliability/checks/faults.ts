/** Faults of processes, database, network, disk and clock. */
import { type Check, measured, passing } from '../check.ts'

export const FAULT_CHECKS: readonly Check[] = [
  {
    ...passing(
      15,
      'A killed server loses nothing that it acknowledged',
      'kill -9 of the server, and of one process of several every second, under writers and readers; then every acknowledged version, its contribution, its chain and its audit event are read',
      'test/crash.test.ts: killing the server',
      'test/processes/killed-processes.long.test.ts',
    ),
    measuredBy: ['test/simulation/simulation.long.test.ts'],
  },
  {
    ...passing(
      16,
      'A killed database loses nothing that was acknowledged',
      'kill -9 of the database under writers and readers, with a restart of the server and without one',
      'test/crash.test.ts: killing the database',
      'test/embedded-restart.test.ts',
    ),
    measuredBy: ['test/hard-use/embedded-killed.long.test.ts'],
  },
  passing(
    17,
    'An ended session of the database is replaced',
    'pg_terminate_backend under a pool, under query threads and at a failover to a read-only database',
    'packages/server/src/db/pool.test.ts: a lost connection fails the call in flight',
    'test/query/threads.test.ts: a thread whose connection is cut off',
    'test/http/read-only-database.test.ts',
  ),
  {
    ...passing(
      18,
      'A database that says nothing ends no server',
      'a proxy forwards nothing while statements, transactions and streams run and callers wait for connections',
      'packages/server/src/db/silence.long.test.ts',
      'test/http/silent-database.test.ts',
    ),
    measuredBy: ['test/hard-use/silent-database.long.test.ts'],
  },
  passing(
    19,
    'A repeated commit is no second version',
    'eight send the same uid or the same If-Match at once; an audit batch is repeated after its answer was lost',
    'test/ehr/client-uid.test.ts: lets one of eight',
    'test/audit/repeated.test.ts',
  ),
  measured(20, 'Disk full', 'test/hard-use/disk-full.long.test.ts'),
  measured(21, 'Races for one version', 'test/hard-use/races.long.test.ts'),
  {
    ...passing(
      22,
      'Random histories are as a model says',
      'four clients at once create, update, delete and read versions and moments, 30 steps each',
      'test/ehr/history.test.ts',
    ),
    measuredBy: ['test/hard-use/histories.long.test.ts'],
  },
  measured(23, 'Races for one subject', 'test/hard-use/races.long.test.ts'),
  passing(
    24,
    'A clock that jumps orders nothing',
    'servers and databases whose clocks differ by an hour either way; versions, queries, expiry and retention are looked at; tokens beyond their leeway are refused',
    'test/processes/clocks.test.ts',
    'test/ehr/read-time.test.ts',
    'test/audit/retention.test.ts: of the server',
    'test/people/confirm.test.ts: a clock that is set back',
    'test/auth/revocation.test.ts: is refused at the latest five seconds after its end',
  ),
  {
    ...passing(
      25,
      'A stop lets work end',
      'SIGTERM with requests under way, twice at once, and with one that does not end',
      'test/http/shutdown.test.ts',
      'test/processes/supervisor.long.test.ts: ends with all its processes',
    ),
    measuredBy: ['test/hard-use/overload.long.test.ts'],
  },
  measured(
    26,
    'Few files and little memory',
    'test/hard-use/few-files.long.test.ts',
    'test/hard-use/small-heap.long.test.ts',
  ),
  measured(27, 'Migrations that are killed', 'test/hard-use/killed-migrations.long.test.ts'),
  passing(
    28,
    'A fault inside is one 500 and one line of log',
    'handlers that throw, for the API and for OAuth; the answer has no stack, the log has it once, the process serves on',
    'test/http/faults.test.ts',
  ),
]
