/** A client's own uid is kept or refused, never replaced in silence: so a creation without an answer can be sent again. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { folder, note, objectOf, openRecords, status } from '../admin/records.ts'
import { idOf } from '../records.ts'
import { type Answer, testServer } from '../server.ts'
import { contribution, version } from './contribution-changes.ts'

const server = await testServer()
const records = await openRecords(server)
const { call } = records

type Headers = Record<string, string>

const SYSTEM = 'cairn.local'
const hierarchical = (value: string) => ({ uid: { _type: 'HIER_OBJECT_ID', value } })
const versioned = (value: string) => ({ uid: { _type: 'OBJECT_VERSION_ID', value } })

const refusedAs = (answer: Answer, status: number, code: string) => {
  assert.equal(answer.status, status, answer.text)
  assert.equal(answer.json().code, code)
}

/** Creates an object with data like these; the version uid is in the answer. */
interface Creation {
  readonly name: string
  readonly create: (ehrId: string, rest: object) => Promise<Answer>
  readonly address: string
}

const CREATIONS: readonly Creation[] = [
  {
    name: 'POST composition',
    create: (ehrId, rest) => call(`POST /ehr/${ehrId}/composition`, { ...note('new'), ...rest }),
    address: 'composition',
  },
  {
    name: 'POST directory',
    create: (ehrId, rest) => call(`POST /ehr/${ehrId}/directory`, { ...folder('root'), ...rest }),
    address: 'directory',
  },
]

/** In FLAT and in XML the uid goes the same way. */
const inXml = async (ehrId: string, uid: string) => {
  const plain = idOf(await call(`POST /ehr/${ehrId}/composition`, note('template for XML')))
  const xml = await call(`GET /ehr/${ehrId}/composition/${plain}`, undefined, { Accept: 'application/xml' })
  return server.call(`POST /openehr/v1/ehr/${ehrId}/composition`, {
    scopes: 'api.write',
    headers: { 'Content-Type': 'application/xml' },
    body: xml.text.replace(plain, uid),
  })
}
const inFlat = async (ehrId: string, uid: string) => {
  const plain = idOf(await call(`POST /ehr/${ehrId}/composition`, note('template for FLAT')))
  const flat = await call(`GET /ehr/${ehrId}/composition/${plain}?format=FLAT`)
  return call(`POST /ehr/${ehrId}/composition?format=FLAT`, JSON.parse(flat.text.replace(plain, uid)), {
    'openehr-template-id': 'Blood pressure.v1',
  })
}

