/** Every operation of the route table × compartment × permission × the right place, another template and another EHR. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Right } from '../../packages/server/src/access/index.ts'
import type { Permission } from '../../packages/server/src/access/scopes/index.ts'
import { sql } from '../../packages/server/src/db/index.ts'
import { addRole, adminCall } from '../people/people.ts'
import { type Answer, testServer } from '../server.ts'
import { CALLS, makeWorld, TAKEN_ACCESS } from './calls.ts'
import { isPartyOperation } from './party-calls.ts'
import type { Place, Prepared } from './place.ts'
import { addPersonWith, openTokens } from './tokens.ts'

interface Operation {
  readonly method: string
  readonly path: string
  readonly operationId: string
  readonly right: Right | undefined
  readonly isPublic: boolean
  readonly hasBody: boolean
  /** Names of parameters in the query string that are required or name an EHR. */
  readonly query: readonly string[]
}

const server = await testServer()
const world = await makeWorld(server)
await addPersonWith(server, 'ana', { roles: ['administrator'], assigned_roles: ['clinician'] })
const rolePath = await addRole(server, { name: 'limited', rights: ['user/composition-Mine.**.r'] })
// Without a role for assigned EHRs nobody can take access; no operation needs the right of this one.
await addRole(server, { name: 'assigned', rights: ['user/composition-Mine.never.s'], assignable: true })
await addPersonWith(server, 'bea', { roles: ['limited'], assigned_roles: ['assigned'] })
await server.db.execute(
  sql<never, [id: string, ehrId: string]>({
    name: 'test.takenAccess',
    text: `insert into cairn.assignment (assignment_id, person_id, kind, ehr_id, starts_at, ends_at, reason, assigned_by, assigned_at)
      values ($1, 'ana', 'break_glass', $2, now(), now(), 'unconscious', 'ana', now())`,
  }),
  [TAKEN_ACCESS, world.ehrs.mine],
)
const makeToken = await openTokens(server)
/** One token for all calls of the person whose role changes: it may ask for everything, and the role alone limits it. */
const wideToken = await makeToken({
  scope: `api.read api.write api.admin ${['composition', 'template', 'aql', 'audit', 'person', 'organisation', 'group', 'agent', 'role'].map(each => `user/${each}-*.cruds`).join(' ')}`,
  person: 'bea',
})

const { paths } = (await server.call('GET /openapi.json')).json() as {
  // biome-ignore lint/suspicious/noExplicitAny: the description of an operation has many members
  paths: Record<string, Record<string, any>>
}
const operations: Operation[] = Object.entries(paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, each]) => ({
    method: method.toUpperCase(),
    path,
    operationId: each.operationId,
    right: each['x-cairn-right'],
    isPublic: each.security.length === 0,
    hasBody: each.requestBody?.required === true,
    query: (each.parameters ?? [])
      .filter((one: { in: string; name: string; required?: boolean }) => one.in === 'query')
      .filter((one: { name: string; required?: boolean }) => one.required || one.name === 'ehrUid')
      .map((one: { name: string }) => one.name),
  })),
)
/** They find the drafts (test/drafts) or the subscriptions (test/webhooks/rights.test.ts) of the caller alone. */
const OF_CALLER = /^(?:draft_(?:party_)?(?:get|delete)|subscription_(?!list).*)$/
const open = operations.filter(
  ({ right, operationId }) => right !== undefined && !OF_CALLER.test(operationId),
)
const closed = operations.filter(({ right, isPublic }) => right === undefined && !isPublic)

/** The compartments of scopes, and `role`: a token for everything, of a person whose role has the scopes of `user` as its rights. */
const CALLERS = ['patient', 'user', 'system', 'role'] as const
const PERMISSIONS: readonly Permission[] = ['c', 'r', 'u', 'd', 's']

const MINE: Place = { ehr: 'mine', template: 'mine' }
const NOWHERE: Place = { ehr: 'none', template: 'none' }
const OTHER_TEMPLATE: Place = { ehr: 'mine', template: 'other' }
const OTHER_EHR: Place = { ehr: 'other', template: 'mine' }

/** Names that a scope has: all, or those of the template and the query that are meant. */
const PARTIES = ['person', 'organisation', 'group', 'agent', 'role']
const isOfParties = ({ resource }: Right): boolean => resource === 'party' || PARTIES.includes(resource)

