/** Contributions that are accepted: the matrix of the openEHR conformance schedule (I_EHR_CONTRIBUTION), row by row. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { data } from '../../packages/openehr/fixtures/opt-builder/index.ts'
import { bloodPressure, idOf, newEhr, putComposition, uploadTemplate } from '../records.ts'
import { testServer } from '../server.ts'
import {
  broken,
  clientOf,
  composition,
  contribution,
  folder,
  pathsOf,
  refused,
  status,
  type Term,
  type Version,
  version,
} from './contribution-changes.ts'

const server = await testServer()
await uploadTemplate(server)
const { call, commit, committed, statusUid } = clientOf(server)

const CHANGES: readonly Term[] = [
  'creation',
  'amendment',
  'modification',
  'synthesis',
  'unknown',
  'deleted',
  'attestation',
  'restoration',
  'format conversion',
]
const LIFECYCLES: readonly Term[] = ['complete', 'incomplete', 'deleted', 'inactive', 'abandoned']
const LIVING: readonly Term[] = ['complete', 'incomplete', 'inactive', 'abandoned']

const persistent = (): data.Data => {
  const { context: _context, ...rest } = composition()
  return { ...rest, category: data.codedText('openehr', '431', 'persistent') }
}

const PAYLOADS: Record<string, () => data.Data> = { event: () => composition(), persistent }
const FIRST: Partial<Record<Term, readonly Term[]>> = { creation: ['complete', 'incomplete'] }
const ATTESTED = { attestations: [{ _type: 'ATTESTATION', reason: data.text('signed'), is_pending: false }] }

const rejected = (ehrId: string, ...versions: Version[]) =>
  refused(server, ehrId, contribution(versions.map(version)), [400, 'contribution.invalid'])

/** Every combination of change type and lifecycle state; `accepted` names those that pass. */
async function matrix(
  accepted: Partial<Record<Term, readonly Term[]>>,
  prepare: () => Promise<{ ehrId: string; data?: unknown; preceding?: string }>,
): Promise<void> {
  for (const change of CHANGES)
    for (const lifecycle of LIFECYCLES) {
      const { ehrId, ...given } = await prepare()
      const rest = change === 'attestation' ? ATTESTED : {}
      const body = contribution([version({ change, lifecycle, ...given, rest })])
      const answer = await commit(ehrId, body)
      const expected = accepted[change]?.includes(lifecycle) ? 201 : 400
      assert.equal(answer.status, expected, `${change}, ${lifecycle}: ${answer.text}`)
    }
}

describe('the first version of a COMPOSITION', () => {
  for (const [category, payload] of Object.entries(PAYLOADS)) {
    it(`is taken as a creation, complete or incomplete, and as nothing else (${category})`, async () => {
      const ehrId = await newEhr(server)
      await matrix(FIRST, async () => ({ ehrId, data: payload() }))
    })

    for (const other of ['event', 'persistent'])
      it(`may come with another: ${category} and ${other}`, async () => {
        const uids = await committed(
          await newEhr(server),
          { change: 'creation', data: payload() },
          { change: 'creation', data: PAYLOADS[other]?.() },
        )
        assert.equal(new Set(uids).size, 2)
      })
  }
})