for (const { name, create, address } of CREATIONS)
  describe(`the uid of a ${name}`, () => {
    it('is kept: an object id, or the id of a first version of this system', async () => {
      for (const rest of [
        (id: string) => hierarchical(id),
        (id: string) => hierarchical(id.toUpperCase()),
        (id: string) => versioned(`${id}::${SYSTEM}::1`),
      ]) {
        const id = randomUUID()
        const ehrId = await records.ehr()
        const answer = await create(ehrId, rest(id))
        assert.equal(answer.status, 201, answer.text)
        assert.equal(idOf(answer), `${id}::${SYSTEM}::1`)
        const read = await call(`GET /ehr/${ehrId}/${address}/${idOf(answer)}`)
        assert.deepEqual(read.json().uid, versioned(`${id}::${SYSTEM}::1`).uid)
      }
    })

    it('that is there already is a 409 with its latest version, also when it is deleted', async () => {
      const ehrId = await records.ehr()
      const id = randomUUID()
      const first = idOf(await create(ehrId, hierarchical(id)))
      const again = await create(ehrId, hierarchical(id))
      refusedAs(again, 409, 'version.exists')
      assert.equal(idOf(again), first)
      const target = address === 'directory' ? address : `${address}/${first}`
      const gone = await call(`DELETE /ehr/${ehrId}/${target}`, undefined, { 'If-Match': first })
      assert.equal(gone.status, 204)
      const late = await create(ehrId, versioned(first))
      refusedAs(late, 409, 'version.exists')
      assert.equal(idOf(late), `${id}::${SYSTEM}::2`)
    })

    it('that another EHR has is a 409 that tells nothing of it', async () => {
      const id = randomUUID()
      assert.equal((await create(await records.ehr(), hierarchical(id))).status, 201)
      const answer = await create(await records.ehr(), hierarchical(id))
      refusedAs(answer, 409, 'version.exists')
      assert.equal(answer.headers.get('etag'), null)
    })

    it('that the server made for another EHR is a 409 as well', async () => {
      const made = idOf(await create(await records.ehr(), {}))
      const answer = await create(await records.ehr(), versioned(made))
      refusedAs(answer, 409, 'version.exists')
      assert.equal(answer.headers.get('etag'), null)
    })

    it('is free again when its object was physically deleted', async () => {
      const id = randomUUID()
      const ehrId = await records.ehr()
      assert.equal((await create(ehrId, hierarchical(id))).status, 201)
      assert.equal((await call(`DELETE /admin/ehr/${ehrId}`)).status, 204)
      assert.equal((await create(await records.ehr(), hierarchical(id))).status, 201)
    })

    it('of a foreign form is a 422, and nothing is stored', async () => {
      const id = randomUUID()
      const ehrId = await records.ehr()
      for (const rest of [
        versioned(`${id}::elsewhere.org::1`),
        versioned(`${id}::${SYSTEM}::2`),
        versioned(`${id}::${SYSTEM}::1.1.1`),
        versioned(`1.2.840.113554::${SYSTEM}::1`),
        hierarchical('1.2.840.113554'),
        hierarchical('org.example'),
        hierarchical(`${id}::${SYSTEM}`),
      ]) {
        const answer = await create(ehrId, rest)
        refusedAs(answer, 422, 'data.invalid')
        assert.deepEqual(
          answer.json().errors.map((each: { path: string }) => each.path),
          ['/uid/value'],
        )
        assert.match(answer.json().message, /cannot be used/)
      }
      assert.equal((await create(ehrId, hierarchical(id))).status, 201)
    })

    it('lets one of eight who send the same at once create it, and tells the others', async () => {
      const ehrId = await records.ehr()
      const id = randomUUID()
      const answers = await Promise.all(Array.from({ length: 8 }, () => create(ehrId, hierarchical(id))))
      const created = answers.filter(answer => answer.status === 201)
      assert.equal(created.length, 1)
      for (const answer of answers) {
        if (answer.status !== 201) refusedAs(answer, 409, 'version.exists')
        assert.equal(idOf(answer), `${id}::${SYSTEM}::1`)
      }
    })
  })

describe('a uid that comes to two EHRs at once', () => {
  const sendContribution = (ehrId: string, rest: object) =>
    call(
      `POST /ehr/${ehrId}/contribution`,
      contribution([version({ change: 'creation', data: { ...note('new'), ...rest } })]),
    )
  const WAYS = [
    ...CREATIONS.map(({ name, create }) => ({ name, create })),
    { name: 'POST contribution', create: sendContribution },
    { name: 'POST ehr', create: (_ehrId: string, rest: object) => call('POST /ehr', status({ ...rest })) },
  ]

  for (const { name, create } of WAYS)
    it(`by ${name} is created in one of them, and the other one is told`, async () => {
      for (let round = 0; round < 10; round++) {
        const ehrs = await Promise.all([records.ehr(), records.ehr()])
        const id = randomUUID()
        const answers = await Promise.all(ehrs.map(ehrId => create(ehrId, hierarchical(id))))
        const statuses = answers.map(answer => answer.status).sort()
        assert.deepEqual(statuses, [201, 409], answers.map(({ text }) => text).join())
        const refused = answers.find(answer => answer.status === 409)
        assert.ok(refused)
        refusedAs(refused, 409, 'version.exists')
        assert.equal(refused.headers.get('etag'), null)
      }
    })
})

describe('an empty uid counts as absent', () => {
  const EMPTY = [
    { _type: 'OBJECT_VERSION_ID', value: '' },
    { value: '' },
    { _type: 'HIER_OBJECT_ID' },
    { value: null },
    {},
    '',
  ]

  for (const uid of EMPTY)
    it(`${JSON.stringify(uid)} of a composition, a directory, a status and an EHR`, async () => {
      const ehrId = await records.ehr(status({ uid }))
      for (const { create } of CREATIONS) {
        const made = await create(ehrId, { uid })
        assert.equal(made.status, 201, made.text)
      }
      const current = idOf(await call(`GET /ehr/${ehrId}/ehr_status`))
      const changed = await call(`PUT /ehr/${ehrId}/ehr_status`, status({ uid }), { 'If-Match': current })
      assert.equal(changed.status, 204, changed.text)
    })

  it('of a contribution, its versions, their data and preceding versions', async () => {
    for (const uid of EMPTY) {
      const creation = version({
        change: 'creation',
        data: { ...note('new'), uid },
        rest: { uid, preceding_version_uid: uid },
      })
      const path = `POST /ehr/${await records.ehr()}/contribution`
      const answer = await call(path, contribution([creation], { uid }))
      assert.equal(answer.status, 201, answer.text)
    }
  })

  it('does not stand for a preceding version that a change must name', async () => {
    const ehrId = await records.ehr()
    const change = version({
      change: 'modification',
      data: note('next'),
      rest: { preceding_version_uid: { value: '' } },
    })
    const answer = await call(`POST /ehr/${ehrId}/contribution`, contribution([change]))
    assert.equal(answer.status, 400, answer.text)
  })
})