const nameIn = ({ resource, allNames }: Right): string =>
  allNames || resource === 'audit' ? '*' : resource === 'aql' ? 'mine::*' : 'Mine.**'

async function tokenFor(compartment: string, scope: string): Promise<string> {
  if (compartment !== 'role')
    return makeToken({
      scope,
      ...(compartment === 'system' ? {} : { person: 'ana', ehrId: world.ehrs.mine }),
    })
  const changed = await adminCall(server, `PUT ${rolePath}`, { rights: scope.split(' ') })
  assert.equal(changed.status, 200, changed.text)
  return wideToken
}

/** The scopes of a caller with these permissions; a query shows what may be read beside. */
const scopeOf = (compartment: string, right: Right, permissions: string): string =>
  [
    `${right.resource === 'party' ? 'person' : right.resource}-${nameIn(right)}.${permissions}`,
    ...(right.resource === 'aql' ? ['composition-Mine.**.r'] : []),
  ]
    .map(each => `${compartment === 'role' ? 'user' : compartment}/${each}`)
    .join(' ')

function requestOf({ method, path, query }: Operation, { parameters }: Prepared): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(parameters[name] ?? name))
  const asked = new URLSearchParams(query.map((name): [string, string] => [name, parameters[name] ?? name]))
  return `${method} ${filled}${query.length === 0 ? '' : `?${asked}`}`
}

