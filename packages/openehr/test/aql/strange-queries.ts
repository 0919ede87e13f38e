/** Queries that nobody would write: random trees after the grammar, changed texts of real queries, and pieces of syntax in any order. */
import fc from 'fast-check'
import { isReserved } from '../../src/aql/syntax/reserved.ts'
import { TEST_QUERIES } from './queries.ts'

type Arbitrary = fc.Arbitrary<object>

const word = fc.stringMatching(/^[A-Za-z][A-Za-z0-9_]{0,5}$/)
// At the start of a path in a predicate, `id5` is a code and `true` a value.
const attribute = word.filter(text => !/^(?:at|id)\d|^(?:true|false|null)$/i.test(text))
const name = word.filter(text => !isReserved(text.toUpperCase()))
const className = name.map(text => text.toUpperCase())
const functionName = className.filter(text => !['COUNT', 'MIN', 'MAX', 'SUM', 'AVG'].includes(text))
const text = fc
  .oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom("it's", '\\*', 'a\\?b', '\n\t', '--', '"'))
  .filter(each => !each.includes('\0'))
const codeText = fc.constantFrom('at0004', 'at0004.1', 'id5', 'id0.1')
const operator = fc.constantFrom('=', '!=', '<', '<=', '>', '>=')

const node = <K extends string>(
  kind: K | readonly K[],
  fields: Record<string, fc.Arbitrary<unknown>>,
  optional: readonly string[] = [],
): Arbitrary =>
  fc.record(
    { kind: fc.constantFrom(...(Array.isArray(kind) ? kind : [kind])), ...fields },
    { requiredKeys: ['kind', ...Object.keys(fields).filter(key => !optional.includes(key))] as never },
  ) as Arbitrary

const literalOf = (type: string, value: fc.Arbitrary<unknown>): Arbitrary =>
  node('literal', { type: fc.constant(type), value })
const string = literalOf('string', text)
const literal = fc.oneof(
  string,
  literalOf(
    'integer',
    fc.integer().map(number => number + 0),
  ),
  literalOf(
    'real',
    fc.double({ noNaN: true, noDefaultInfinity: true }).map(number => number + 0),
  ),
  literalOf('boolean', fc.boolean()),
  literalOf('null', fc.constant(null)),
)
const parameter = node('parameter', { name: word })
const code = node('code', { value: codeText })
const archetypeId = node('archetypeId', {
  value: fc.constantFrom(
    'openEHR-EHR-OBSERVATION.blood_pressure.v2',
    'org.x::openEHR-EHR-CLUSTER.a-b.v1.0.2-rc.1',
    'openEHR-EHR-SECTION.s.v0',
  ),
})
const termCode = node(
  'termCode',
  {
    terminology: fc.constantFrom('loinc', 'SNOMED-CT', 'snomed_ct'),
    version: fc.constantFrom('3.1', '2003'),
    code: fc.constantFrom('2345-7', '313267000'),
    rubric: fc.constantFrom('Glucose', "it's, so", ''),
  },
  ['version', 'rubric'],
)