describe('the uid of a composition in another format', () => {
  for (const [name, post] of Object.entries({ inXml, inFlat }))
    it(`is kept or refused as well: ${name}`, async () => {
      const ehrId = await records.ehr()
      const uid = `${randomUUID()}::${SYSTEM}::1`
      const answer = await post(ehrId, uid)
      assert.equal(answer.status, 201, answer.text)
      assert.equal(idOf(answer), uid)
      refusedAs(await post(ehrId, uid), 409, 'version.exists')
      refusedAs(await post(ehrId, `${randomUUID()}::elsewhere.org::1`), 422, 'data.invalid')
    })
})

describe('the uid of the EHR_STATUS that an EHR is created with', () => {
  it('is kept or refused as well', async () => {
    const id = randomUUID()
    const ehrId = idOf(await call('POST /ehr', status(hierarchical(id))))
    assert.equal(idOf(await call(`GET /ehr/${ehrId}/ehr_status`)), `${id}::${SYSTEM}::1`)
    refusedAs(await call('POST /ehr', status(hierarchical(id))), 409, 'version.exists')
    refusedAs(await call('POST /ehr', status(versioned(`${id}::elsewhere::1`))), 422, 'data.invalid')
  })
})

describe('the uid in a contribution', () => {
  const commit = (ehrId: string, ...versions: Parameters<typeof version>[0][]) =>
    call(`POST /ehr/${ehrId}/contribution`, contribution(versions.map(version)), {
      Prefer: 'return=representation',
    })
  const created = (rest: object, ofVersion: object = {}) => ({
    change: 'creation' as const,
    data: { ...note('new'), ...rest },
    rest: ofVersion as Record<string, unknown>,
  })
  const uidsIn = (answer: Answer) =>
    answer.json().versions.map((each: { id: { value: string } }) => each.id.value)
  const pathsIn = (answer: Answer) => answer.json().errors.map((each: { path: string }) => each.path)

  it('is kept, whether the data or the version have it', async () => {
    const [a, b, c] = [randomUUID(), randomUUID(), randomUUID()]
    const answer = await commit(
      await records.ehr(),
      created(hierarchical(a)),
      created({}, versioned(`${b}::${SYSTEM}::1`)),
      created(hierarchical(c), versioned(`${c}::${SYSTEM}::1`)),
    )
    assert.equal(answer.status, 201, answer.text)
    assert.deepEqual(
      uidsIn(answer),
      [a, b, c].map(id => `${id}::${SYSTEM}::1`),
    )
  })

  it('that is there already is a 409 with its latest version', async () => {
    const ehrId = await records.ehr()
    const id = randomUUID()
    assert.equal((await commit(ehrId, created({}), created(hierarchical(id)))).status, 201)
    const again = await commit(ehrId, created({}), created(hierarchical(id)))
    refusedAs(again, 409, 'version.exists')
    assert.equal(idOf(again), `${id}::${SYSTEM}::1`)
    refusedAs(await commit(await records.ehr(), created(hierarchical(id))), 409, 'version.exists')
  })

  it('of a foreign form is a 422 that names each place', async () => {
    const id = randomUUID()
    const answer = await commit(
      await records.ehr(),
      created({}),
      created(versioned(`${id}::elsewhere.org::2`)),
      created({}, versioned(`${randomUUID()}::elsewhere.org::1.1.1`)),
      created(hierarchical(randomUUID()), versioned(`${randomUUID()}::${SYSTEM}::1`)),
    )
    refusedAs(answer, 422, 'data.invalid')
    assert.deepEqual(pathsIn(answer), ['versions[1]/data/uid', 'versions[2]/uid', 'versions[3]/uid'])
  })

  it('cannot be that of two members', async () => {
    const id = randomUUID()
    const answer = await commit(await records.ehr(), created(hierarchical(id)), created(hierarchical(id)))
    refusedAs(answer, 400, 'contribution.invalid')
    assert.deepEqual(pathsIn(answer), ['versions[1]'])
  })

  it('of a change is that of the object that it follows', async () => {
    const ehrId = await records.ehr()
    let preceding = await records.composition(ehrId, 'first')
    const id = objectOf(preceding)
    for (let number = 1; number < 4; number++) {
      const next = `${id}::${SYSTEM}::${number + 1}`
      const changed = (rest: object, ofVersion: object = {}) => ({
        ...created(rest, ofVersion),
        change: 'modification' as const,
        preceding,
      })
      for (const wrong of [
        changed(versioned(`${id}::${SYSTEM}::${number + 2}`)),
        changed(versioned(`${id}::elsewhere.org::${number}`)),
        changed(hierarchical(randomUUID())),
        changed({}, versioned(`${id}::${SYSTEM}::9`)),
      ])
        refusedAs(await commit(ehrId, wrong), 400, 'contribution.invalid')
      const right = [
        changed(versioned(preceding)),
        changed(hierarchical(id)),
        changed(versioned(`${id}::${SYSTEM}::1`), versioned(next)),
      ]
      const answer = await commit(ehrId, right[number - 1] ?? changed({}))
      assert.deepEqual(uidsIn(answer), [next])
      preceding = next
    }
  })
})

