/** Rules of AQL 1.1.0, construct by construct. Where the specification is silent, decision 0017 is the source. */
import { type Rule, rule } from '../rule.ts'

const FOLDER = 'packages/openehr/src/aql'
const MEANING = `${FOLDER}/evaluate/semantics.test.ts`
const REFERENCE = `${FOLDER}/evaluate/evaluate.test.ts`
const PARSE = `${FOLDER}/syntax/parse.test.ts`
const BIND = `${FOLDER}/syntax/bind.test.ts`
const CHECK = `${FOLDER}/check/check.test.ts`
const ORDER = `${FOLDER}/evaluate/order.test.ts`
const CASES = 'packages/openehr/test/aql/cases.test.ts'
const AQL = 'AQL 1.1.0'
const OURS = 'decision 0017'

export const AQL_RULES: readonly Rule[] = [
  rule(
    'aql-grammar',
    'Every legal query parses, and prints to a text of the same meaning.',
    AQL,
    `${PARSE}: every legal query of the reference parses`,
    `${FOLDER}/syntax/fuzz.test.ts: whatever the grammar can say`,
  ),
  rule(
    'aql-legal',
    'Every legal query of the collection is answered.',
    AQL,
    `${REFERENCE}: every legal query of the reference is answered`,
  ),
  rule(
    'aql-meaning',
    'The queries of the collection give the rows that they should.',
    AQL,
    `${REFERENCE}: the queries of the reference mean what it says`,
  ),
  rule(
    'aql-illegal',
    'Every illegal query of the collection is refused.',
    AQL,
    `${REFERENCE}: every illegal query of the reference is refused`,
  ),
  rule(
    'aql-case',
    'Keywords, classes and functions are case-insensitive; comments are skipped.',
    `${AQL}, 3.1`,
    `${PARSE}: keywords, classes and functions are case-insensitive`,
  ),
  rule(
    'aql-strings',
    'Strings take both quotes and every escape.',
    `${AQL}, 3.2`,
    `${PARSE}: strings take both quotes`,
  ),
  rule(
    'aql-errors',
    'A malformed query is told with its position, and what was expected.',
    AQL,
    `${PARSE}: a malformed query says what was expected`,
  ),
  rule(
    'aql-select-names',
    'A column without a name is called # and its index.',
    'REST API 1.1.0, RESULT_SET',
    `${MEANING}: columns are named by alias`,
  ),
  rule(
    'aql-select-objects',
    'A cell that is an object says its class.',
    AQL,
    `${MEANING}: an object cell says its class`,
  ),
  rule(
    'aql-distinct',
    'DISTINCT comes before LIMIT.',
    `${AQL}, SELECT`,
    `${MEANING}: DISTINCT comes before LIMIT`,
  ),
  rule(
    'aql-top',
    'TOP takes rows from the beginning or the end.',
    `${AQL}, SELECT`,
    `${MEANING}: TOP takes from the beginning`,
  ),
  rule(
    'aql-contains',
    'CONTAINS finds descendants at any depth, and takes all that follows.',
    `${AQL}, FROM`,
    `${PARSE}: CONTAINS takes all that follows`,
    `${FOLDER}/check/placement.test.ts: `,
  ),
  rule(
    'aql-contains-or',
    'OR in FROM keeps what satisfies one branch; the other is empty.',
    OURS,
    `${MEANING}: OR in FROM`,
  ),
  rule(
    'aql-not-contains',
    'NOT CONTAINS keeps what has no such descendant.',
    `${AQL}, FROM`,
    `${MEANING}: NOT CONTAINS`,
  ),
  rule(
    'aql-version',
    'VERSION sees history where it is asked for, and deleted versions where no data are.',
    OURS,
    `${MEANING}: VERSION sees history`,
  ),
  rule(
    'aql-queryable',
    'EHRs that are not queryable are seen only by who names them.',
    'Service model, is_queryable',
    `${MEANING}: an EHR that is not queryable`,
  ),
  rule(
    'aql-paths',
    'A path of a query leads where the same path leads outside of one.',
    `${AQL}, 3.3`,
    `${FOLDER}/evaluate/predicate.test.ts: `,
  ),
  rule(
    'aql-rows',
    'Paths that share steps share the node; a condition filters the row that the column stands in.',
    OURS,
    `${MEANING}: a condition filters the row`,
  ),
  rule(
    'aql-boolean',
    'NOT binds tighter than AND, AND tighter than OR.',
    `${AQL}, WHERE`,
    `${PARSE}: AND binds tighter than OR`,
  ),
  rule(
    'aql-null',
    'A missing value is neither true nor false, also under NOT.',
    OURS,
    `${MEANING}: unknown is neither true nor false`,
  ),
  rule(
    'aql-compare-kinds',
    'Text, numbers and booleans never compare with each other.',
    OURS,
    `${MEANING}: text, numbers and booleans never compare`,
  ),
  rule(
    'aql-compare-units',
    'Quantities of different units do not compare.',
    'Reference model, DV_QUANTITY',
    `${MEANING}: quantities of different units`,
  ),
  rule(
    'aql-compare-times',
    'Times compare by what they denote, with their offset.',
    AQL,
    `${MEANING}: instants compare with their offset`,
    `${ORDER}: durations, times and dates`,
  ),
  rule(
    'aql-like',
    'LIKE has ? and *, a backslash before them, and matches the whole text.',
    `${AQL}, LIKE`,
    `${FOLDER}/evaluate/like.test.ts: LIKE knows two wildcards`,
  ),
  rule(
    'aql-exists',
    'EXISTS is never unknown, filters its row and makes none.',
    `${AQL}, EXISTS`,
    `${MEANING}: EXISTS filters the row`,
    `${MEANING}: EXISTS makes no rows`,
  ),
  rule(
    'aql-terminology',
    'TERMINOLOGY and terminology URIs ask a terminology server.',
    `${AQL}, TERMINOLOGY`,
    `${MEANING}: a terminology service is asked`,
    'test/query/terminology.test.ts: a FHIR server',
  ),
  rule(
    'aql-functions',
    'Functions of texts, numbers and times answer as specified, and NULL where an argument is.',
    `${AQL}, 3.9`,
    `${FOLDER}/functions.test.ts: functions answer as AQL 1.1.0 says`,
  ),
  rule(
    'aql-aggregates',
    'Aggregates skip missing values, group by the other columns, and answer once for no rows.',
    `${AQL}, 3.9; ${OURS}`,
    `${MEANING}: aggregates skip missing values`,
  ),
  rule(
    'aql-order',
    'ORDER BY takes any path; missing values are last, first if descending.',
    `${AQL}, ORDER BY; ${OURS}`,
    `${MEANING}: ORDER BY takes what is not selected`,
    `${ORDER}: sorting is total`,
  ),
  rule('aql-order-text', 'Text is ordered by code point.', OURS, `${ORDER}: text is ordered by code point`),
  rule(
    'aql-limit',
    'A page is a part of all rows, however they are ordered and cut.',
    `${AQL}, LIMIT`,
    `${FOLDER}/evaluate/evaluation.test.ts: a page is a part of all rows`,
  ),
  rule(
    'aql-parameters',
    'A parameter stands for a value of its type, and never becomes syntax.',
    `${AQL}, 3.7`,
    `${BIND}: a value stands where the parameter stood`,
    `${BIND}: a value can never become syntax`,
    'test/query/injection.test.ts: parameters',
  ),
  rule(
    'aql-parameter-missing',
    'A parameter that is missing or does not fit is named.',
    `${AQL}, 3.7`,
    `${BIND}: what is missing or does not fit is named`,
  ),
  rule(
    'aql-checks',
    'What can never match is refused, all faults at once; what only data can decide is not.',
    'decision 0019',
    `${CHECK}: all faults are found at once`,
    `${CHECK}: what only the data can decide is not refused`,
  ),
  rule(
    'aql-cases',
    'The published cases of another server give their rows, or the difference is explained.',
    'public test data',
    `${CASES}: every AQL case of the corpus`,
  ),
  rule(
    'aql-executors',
    'SQL gives the rows of the evaluator, for random queries over random records and for all cases.',
    'decision 0020',
    'test/query/pushdown.random.test.ts: SQL answers random queries',
    'test/query/pushdown.corpus.test.ts: every case that SQL answers',
  ),
  rule(
    'aql-laws',
    'De Morgan, a condition and its opposite, pages, DISTINCT and COUNT agree.',
    OURS,
    'packages/openehr/test/aql/laws.test.ts: ',
  ),
]
