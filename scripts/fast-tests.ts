/**
 * The part of the tests that is run while working: a minute on two cores, without the public test data.
 *
 * All tests beside the sources and the checks of the tree, and over HTTP one file of each room.
 */

/** Files, and folders with all that is in them. */
export const FAST: readonly string[] = [
  'packages',
  'test/boundaries.test.ts',
  'test/docs.test.ts',
  'test/wall-clock.test.ts',
  'test/admin/erase-object.test.ts',
  'test/auth/token-endpoint.test.ts',
  'test/datamap/definition.test.ts',
  'test/definitions/stored-query.test.ts',
  'test/ehr/composition.test.ts',
  'test/ehr/ehr.test.ts',
  'test/http/core.test.ts',
  'test/query/endpoints.test.ts',
]

/** They wait, need the public test data, or try so many cases that they take more than two seconds of processor time. */
export const LEFT_OUT: readonly string[] = [
  'packages/cli/src/demo/hospital.test.ts',
  'packages/openehr/src/aql/check/placement.test.ts',
  'packages/openehr/src/aql/evaluate/evaluation.test.ts',
  'packages/openehr/src/aql/syntax/fuzz.test.ts',
  'packages/openehr/src/format/flat/corpus.test.ts',
  'packages/openehr/src/format/flat/forms.test.ts',
  'packages/openehr/src/format/flat/random.test.ts',
  'packages/openehr/src/format/json/fast/canonical-print.test.ts',
  'packages/openehr/src/format/json/parse.test.ts',
  'packages/openehr/src/format/xml/corpus.test.ts',
  'packages/openehr/src/format/xml/property.test.ts',
  'packages/openehr/src/path/path.test.ts',
  'packages/openehr/src/template/opt/corpus.test.ts',
  'packages/openehr/src/template/opt/hostile.test.ts',
  'packages/openehr/src/template/web/corpus.test.ts',
  'packages/openehr/src/validate/mutation.test.ts',
  'packages/openehr/test/implied-types.test.ts',
  'packages/openehr/test/aql/laws.test.ts',
  'packages/openehr/test/conformance/corpus.test.ts',
  'packages/openehr/test/random-instances.test.ts',
  'packages/server/src/datamap/definition/definition.test.ts',
  'packages/server/src/roots/writing/roots-of.test.ts',
  'packages/server/src/threads/thread-pool.test.ts',
]