describe('the uid in the body of a PUT', () => {
  interface Update {
    readonly name: string
    /** The version that is followed. */
    readonly prepare: (ehrId: string) => Promise<string>
    readonly put: (ehrId: string, uid: string, rest: object, headers?: Headers) => Promise<Answer>
    /** Any uid that names the object is taken. */
    readonly takesAnyVersion?: true
  }
  const UPDATES: readonly Update[] = [
    {
      name: 'of a composition',
      prepare: async ehrId => records.update(ehrId, await records.composition(ehrId, 'first'), 'second'),
      put: (ehrId, uid, rest) =>
        call(
          `PUT /ehr/${ehrId}/composition/${objectOf(uid)}`,
          { ...note('third'), ...rest },
          { 'If-Match': uid },
        ),
    },
    {
      name: 'of the directory',
      prepare: async ehrId => {
        const first = idOf(await call(`POST /ehr/${ehrId}/directory`, folder('first')))
        return idOf(await call(`PUT /ehr/${ehrId}/directory`, folder('second'), { 'If-Match': first }))
      },
      put: (ehrId, uid, rest) =>
        call(`PUT /ehr/${ehrId}/directory`, { ...folder('third'), ...rest }, { 'If-Match': uid }),
    },
    {
      name: 'of the EHR_STATUS',
      takesAnyVersion: true,
      prepare: async ehrId => {
        const first = idOf(await call(`GET /ehr/${ehrId}/ehr_status`))
        return idOf(await call(`PUT /ehr/${ehrId}/ehr_status`, status(), { 'If-Match': first }))
      },
      put: (ehrId, uid, rest) =>
        call(`PUT /ehr/${ehrId}/ehr_status`, status({ ...rest }), { 'If-Match': uid }),
    },
  ]
  for (const { name, prepare, put, takesAnyVersion } of UPDATES)
    it(`${name} is its own, or is refused`, async () => {
      const ehrId = await records.ehr()
      const second = await prepare(ehrId)
      const id = objectOf(second)
      for (const other of [
        hierarchical(randomUUID()),
        versioned(`${randomUUID()}::${SYSTEM}::2`),
        ...(takesAnyVersion ? [] : [versioned(`${id}::elsewhere.org::2`), versioned(`${id}::${SYSTEM}::4`)]),
      ])
        refusedAs(await put(ehrId, second, other), 400, 'request.malformed')
      let latest = second
      for (const own of [
        () => versioned(latest),
        () => hierarchical(id),
        () => versioned(`${id}::${SYSTEM}::1`),
        () => versioned(`${id}::${SYSTEM}::6`),
      ]) {
        const answer = await put(ehrId, latest, own())
        assert.equal(answer.status, 204, answer.text)
        latest = idOf(answer)
      }
      assert.equal(latest, `${id}::${SYSTEM}::6`)
    })
})
