/** Habits of people who write AQL, with the tests that show what Cairn does. */
import type { CompatibilityTable } from './table.ts'

export const QUERY_TABLES: readonly CompatibilityTable[] = [
  {
    idioms: 'forms that users write',
    cases: [
      {
        idiom: '`EXISTS p/magnitude`',
        does: 'filters the row that it is in',
        shownBy: ['test/query/meaning.test.ts', 'filters the row that it is in, like every other condition'],
      },
      {
        idiom: '`CONTAINS COMPOSITION` inside a COMPOSITION',
        does: '400 with the brackets that were probably meant',
        shownBy: [
          'test/query/meaning.test.ts',
          'is refused with the brackets that were probably meant, and these are taken',
        ],
      },
      {
        idiom: 'an archetype or node id with a typing error',
        does: 'the rows that there are, and a sentence in `meta.warnings`',
        shownBy: [
          'test/query/meaning.test.ts',
          'name an archetype that no template and no record has, be it in FROM, a path or a parameter',
        ],
      },
      {
        idiom: "`LIKE 'H%'`, as in SQL",
        does: 'compares with the characters as they are, and warns that the wildcards are `*` and `?`',
        shownBy: ['test/query/meaning.test.ts', 'say which the wildcards of LIKE are'],
      },
    ],
  },
]
