/** The rules of openEHR REST for one versioned object, run for compositions and for each kind of party. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { canonicalize } from '../../packages/openehr/src/format/index.ts'
import { idOf } from '../records.ts'
import type { RunningServer } from '../server.ts'

interface RuledObjects {
  /** In the names of the tests. */
  readonly what: string
  /** The path of the objects, without the prefix. */
  readonly path: string
  /** The path of the containers. */
  readonly versioned: string
  readonly scopes: { readonly read: string; readonly write: string }
  /** Valid data that differ by the number. */
  readonly make: (number: number) => Readonly<Record<string, unknown>>
  /** Data that break a rule of their template, and none of the reference model. */
  readonly breaking: () => Readonly<Record<string, unknown>>
  /** In `openehr-uri` before the uid; undefined if there is no such header. */
  readonly uri?: string
}

type Headers = Readonly<Record<string, string>>

/** Calls to one kind of objects. */
function callsOf(server: RunningServer, { path, versioned, scopes }: RuledObjects) {
  const send = (request: string, body: string, headers: Headers = {}, added = '') =>
    server.call(request, {
      scopes: `${scopes.write}${added}`,
      headers: { 'Content-Type': 'application/json', ...headers },
      body,
    })
  return {
    post: (data: unknown, headers?: Headers) =>
      send(`POST /openehr/v1${path}`, JSON.stringify(data), headers),
    postLenient: (data: unknown, headers: Headers) =>
      send(`POST /openehr/v1${path}`, JSON.stringify(data), headers, ' api.lenient'),
    postText: (body: string) => send(`POST /openehr/v1${path}`, body),
    put: (uid: string, data: unknown, headers: Headers = {}) =>
      send(`PUT /openehr/v1${path}/${uid.split('::')[0]}`, JSON.stringify(data), {
        'If-Match': `"${uid}"`,
        ...headers,
      }),
    putAt: (id: string, data: unknown, headers: Headers) =>
      send(`PUT /openehr/v1${path}/${id}`, JSON.stringify(data), headers),
    read: (uid: string, headers: Headers = {}, query = '') =>
      server.call(`GET /openehr/v1${path}/${uid}${query}`, { scopes: scopes.read, headers }),
    remove: (uid: string, headers: Headers = {}) =>
      server.call(`DELETE /openehr/v1${path}/${uid}`, { scopes: scopes.write, headers }),
    container: (rest: string) => server.call(`GET /openehr/v1${versioned}/${rest}`, { scopes: scopes.read }),
  }
}

const objectOf = (uid: string) => uid.split('::')[0] ?? ''

const IF_MATCH: [what: string, form: (uid: string) => string, status: number][] = [
  ['quoted', uid => `"${uid}"`, 204],
  ['bare', uid => uid, 204],
  ['weak', uid => `W/"${uid}"`, 204],
  ['among others', uid => `"x", "${uid}"`, 204],
  ['as a star', () => '*', 204],
  ['of another version', uid => `"${uid.replace(/\d+$/, '7')}"`, 412],
  ['of another system', uid => `"${uid.replace('cairn.local', 'elsewhere')}"`, 412],
  ['of another object', () => `"${randomUUID()}::cairn.local::1"`, 412],
]

const HEADERS: [what: string, headers: Record<string, string>][] = [
  [
    '1.1.0',
    {
      'openehr-version': 'lifecycle_state.code_string="553"',
      'openehr-audit-details': 'committer.name="Dr. Ada",description.value="draft"',
    },
  ],
  [
    '1.0.3',
    {
      'openEHR-VERSION.lifecycle_state': 'code_string="553"',
      'openEHR-AUDIT_DETAILS.committer': 'name="Dr. Ada"',
      'openEHR-AUDIT_DETAILS.description': 'value="draft"',
    },
  ],
]