describe('the next version of a COMPOSITION', () => {
  it('fits its change type and lifecycle state', async () => {
    const ehrId = await newEhr(server)
    const accepted: Partial<Record<Term, readonly Term[]>> = {
      amendment: LIVING,
      modification: LIVING,
      synthesis: LIVING,
      restoration: LIVING,
      'format conversion': LIVING,
      attestation: LIVING,
      deleted: ['deleted', 'complete'],
    }
    await matrix(accepted, async () => {
      const [preceding = ''] = await committed(ehrId, { change: 'creation', data: composition() })
      return { ehrId, data: composition(), preceding }
    })
  })

  it('is number 2, then 3, and the deletion 4', async () => {
    const ehrId = await newEhr(server)
    let [preceding = ''] = await committed(ehrId, { change: 'creation', data: composition() })
    const steps: Version[] = [
      { change: 'modification', data: composition(130) },
      { change: 'amendment', data: composition(140) },
      { change: 'deleted', lifecycle: 'deleted' },
    ]
    for (const [at, step] of steps.entries()) {
      const [next = ''] = await committed(ehrId, { ...step, preceding })
      assert.equal(next, preceding.replace(/\d+$/, String(at + 2)))
      preceding = next
    }
    assert.equal((await call(`GET /ehr/${ehrId}/composition/${preceding.split('::')[0]}`)).status, 204)
  })

  for (const [name, given] of [
    ['without data', {}],
    ['with the data that it deletes', { data: composition() }],
    ['with data that break rules, since none are kept', { data: broken() }],
    ['complete, as many clients leave it', { lifecycle: 'complete' }],
  ] as const)
    it(`deletes ${name}`, async () => {
      const ehrId = await newEhr(server)
      const [preceding = ''] = await committed(ehrId, { change: 'creation', data: composition() })
      const [uid = ''] = await committed(ehrId, {
        change: 'deleted',
        lifecycle: 'deleted',
        preceding,
        ...given,
      })
      const read = await call(`GET /ehr/${ehrId}/versioned_composition/${uid.split('::')[0]}/version/${uid}`)
      assert.equal(read.json().data, undefined)
      assert.equal(read.json().lifecycle_state.defining_code.code_string, '523')
    })

  it('follows the latest version: 412 with that one in ETag otherwise', async () => {
    const ehrId = await newEhr(server)
    const [first = ''] = await committed(ehrId, { change: 'creation', data: composition() })
    const [second] = await committed(ehrId, { change: 'modification', data: composition(), preceding: first })
    for (const change of ['modification', 'deleted'] as const) {
      const stale = version({ change, data: composition(), preceding: first })
      const answer = await refused(server, ehrId, contribution([stale]), [412, 'version.conflict'])
      assert.equal(idOf(answer), second)
      assert.deepEqual(pathsOf(answer), ['versions[0]/preceding_version_uid'])
    }
  })

  it('follows a version of this EHR: those of others are refused as those that there are not', async () => {
    const ehrId = await newEhr(server)
    const [own = ''] = await committed(ehrId, { change: 'creation', data: composition() })
    const [others = ''] = await committed(await newEhr(server), { change: 'creation', data: composition() })
    const bodies = []
    for (const preceding of [
      `${randomUUID()}::cairn.local::1`,
      others,
      own.replace('cairn.local', 'elsewhere'),
      own.replace(/1$/, '2'),
    ]) {
      const answer = await rejected(ehrId, { change: 'modification', data: composition(), preceding })
      bodies.push({ ...answer.json(), requestId: '' })
    }
    assert.equal(new Set(bodies.map(body => JSON.stringify(body))).size, 1)
  })

  it('is no second creation', async () => {
    const ehrId = await newEhr(server)
    const [preceding = ''] = await committed(ehrId, { change: 'creation', data: composition() })
    const answer = await rejected(ehrId, { change: 'creation', data: composition(), preceding })
    assert.deepEqual(pathsOf(answer), ['versions[0]/preceding_version_uid'])
  })

  it('is of the same kind and object', async () => {
    const ehrId = await newEhr(server)
    const [preceding = ''] = await committed(ehrId, { change: 'creation', data: composition() })
    await rejected(ehrId, { change: 'modification', data: status(), preceding })
    await rejected(ehrId, { change: 'deleted', lifecycle: 'deleted', data: folder('x'), preceding })
    const uid = { _type: 'HIER_OBJECT_ID', value: randomUUID() }
    await rejected(ehrId, { change: 'modification', data: { ...composition(), uid }, preceding })
  })

  it('is made by the same template, whatever address it comes by', async () => {
    const ehrId = await newEhr(server)
    await uploadTemplate(server, 'another.v1')
    const [preceding = ''] = await committed(ehrId, { change: 'creation', data: composition() })
    const other = bloodPressure(undefined, 'another.v1')
    const change = version({ change: 'modification', data: other, preceding })
    const answer = await refused(server, ehrId, contribution([change]), [400, 'contribution.invalid'])
    assert.deepEqual(pathsOf(answer), ['versions[0]/data/archetype_details/template_id/value'])
    const put = await putComposition(server, ehrId, preceding, other)
    assert.deepEqual([put.status, put.json().code], [422, 'data.invalid'])
    assert.deepEqual(pathsOf(put), ['/archetype_details/template_id/value'])
  })

  it('cannot delete or attest what is deleted, but bring it back', async () => {
    const ehrId = await newEhr(server)
    const [first = ''] = await committed(ehrId, { change: 'creation', data: composition() })
    const [preceding = ''] = await committed(ehrId, {
      change: 'deleted',
      lifecycle: 'deleted',
      preceding: first,
    })
    await rejected(ehrId, { change: 'deleted', lifecycle: 'deleted', preceding })
    await rejected(ehrId, { change: 'attestation', preceding, rest: ATTESTED })
    await committed(ehrId, { change: 'restoration', data: composition(), preceding })
  })

  it('is one: two changes of an object in a contribution are refused', async () => {
    const ehrId = await newEhr(server)
    const [preceding = ''] = await committed(ehrId, { change: 'creation', data: composition() })
    const answer = await rejected(
      ehrId,
      { change: 'modification', data: composition(1), preceding },
      { change: 'modification', data: composition(2), preceding },
    )
    assert.deepEqual(pathsOf(answer), ['versions[1]'])
  })
})

