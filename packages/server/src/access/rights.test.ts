import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { RIGHTS } from './operations.ts'
import { type Attempt, allows, type RoleRule, rightsOf } from './rights.ts'
import { inOneEhr, limitOf, recordLimit } from './row-limit.ts'
import {
  covers,
  type DataScope,
  type Permission,
  parseDataScope,
  type Resource,
} from './scopes/data-scope.ts'

const scopeOf = (text: string): DataScope => {
  const scope = parseDataScope(text)
  assert.ok(scope, text)
  return scope
}

const rulesOf = (texts: readonly string[], reach: RoleRule['reach'] = {}): RoleRule[] =>
  texts.map(text => ({ ...scopeOf(text), reach }))

const EVERYTHING_SCOPES = ['user/composition-*.cruds', 'user/template-*.cruds', 'user/aql-*.cruds']

const EVERYTHING = rulesOf(EVERYTHING_SCOPES)

const personWith = (scope: string, roleRules: readonly RoleRule[] = EVERYTHING, launched?: string) =>
  rightsOf({ scopes: scope.split(' ').map(scopeOf), roleRules, person: 'ana', launched })

describe('a scope is parsed once', () => {
  it('into compartment, resource, name and permissions', () => {
    const { compartment, resource, pattern, permissions } = scopeOf('patient/composition-Vital.v1.rs')
    assert.deepEqual(
      [compartment, resource, pattern.text, [...permissions]],
      ['patient', 'composition', 'Vital.v1', ['r', 's']],
    )
  })

  for (const text of [
    'patient/composition-*',
    'patient/composition-*.',
    'patient/composition-*.sr',
    'patient/composition-*.rr',
    'patient/composition.r',
    'patient/composition-.r',
    'nobody/composition-*.r',
    'patient/observation-*.r',
    'patient/composition-a b.r',
    'patient/composition-***.r',
    'Patient/composition-*.r',
    'api.read',
    '',
  ])
    it(`${JSON.stringify(text)} is none`, () => assert.equal(parseDataScope(text), undefined))

  const held: [held: string, asked: string, covered: boolean][] = [
    ['user/composition-*.cruds', 'user/composition-Vital.v1.r', true],
    ['user/composition-Vital.**.r', 'user/composition-Vital.v1.r', true],
    ['user/composition-Vital.v1.r', 'user/composition-*.r', false],
    ['user/composition-Vital.**.r', 'user/composition-Vital.*.r', false],
    ['user/composition-*.r', 'user/composition-*.ru', false],
    ['user/composition-*.r', 'patient/composition-*.r', false],
    ['user/composition-*.r', 'user/template-*.r', false],
  ]
  for (const [own, asked, expected] of held)
    it(`${own} ${expected ? 'covers' : 'does not cover'} ${asked}`, () =>
      assert.equal(covers(scopeOf(own), scopeOf(asked)), expected))
})

