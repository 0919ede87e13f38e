/** The test queries of the AQL reference, in its order and with its numbers: 1 to 157 but 76 are legal, 76 and 158 to 172 are refused. */
import { COMPARISONS } from './queries/comparisons.ts'
import { CONDITIONS } from './queries/conditions.ts'
import { CONTAINMENT } from './queries/containment.ts'
import { ORDER_AND_FUNCTIONS } from './queries/order-and-functions.ts'
import { PATHS } from './queries/paths.ts'
import { PROJECTION } from './queries/projection.ts'
import { REFUSED_QUERIES } from './queries/refused.ts'
import type { TestQuery } from './queries/test-query.ts'
import { VERSIONS } from './queries/versions.ts'

export const TEST_QUERIES: readonly TestQuery[] = [
  ...PROJECTION,
  ...PATHS,
  ...CONTAINMENT,
  ...VERSIONS,
  ...COMPARISONS,
  ...CONDITIONS,
  ...ORDER_AND_FUNCTIONS,
  ...REFUSED_QUERIES,
]

const isRefused = ([number]: TestQuery): boolean => number === 76 || number >= 158

export const LEGAL: readonly TestQuery[] = TEST_QUERIES.filter(query => !isRefused(query))
export const REFUSED: readonly TestQuery[] = TEST_QUERIES.filter(isRefused)