const { path, expression, condition, containment } = fc.letrec(tie => {
  const list = (key: string, least: number, most = 3) =>
    fc.array(tie(key), { minLength: least, maxLength: most })
  return {
    step: node('step', { attribute, predicate: tie('predicate') }, ['predicate']),
    steps: fc.array(tie('step'), { minLength: 1, maxLength: 3 }),
    objectPath: node('objectPath', { steps: tie('steps') }),
    predicate: fc.oneof(
      { maxDepth: 3, depthIdentifier: 'tree' },
      node(
        'node',
        { id: fc.oneof(code, archetypeId, parameter), name: fc.oneof(string, parameter, code, termCode) },
        ['name'],
      ),
      node('value', {
        path: tie('objectPath'),
        operator,
        operand: fc.oneof(literal, parameter, tie('objectPath'), code, termCode),
      }),
      node(
        'regex',
        { path: tie('objectPath'), pattern: fc.constantFrom('.*rest.*', 'a\\/b', '[0-9]+'), assumed: text },
        ['assumed'],
      ),
      node(['predicateAnd', 'predicateOr'], { operands: list('predicate', 2) }),
    ),
    path: node(
      'path',
      { variable: name, predicate: tie('predicate'), steps: fc.oneof(fc.constant([]), tie('steps')) },
      ['predicate'],
    ),
    call: node('call', { name: functionName, arguments: list('expression', 0) }),
    aggregate: fc.oneof(
      node('aggregate', { name: fc.constant('COUNT'), distinct: fc.boolean(), path: tie('path') }),
      node('aggregate', { name: fc.constant('COUNT'), distinct: fc.constant(false) }),
      node('aggregate', {
        name: fc.constantFrom('MIN', 'MAX', 'SUM', 'AVG'),
        distinct: fc.constant(false),
        path: tie('path'),
      }),
    ),
    operand: fc.oneof({ maxDepth: 3, depthIdentifier: 'tree' }, tie('path'), tie('call'), tie('aggregate')),
    expression: fc.oneof({ maxDepth: 3, depthIdentifier: 'tree' }, literal, parameter, tie('operand')),
    terminology: node('call', { name: fc.constant('TERMINOLOGY'), arguments: list('expression', 3) }),
    condition: fc.oneof(
      { maxDepth: 3, depthIdentifier: 'tree' },
      node('comparison', { operator, left: tie('operand'), right: tie('expression') }),
      node('like', { left: tie('operand'), pattern: fc.oneof(string, parameter) }),
      node('matches', {
        left: tie('operand'),
        items: fc.array(
          fc.oneof(
            literal,
            parameter,
            tie('terminology'),
            node('uri', { value: fc.constantFrom('terminology://a/b?c=d,e', 'ehr:/x') }),
          ),
          { minLength: 1, maxLength: 3 },
        ),
      }),
      node('exists', { path: tie('path') }),
      node('not', { operand: tie('condition') }),
      node(['and', 'or'], { operands: list('condition', 2) }),
    ),
    containment: fc.oneof(
      { maxDepth: 3, depthIdentifier: 'tree' },
      node(
        'class',
        { name: className, variable: name, predicate: tie('predicate'), contains: tie('contains') },
        ['variable', 'predicate', 'contains'],
      ),
      node(
        'version',
        {
          variable: name,
          versions: fc.constantFrom('LATEST_VERSION', 'ALL_VERSIONS'),
          contains: tie('contains'),
        },
        ['variable', 'versions', 'contains'],
      ),
      node(['containsAll', 'containsAny'], { operands: list('containment', 2) }),
    ),
    contains: node('contains', { negated: fc.boolean(), what: tie('containment') }),
  } as Record<string, Arbitrary>
})
/** Trees of every kind of node, after the grammar. */
export const queryTree = node(
  'query',
  {
    distinct: fc.boolean(),
    top: node('top', { count: fc.nat(), direction: fc.constantFrom('FORWARD', 'BACKWARD') }),
    columns: fc.array(
      node('column', { expression: fc.oneof(literal, expression as Arbitrary), alias: name }, ['alias']),
      { minLength: 1, maxLength: 3 },
    ),
    from: containment as Arbitrary,
    where: condition as Arbitrary,
    orderBy: fc.array(node('order', { expression: path as Arbitrary, descending: fc.boolean() }), {
      maxLength: 2,
    }),
    limit: node('limit', { count: fc.nat(), offset: fc.nat() }),
  },
  ['top', 'where', 'limit'],
).filter(query =>
  (query as { columns: { expression: { kind: string } }[] }).columns.every(
    column => column.expression.kind !== 'parameter',
  ),
)

const seeds = fc.constantFrom(...TEST_QUERIES.map(([, query]) => query))
const piece = fc.oneof(
  fc.constantFrom(
    "'",
    '"',
    '\\',
    '[',
    ']',
    '(',
    ')',
    '{',
    '}',
    '/',
    '|',
    '::',
    '--',
    '-- ',
    '$',
    '*',
    'NOT ',
    'CONTAINS ',
    'matches {/',
    'at0001',
    '1e',
    '\n',
    '\0',
    '\ud800',
  ),
  fc.string({ maxLength: 4 }),
)

const cut = fc.tuple(fc.nat(400), fc.nat(6), piece)

/** A query of the reference with one to four cuts, each filled with a piece. */
export const mutatedQuery = fc
  .tuple(seeds, fc.array(cut, { minLength: 1, maxLength: 4 }))
  .map(([query, cuts]) =>
    cuts.reduce((kept, [at, length, put]) => kept.slice(0, at) + put + kept.slice(at + length), query),
  )

export const queryOfPieces = fc.array(piece, { maxLength: 60 }).map(pieces => `SELECT ${pieces.join('')}`)