describe('an EHR_STATUS in a contribution', () => {
  const reference = (type: string) => ({
    subject: {
      _type: 'PARTY_SELF',
      external_ref: {
        _type: 'PARTY_REF',
        id: { _type: type, value: randomUUID(), ...(type === 'GENERIC_ID' ? { scheme: 'mrn' } : {}) },
        namespace: 'hospital',
        type: 'PERSON',
      },
    },
  })
  const EHRS: Record<string, () => Promise<string>> = {
    'of the default': () => newEhr(server),
    'that was given': () => newEhr(server, status(reference('GENERIC_ID'))),
    'that was modified before': async () => {
      const ehrId = await newEhr(server)
      await committed(ehrId, { change: 'modification', data: status(), preceding: await statusUid(ehrId) })
      return ehrId
    },
  }
  for (const [name, ehr] of Object.entries(EHRS))
    it(`is modified or amended, complete, and nothing else (${name})`, async () => {
      const ehrId = await ehr()
      const accepted: Partial<Record<Term, readonly Term[]>> = {}
      for (const change of [
        'modification',
        'amendment',
        'synthesis',
        'restoration',
        'format conversion',
        'attestation',
      ] as const)
        accepted[change] = ['complete']
      await matrix(accepted, async () => {
        const current = (await call(`GET /ehr/${ehrId}/ehr_status`)).json()
        return { ehrId, data: current, preceding: current.uid.value }
      })
      await rejected(ehrId, { change: 'creation', data: status() })
      await rejected(ehrId, { change: 'modification', data: status() })
    })

  for (const is_modifiable of [true, false])
    for (const is_queryable of [true, false])
      for (const subject of ['HIER_OBJECT_ID', 'GENERIC_ID', 'none'])
        it(`is taken with is_modifiable ${is_modifiable}, is_queryable ${is_queryable}, subject ${subject}`, async () => {
          const ehrId = await newEhr(server)
          const given = status({
            is_modifiable,
            is_queryable,
            ...(subject === 'none' ? {} : reference(subject)),
          })
          await committed(ehrId, { change: 'modification', data: given, preceding: await statusUid(ehrId) })
          const { uid: _uid, ...read } = (await call(`GET /ehr/${ehrId}/ehr_status`)).json()
          assert.deepEqual(read, given)
        })

  it('is refused with 400 where it breaks rules', async () => {
    const ehrId = await newEhr(server)
    const { is_queryable: _none, ...half } = status()
    const change = version({ change: 'modification', data: half, preceding: await statusUid(ehrId) })
    const answer = await refused(server, ehrId, contribution([change]), [400, 'contribution.invalid'])
    assert.deepEqual(pathsOf(answer), ['versions[0]/data/is_queryable'])
  })
})

