/** Load and limits. */
import { type Check, measured, passing } from '../check.ts'

export const LOAD_CHECKS: readonly Check[] = [
  measured(1, 'A small hospital for a while', 'test/hard-use/hospital-day.long.test.ts'),
  measured(2, 'A large hospital for a while', 'test/hard-use/hospital-day.long.test.ts'),
  measured(3, 'The rate from which on answers are late', 'test/hard-use/hospital-day.long.test.ts'),
  measured(4, 'Reads as fast as the server can', 'test/hard-use/hospital-day.long.test.ts'),
  measured(5, 'Commits as fast as the server can', 'test/hard-use/hospital-day.long.test.ts'),
  {
    ...passing(
      6,
      'A killed import loses nothing and adds nothing twice',
      'imports of CSV and NDJSON are killed at many moments and run again',
      'test/transfer/cli.test.ts: loses nothing and adds nothing twice, ten times',
      'test/transfer/csv-killed.test.ts',
      'test/transfer/csv-killed.long.test.ts',
    ),
    measuredBy: ['test/transfer/hospital.long.test.ts'],
  },
  measured(7, 'Memory and handles over time', 'test/hard-use/soak.long.test.ts'),
  measured(8, 'The event loop beside large work', 'test/hard-use/event-loop.long.test.ts'),
  measured(9, 'Overload', 'test/hard-use/overload.long.test.ts'),
  measured(10, 'Records beside heavy queries', 'test/hard-use/heavy-queries.long.test.ts'),
  {
    ...passing(
      11,
      'Connections that send nothing, or slowly, keep nobody out',
      'silent, half-open and idle connections beyond every limit, while others are served',
      'test/http/connections.test.ts',
      'test/http/limits.test.ts: a client that is slow',
    ),
    measuredBy: ['test/hard-use/slow-senders.long.test.ts'],
  },
  {
    ...passing(
      12,
      'A slow reader holds neither memory nor a place',
      'results are produced no faster than they are read, and a reader that stops is cut off',
      'test/query/threads.test.ts: come in pieces, no faster than they are read',
      'test/query/fairness.test.ts: who does not read an answer is cut off',
    ),
    measuredBy: ['test/hard-use/heavy-queries.long.test.ts'],
  },
  passing(
    13,
    'Every limit holds at its edge',
    'requests just below, at and above limits of body, target, headers, JSON, XML, AQL, columns, rows, versions, tags, waiting requests and time',
    'test/http/limits.test.ts',
    'test/http/body-limits.test.ts',
    'test/http/overload.test.ts',
    'test/ehr/limits.test.ts',
    'test/query/wide.test.ts',
    'test/query/parameters.test.ts',
    'test/query/ended.test.ts',
    'test/query/fairness.test.ts',
    'packages/openehr/src/format/json/parse.test.ts: are bounded',
    'packages/openehr/src/format/xml/parse.test.ts: each limit can be set',
    'packages/openehr/src/aql/syntax/parse.test.ts: nested too deep',
    'test/docs.test.ts: config.md',
  ),
  measured(14, 'Cold start with many templates', 'test/hard-use/cold-start.long.test.ts'),
]