async function send(operation: Operation, prepared: Prepared, token: string): Promise<Answer> {
  const { headers = {}, body } = prepared
  return server.call(requestOf(operation, prepared), {
    headers: { ...headers, Authorization: `Bearer ${token}` },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
}

/**
 * An answer without what differs from call to call: ids, names that were asked for, the request's id, and the suggestion of a template that the caller
 * sees, which depends on the name alone.
 */
function shapeOf({ status, text, headers }: Answer) {
  const plain = text
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi, '<id>')
    .replace(/\b(Other\.(pressure|never)\.v1|Other\.new\d+|other::(q|never)|(other|never)(?="))/g, '<name>')
    .replace(/\\"(other|never)\\"/g, '<name>')
    .replace(/ Did you mean (\\+)"Mine\.\w+\.v1\1"\?/g, '')
    .replace(/\b(?:Other|Never)\.(?:person|organisation|group|agent|role)\.v1/g, '<name>')
    .replace(/,"expected":"Mine\.\w+\.v1"/g, '')
  const kept = ['content-type', 'etag', 'location', 'last-modified', 'allow'].map(name => [
    name,
    headers.get(name)?.replace(/[0-9a-f-]{36}/g, '<id>'),
  ])
  return { status, plain, kept }
}

const isAllowed = (answer: Answer, what: string) =>
  assert.ok(
    ![401, 403, 404].includes(answer.status) && answer.status < 500,
    `${what}: ${answer.status} ${answer.text}`,
  )

/** True if a call about one place is another call than one about the other. */
const differs = (a: Prepared, b: Prepared, operation: Operation): boolean =>
  requestOf(operation, a) !== requestOf(operation, b) || JSON.stringify(a.body) !== JSON.stringify(b.body)

/** Nothing that is out of reach is in an answer, whichever operation it is of. */
function assertNoMarks(answer: Answer, places: readonly Place[], what: string): void {
  for (const place of places)
    for (const mark of world.marksOf(place)) assert.ok(!answer.text.includes(mark), `${what} shows ${mark}`)
}

const outOfReach = (compartment: string, { resource, allNames }: Right): Place[] => {
  if (PARTIES.includes(resource) || resource === 'party') return [OTHER_TEMPLATE]
  if (resource !== 'composition' && resource !== 'aql') return []
  const others: Place[] = compartment === 'patient' ? [OTHER_EHR, { ehr: 'other', template: 'other' }] : []
  return allNames && resource === 'composition'
    ? others
    : [...others, OTHER_TEMPLATE, { ehr: 'other', template: 'other' }]
}

describe(`the matrix of ${open.length} operations for limited rights`, () => {
  it('has a call for each operation with a body', () => {
    const missing = open.filter(
      ({ hasBody, operationId }) =>
        hasBody && !isPartyOperation(operationId) && !Object.hasOwn(CALLS, operationId),
    )
    assert.deepEqual(
      missing.map(({ operationId }) => operationId),
      [],
    )
  })

  for (const operation of open) {
    const { method, path, operationId, right } = operation
    if (!right) continue
    for (const compartment of CALLERS)
      it(`${method} ${path} in ${compartment}`, async () => {
        const isNever =
          // These roles see records as they are.
          right.withoutIdentity === 'only' ||
          // Drafts belong to people.
          (compartment === 'system' && operationId.startsWith('draft_')) ||
          (compartment === 'patient' && (right.beyondLaunch || right.everywhere))
        const allowed = PERMISSIONS.filter(each => right.permissions.includes(each) && !isNever)
        const others = PERMISSIONS.filter(each => !allowed.includes(each))
        if (others.length > 0) {
          // All at once: rights add up, so that a caller with all of them is refused only if each alone would be.
          const token = await tokenFor(compartment, scopeOf(compartment, right, others.join('')))
          // Refused before anything is looked at, so that nothing has to be there; of a draft, the EHR is looked at first.
          const place = operationId.startsWith('draft_') ? MINE : NOWHERE
          const anything = await world.prepare(operationId, place, others[0] ?? 'r')
          assert.equal((await send(operation, anything, token)).status, 403, `${others} ${compartment}`)
        }
        for (const permission of allowed) {
          const token = await tokenFor(compartment, scopeOf(compartment, right, permission))
          const what = `${permission} ${compartment}`
          const mine = await world.prepare(operationId, MINE, permission)
          const answer = await send(operation, mine, token)
          isAllowed(answer, what)
          assertNoMarks(answer, outOfReach(compartment, right), what)

          const other = await world.prepare(operationId, OTHER_TEMPLATE, permission)
          if (
            !right.allNames &&
            differs(other, await world.prepare(operationId, MINE, permission), operation)
          ) {
            const denied = await send(operation, other, token)
            const nowhere = await world.prepare(operationId, { ehr: 'mine', template: 'none' }, permission)
            const missing = await send(operation, nowhere, token)
            assert.ok(denied.status >= 400 || denied.status === 200, `other template: ${denied.status}`)
            assert.deepEqual(shapeOf(denied), shapeOf(missing), `other template, ${what}`)
            assertNoMarks(denied, [OTHER_TEMPLATE], what)
          }

          const elsewhere = await world.prepare(operationId, OTHER_EHR, permission)
          const sent = await send(operation, elsewhere, token)
          if (compartment !== 'patient') {
            isAllowed(sent, `other EHR, ${what}`)
            continue
          }
          assertNoMarks(sent, [OTHER_EHR, { ehr: 'other', template: 'other' }], what)
          const nowhere = await world.prepare(operationId, { ehr: 'none', template: 'mine' }, permission)
          if (right.resource === 'composition' && differs(elsewhere, nowhere, operation))
            assert.deepEqual(
              shapeOf(sent),
              shapeOf(await send(operation, nowhere, token)),
              `other EHR, ${what}`,
            )
        }
      })
  }
})

describe(`${closed.length} operations are not for limited rights`, () => {
  for (const operation of closed)
    it(`${operation.method} ${operation.path}`, async () => {
      for (const compartment of CALLERS) {
        const scope = ['composition', 'template', 'aql', 'audit']
          .map(each => `${compartment === 'role' ? 'user' : compartment}/${each}-*.cruds`)
          .join(' ')
        const prepared = await world.prepare('none', NOWHERE, 'r')
        assert.equal((await send(operation, prepared, await tokenFor(compartment, scope))).status, 403)
      }
    })
})

describe('operations on parties', () => {
  for (const operation of open)
    if (operation.right && isOfParties(operation.right))
      it(`${operation.method} ${operation.path} is closed to rights on records`, async () => {
        for (const compartment of CALLERS) {
          const scope = ['composition', 'template', 'aql']
            .map(each => `${compartment === 'role' ? 'user' : compartment}/${each}-*.cruds`)
            .join(' ')
          const prepared = await world.prepare(operation.operationId, NOWHERE, 'r')
          assert.equal((await send(operation, prepared, await tokenFor(compartment, scope))).status, 403)
        }
      })
})