describe('rights allow', () => {
  const read = (name: string, ehrId = 'E1'): Attempt => ({ ...RIGHTS.readRecord, name, ehrId })
  const rows: [what: string, rights: ReturnType<typeof rightsOf>, attempt: Attempt, allowed: boolean][] = [
    ['the EHR of the launch', personWith('patient/composition-*.r', EVERYTHING, 'E1'), read('T'), true],
    ['no other EHR', personWith('patient/composition-*.r', EVERYTHING, 'E1'), read('T', 'E2'), false],
    ['nothing without an EHR', personWith('patient/composition-*.r'), read('T'), false],
    ['every EHR for user/', personWith('user/composition-*.r', EVERYTHING, 'E1'), read('T', 'E2'), true],
    ['no other template', personWith('user/composition-A.r'), read('B'), false],
    ['no other permission', personWith('user/composition-*.c'), read('T'), false],
    ['no other resource', personWith('user/template-*.r'), read('T'), false],
    [
      'nothing in the compartment of backends to a person',
      personWith('system/composition-*.r'),
      read('T'),
      false,
    ],
    [
      'what both the role and the token allow',
      personWith('user/composition-A.**.r', rulesOf(['user/composition-**.v1.r'])),
      read('A.v1'),
      true,
    ],
    [
      'nothing that the role does not',
      personWith('user/composition-A.**.r', rulesOf(['user/composition-**.v1.r'])),
      read('A.v2'),
      false,
    ],
    [
      'assigned EHRs only',
      personWith('user/composition-*.r', rulesOf(['user/composition-*.r'], { assigned: true })),
      { ...read('T'), isAssigned: false },
      false,
    ],
    [
      'assigned EHRs',
      personWith('user/composition-*.r', rulesOf(['user/composition-*.r'], { assigned: true })),
      { ...read('T'), isAssigned: true },
      true,
    ],
    [
      'no new EHR by a launch',
      personWith('patient/composition-*.c', EVERYTHING, 'E1'),
      RIGHTS.createEhr,
      false,
    ],
    ['a new EHR', personWith('user/composition-*.c'), RIGHTS.createEhr, true],
    ['no new EHR for one template', personWith('user/composition-A.c'), RIGHTS.createEhr, false],
    [
      'no change of the status by a launch',
      personWith('patient/composition-*.u', EVERYTHING, 'E1'),
      RIGHTS.changeEhr,
      false,
    ],
    ['a query without a name only for all names', personWith('user/aql-org.**.s'), RIGHTS.runAnyQuery, false],
    ['any query', personWith('patient/aql-*.s', EVERYTHING, 'E1'), RIGHTS.runAnyQuery, true],
  ]
  for (const [what, rights, attempt, expected] of rows)
    it(what, () => assert.equal(rights !== undefined && allows(rights, attempt), expected))

  it('a backend has the rights of its scopes in the compartment system', () => {
    const rights = rightsOf({ scopes: ['system/composition-A.r', 'user/composition-B.r'].map(scopeOf) })
    assert.ok(rights)
    assert.equal(allows(rights, read('A')), true)
    assert.equal(allows(rights, read('B')), false)
  })
})

const permissions = fc.uniqueArray(fc.constantFrom<Permission>('c', 'r', 'u', 'd', 's'), { minLength: 1 })
const resources = fc.constantFrom<Resource>('composition', 'template', 'aql')
const names = fc.constantFrom('*', 'A', 'A.*', 'A.**', '**.v1')

const scopes = fc
  .tuple(fc.constantFrom('patient', 'user'), resources, names, permissions)
  .map(([compartment, resource, name, letters]) =>
    scopeOf(
      `${compartment}/${resource}-${name}.${'cruds'
        .split('')
        .filter(each => letters.includes(each as Permission))
        .join('')}`,
    ),
  )

const attempts: fc.Arbitrary<Attempt> = fc.record({
  resource: resources,
  permissions: permissions.map(([first = 'r']) => [first]),
  name: fc.constantFrom('A', 'A.v1', 'B.v1', 'A.x.v2'),
  ehrId: fc.constantFrom('E1', 'E2'),
  isAssigned: fc.boolean(),
})

const roles = fc.array(
  fc.tuple(scopes, fc.boolean()).map(
    ([scope, isAssigned]): RoleRule => ({
      ...scope,
      reach: isAssigned ? { assigned: true } : {},
    }),
  ),
  { maxLength: 4 },
)