describe('a FOLDER in a contribution', () => {
  const item = () => ({
    _type: 'OBJECT_REF',
    id: { _type: 'HIER_OBJECT_ID', value: randomUUID() },
    namespace: 'local',
    type: 'VERSIONED_COMPOSITION',
  })
  const TREES: Record<string, () => data.Data> = {
    'with nothing in it': () => folder('root'),
    'with items': () => folder('root', { items: [item(), item()] }),
    'with folders': () => folder('root', { folders: [folder('a'), folder('b')] }),
    'with both': () => folder('root', { items: [item()], folders: [folder('a')] }),
    'with items in its folders': () =>
      folder('root', { items: [item()], folders: [folder('a', { items: [item()] })] }),
  }
  for (const [name, tree] of Object.entries(TREES))
    for (const lifecycle of ['complete', 'incomplete'] as const)
      it(`is created, amended, modified and deleted ${name}, ${lifecycle}`, async () => {
        const ehrId = await newEhr(server)
        let [preceding = ''] = await committed(ehrId, { change: 'creation', lifecycle, data: tree() })
        for (const change of ['amendment', 'modification'] as const)
          [preceding = ''] = await committed(ehrId, { change, lifecycle, data: tree(), preceding })
        assert.equal((await call(`GET /ehr/${ehrId}/directory`)).json().uid.value, preceding)
        await committed(ehrId, { change: 'deleted', lifecycle: 'deleted', preceding })
        assert.equal((await call(`GET /ehr/${ehrId}/directory`)).status, 204)
      })

  it('is taken as a creation, complete or incomplete, and as nothing else where there is none', async () => {
    await matrix(FIRST, async () => ({ ehrId: await newEhr(server), data: folder('root') }))
  })

  it('cannot be created twice: 409', async () => {
    const ehrId = await newEhr(server)
    await committed(ehrId, { change: 'creation', data: folder('root') })
    const again = contribution([version({ change: 'creation', data: folder('root') })])
    await refused(server, ehrId, again, [409, 'version.exists'])
    await rejected(
      await newEhr(server),
      { change: 'creation', data: folder('root') },
      { change: 'creation', data: folder('root') },
    )
  })

  it('cannot be modified where there is none', async () => {
    const preceding = `${randomUUID()}::cairn.local::1`
    await rejected(await newEhr(server), { change: 'modification', data: folder('root'), preceding })
  })

  it('stays deleted: another can be created, as a new object', async () => {
    const ehrId = await newEhr(server)
    const [first = ''] = await committed(ehrId, { change: 'creation', data: folder('root') })
    const [gone = ''] = await committed(ehrId, { change: 'deleted', lifecycle: 'deleted', preceding: first })
    await rejected(ehrId, { change: 'modification', data: folder('root'), preceding: gone })
    const [second = ''] = await committed(ehrId, { change: 'creation', data: folder('other') })
    assert.notEqual(second.split('::')[0], first.split('::')[0])
    await rejected(ehrId, { change: 'modification', data: folder('root'), preceding: gone })
    assert.equal((await call(`GET /ehr/${ehrId}/directory`)).json().name.value, 'other')
  })

  it('is refused with 400 where it breaks rules', async () => {
    const { name: _none, ...nameless } = folder('a')
    const tree = folder('root', { folders: [nameless] })
    const body = contribution([version({ change: 'creation', data: tree })])
    const answer = await refused(server, await newEhr(server), body, [400, 'contribution.invalid'])
    assert.ok(
      pathsOf(answer).every(path => path.startsWith('versions[0]/data/folders')),
      answer.text,
    )
  })
})
