/** All parts of docs/reference/compatibility.md: `npm run docs` writes the page from them. */
import { AQL_CASES } from './aql-cases.ts'
import { CLIENT_TABLES } from './client-tables.ts'
import { FLAT_CASES, flatExample } from './flat-cases.ts'
import { FORMAT_TABLES } from './format-tables.ts'
import { QUERY_TABLES } from './query-tables.ts'
import type { CompatibilityPart } from './table.ts'

export const COMPATIBILITY: readonly CompatibilityPart[] = [
  { heading: 'Clients', tables: CLIENT_TABLES },
  {
    heading: 'Formats',
    tables: [
      ...FORMAT_TABLES,
      {
        heading: 'FLAT of other form servers',
        idioms: 'forms that clients write',
        runBy: 'test/compatibility/flat.test.ts',
        cases: FLAT_CASES.map(each => ({ ...each, example: flatExample(each) })),
      },
    ],
  },
  {
    heading: 'Queries',
    tables: [
      ...QUERY_TABLES,
      {
        heading: 'AQL of other servers',
        idioms: 'forms that users write',
        runBy: 'test/compatibility/aql.test.ts',
        cases: AQL_CASES.map(each => ({ ...each, example: each.q })),
      },
    ],
  },
]
