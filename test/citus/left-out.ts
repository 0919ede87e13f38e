/** Tests that make no sense on a distributed database, each with the reason: whole files by their path, and single tests by a name of ours. */
import { CITUS_VARIABLE } from '../postgres.ts'

/** Files that `npm run test:citus` does not run. */
export const FILES_LEFT_OUT: Readonly<Record<string, string>> = {
  'packages/server/src/roots/store.test.ts':
    'it reads by a statement of its own that joins tables of the coordinator inside a row of a node, which ends a server with Citus 13.2',
  'test/audit/writes.test.ts':
    'it watches the audit trail by a trigger, which a distributed table cannot have',
}

const TESTS_LEFT_OUT = {
  'the guard of the audit trail':
    'a distributed table has no triggers: the right to change it is taken from the role, and these tests are a superuser',
  'the plan of a list':
    'the nodes do not know the settings by which the test has an index of a few rows used',
  'commits that are gathered':
    'one statement for commits of several EHRs is for one server: in a cluster each is a transaction on the node of its EHR',
  'statistics of one server': 'a cluster cannot pass them on to its nodes, whose plans are made by their own',
  'a database of one server': 'it is about one that is not distributed, and this one is',
  'people of a slice':
    'the coordinator has no count of people: a frequent name is read from each shard, which has few people, and any of them may be found',
  'a copy of the schema': 'the copy is the database of one server, whose keys and sequences are others',
  'the page of the schema':
    'the page describes the database of one server, whose keys, columns of batches and triggers are others',
} as const

/** The reason not to run a test; false: it runs. */
export const leftOutOnCitus = (name: keyof typeof TESTS_LEFT_OUT): string | false =>
  process.env[CITUS_VARIABLE] === undefined
    ? false
    : `left out on a distributed database: ${TESTS_LEFT_OUT[name]}`