describe('properties of rights', () => {
  it('a token never allows more than the roles of its person', () => {
    fc.assert(
      fc.property(fc.array(scopes, { maxLength: 4 }), roles, attempts, (asked, roleRules, attempt) => {
        const rights = rightsOf({ scopes: asked, roleRules, launched: 'E1' })
        if (!rights || !allows(rights, attempt)) return
        const all = rightsOf({
          scopes: EVERYTHING.map(rule => ({ ...rule, compartment: 'user' as const })),
          roleRules,
        })
        assert.equal(all && allows(all, attempt), true)
      }),
    )
  })

  it('one scope more never allows less', () => {
    fc.assert(
      fc.property(
        fc.array(scopes, { maxLength: 3 }),
        scopes,
        roles,
        attempts,
        (some, more, roleRules, attempt) => {
          const before = rightsOf({ scopes: some, roleRules, launched: 'E1' })
          const after = rightsOf({ scopes: [...some, more], roleRules, launched: 'E1' })
          if (before && allows(before, attempt)) assert.equal(after && allows(after, attempt), true)
        },
      ),
    )
  })

  it('a token with rights of the patient only reaches no other EHR', () => {
    fc.assert(
      fc.property(fc.array(scopes, { maxLength: 4 }), roles, attempts, (asked, roleRules, attempt) => {
        const patient = asked.map(scope => ({ ...scope, compartment: 'patient' as const }))
        const rights = rightsOf({ scopes: patient, roleRules, launched: 'E1' })
        assert.equal(rights !== undefined && allows(rights, { ...attempt, ehrId: 'E2' }), false)
      }),
    )
  })

  it('the order of scopes does not change what the database is told', () => {
    fc.assert(
      fc.property(fc.array(scopes, { maxLength: 4 }), roles, (asked, roleRules) => {
        const rights = rightsOf({ scopes: asked, roleRules, launched: 'E1' })
        const reversed = rightsOf({
          scopes: asked.toReversed(),
          roleRules: roleRules.toReversed(),
          launched: 'E1',
        })
        for (const right of Object.values(RIGHTS))
          assert.deepEqual(rights && limitOf(rights, right), reversed && limitOf(reversed, right))
      }),
    )
  })
})

describe('the limit of rows', () => {
  it('is none where every record is in reach', () => {
    const rights = personWith('user/composition-*.r')
    assert.ok(rights)
    assert.equal(recordLimit(rights, ['r']), undefined)
  })

  const views: [scope: string, views: string][] = [
    ['patient/composition-*.r', 'ehr'],
    ['user/composition-A.r', 'template'],
    ['patient/composition-A.r', 'both'],
    ['patient/composition-*.r user/composition-A.r', 'template'],
    // Without a rule nothing is in reach.
    ['user/composition-*.c', 'ehr'],
  ]
  for (const [scope, expected] of views)
    it(`${scope} is kept by the views by ${expected}`, () => {
      const rights = personWith(scope, EVERYTHING, 'E1')
      assert.ok(rights)
      assert.equal(recordLimit(rights, ['r'])?.kind, expected)
    })
})

describe('rules without identity', () => {
  const research = rulesOf(['user/composition-*.r', 'user/template-*.r', 'user/aql-*.s']).map(rule => ({
    ...rule,
    deidentified: true as const,
  }))
  const rights = rightsOf({ scopes: EVERYTHING_SCOPES.map(scopeOf), roleRules: research, person: 'rita' })
  const clinician = personWith('user/composition-*.r', rulesOf(['user/composition-*.r'], { assigned: true }))

  it('open lists, exports and queries, and no operation that shows records as they are', () => {
    assert.ok(rights && clinician)
    const opened = [RIGHTS.listRecords, RIGHTS.exportRecords, RIGHTS.runAnyQuery, RIGHTS.readRecord]
    assert.deepEqual(
      opened.map(right => allows(rights, right)),
      [true, true, true, false],
    )
    assert.deepEqual(
      opened.map(right => allows(clinician, right)),
      [true, false, false, true],
    )
  })

  it('have a limit that says so, also in one EHR; other rules beside them come first in lists', () => {
    assert.ok(rights && clinician)
    const inOne = inOneEhr(rights, 'e1')
    for (const right of [RIGHTS.listRecords, RIGHTS.exportRecords]) {
      assert.equal(limitOf(rights, right)?.deidentified, true)
      assert.match(limitOf(inOne, right)?.setting ?? '', /"launched":"e1"/)
    }
    const both = { ...rights, rules: [...rights.rules, ...clinician.rules] }
    assert.equal(limitOf(both, RIGHTS.listRecords)?.deidentified, undefined)
    assert.equal(limitOf(both, RIGHTS.exportRecords)?.deidentified, true)
  })

  it('stay in the EHR of a launch', () => {
    const launched = rightsOf({
      scopes: [scopeOf('patient/composition-*.r')],
      roleRules: research,
      person: 'rita',
      launched: 'e1',
    })
    assert.ok(launched)
    assert.deepEqual(inOneEhr(launched, 'e2').rules, [])
    assert.equal(inOneEhr(launched, 'e1').rules.length, 1)
  })
})