export function objectRules(server: RunningServer, objects: RuledObjects): void {
  const { post, postLenient, postText, put, putAt, read, remove, container } = callsOf(server, objects)
  const { make, breaking, path, uri } = objects
  const committed = async (number = 120) => idOf(await post(make(number)))

  describe(objects.what, () => {
    test('a create answers 201 with ETag, Location, Last-Modified and an empty body', async () => {
      const answer = await post(make(1))
      assert.equal(answer.status, 201)
      assert.equal(answer.text, '')
      const uid = idOf(answer)
      assert.match(uid, /^[0-9a-f-]{36}::cairn\.local::1$/)
      assert.ok(answer.headers.get('location')?.endsWith(`/openehr/v1${path}/${uid}`))
      assert.equal(answer.headers.get('openehr-uri'), uri === undefined ? null : `${uri}/${uid}`)
      const version = await container(`${objectOf(uid)}/version/${uid}`)
      const committedAt = new Date(version.json().commit_audit.time_committed.value)
      assert.equal(answer.headers.get('last-modified'), committedAt.toUTCString())
    })

    test('what is read is what was sent, in the form of RFC 8785, with the id of the version', async () => {
      const sent = JSON.stringify(make(141.5))
      const stored = (uid: string) =>
        canonicalize({ ...JSON.parse(sent), uid: { _type: 'OBJECT_VERSION_ID', value: uid } })
      for (const body of [
        sent,
        JSON.stringify(JSON.parse(sent), null, 2),
        sent.replaceAll('at0000', 'at\\u0030000'),
      ]) {
        const uid = idOf(await postText(body))
        assert.equal((await read(uid)).text, stored(uid))
      }
      const first = `{"uid":{"_type":"HIER_OBJECT_ID","value":"${randomUUID()}"},`
      const uid = idOf(await postText(first + sent.slice(1)))
      assert.equal((await read(uid)).text, stored(uid))
    })

    test('an object id answers with the latest version, or with the one extant at a time', async () => {
      const first = await committed(101)
      await new Promise(done => setTimeout(done, 15))
      const time = new Date().toISOString()
      await new Promise(done => setTimeout(done, 15))
      const second = idOf(await put(first, make(102)))
      assert.equal(idOf(await read(objectOf(first))), second)
      assert.equal(idOf(await read(objectOf(first), {}, `?version_at_time=${time}`)), first)
      assert.equal(idOf(await read(first)), first)
      assert.equal((await read(objectOf(first), {}, '?version_at_time=2000-01-01')).status, 404)
      assert.equal((await read(objectOf(first), {}, '?version_at_time=nonsense')).status, 400)
    })

    for (const [what, form, status] of IF_MATCH)
      test(`an update with If-Match ${what} answers ${status}`, async () => {
        const uid = await committed()
        const answer = await put(uid, make(1), { 'If-Match': form(uid) })
        assert.equal(answer.status, status, answer.text)
        assert.equal(idOf(answer), status === 204 ? uid.replace(/1$/, '2') : uid)
      })

    test('an update without If-Match answers 400', async () => {
      const uid = await committed()
      const answer = await putAt(objectOf(uid), make(1), {})
      assert.equal(answer.status, 400)
      assert.equal(answer.json().code, 'version.precondition_missing')
    })

    test('an address with a version uid where the object id belongs says so', async () => {
      const uid = idOf(await post(make(1)))
      const put = await putAt(uid, make(1), { 'If-Match': `"${uid}"` })
      assert.equal(put.status, 400, put.text)
      assert.equal(put.json().code, 'id.malformed')
      assert.match(put.json().message, /part of a version uid before the first "::".* If-Match/)
      const get = await container(`${uid}`)
      assert.equal(get.status, 404, get.text)
      assert.match(get.json().message, /part of a version uid before the first "::"/)
    })

    test('an update of what is not there answers 404', async () => {
      assert.equal((await put(`${randomUUID()}::cairn.local::1`, make(1))).status, 404)
    })

    test('a body with the uid of another object answers 400', async () => {
      const uid = await committed()
      const body = {
        ...make(1),
        uid: { _type: 'OBJECT_VERSION_ID', value: `${randomUUID()}::cairn.local::1` },
      }
      assert.equal((await put(uid, body)).status, 400)
    })

    test('return=representation answers an update with 200 and the data', async () => {
      const uid = await committed()
      const answer = await put(uid, make(111), {
        Prefer: 'return=representation',
      })
      assert.equal(answer.status, 200)
      assert.equal(answer.json().uid.value, idOf(answer))
    })

    test('return=identifier answers a create and an update with the uid of the version alone', async () => {
      const created = await post(make(1), { Prefer: 'return=identifier' })
      assert.equal(created.status, 201, created.text)
      assert.equal(created.headers.get('preference-applied'), 'return=identifier')
      const uid = idOf(created)
      assert.deepEqual(created.json(), { uid })
      const updated = await put(uid, make(2), { Prefer: 'return=identifier' })
      assert.equal(updated.status, 200, updated.text)
      assert.deepEqual(updated.json(), { uid: uid.replace(/1$/, '2') })
    })

    test('handling=lenient stores data that break their template, by who has the right to', async () => {
      const lenient = { Prefer: 'handling=lenient' }
      for (const refused of [await post(breaking()), await post(breaking(), lenient)])
        assert.equal(refused.status, 422, refused.text)
      const taken = await postLenient(breaking(), lenient)
      assert.equal(taken.status, 201, taken.text)
      assert.equal(taken.headers.get('preference-applied'), 'handling=lenient')
      assert.match(taken.headers.get('cairn-findings') ?? '', /^[1-9]/)
      const { uid: _uid, ...kept } = (await read(idOf(taken))).json()
      assert.deepEqual(kept, breaking())
    })

    test('a delete answers 204 and adds a version without data; nothing is lost', async () => {
      const uid = await committed()
      const answer = await remove(uid)
      assert.equal(answer.status, 204)
      const last = uid.replace(/1$/, '2')
      assert.equal(idOf(answer), last)
      const gone = await read(objectOf(uid))
      assert.equal(gone.status, 204)
      assert.equal(gone.text, '')
      assert.equal((await read(uid)).status, 200)
      const version = await container(`${objectOf(uid)}/version/${last}`)
      const { lifecycle_state, commit_audit, data } = version.json()
      assert.equal(lifecycle_state.defining_code.code_string, '523')
      assert.equal(commit_audit.change_type.defining_code.code_string, '523')
      assert.equal(data, undefined)
    })

    test('a delete of an older version answers 409 with the latest, of a deleted one 400, of none 404', async () => {
      const uid = await committed()
      const second = idOf(await put(uid, make(2)))
      const stale = await remove(uid)
      assert.equal(stale.status, 409)
      assert.equal(idOf(stale), second)
      assert.equal((await remove(second)).status, 204)
      assert.equal((await remove(second.replace(/2$/, '3'))).status, 400)
      assert.equal((await remove(`${randomUUID()}::cairn.local::1`)).status, 404)
      assert.equal((await remove(objectOf(uid))).status, 400)
    })

    for (const [release, headers] of HEADERS)
      test(`the commit headers of openEHR REST ${release} are honoured`, async () => {
        const uid = idOf(await post(make(1), headers))
        const version = await container(`${objectOf(uid)}/version/${uid}`)
        const { lifecycle_state, commit_audit } = version.json()
        assert.equal(lifecycle_state.value, 'incomplete')
        assert.equal(commit_audit.committer.name, 'Dr. Ada')
        assert.equal(commit_audit.description.value, 'draft')
      })
  })
}
