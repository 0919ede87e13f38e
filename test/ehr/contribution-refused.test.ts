/** Contributions that are refused: as a whole, with everything that is wrong with them, and when they come too late. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { data } from '../../packages/openehr/fixtures/opt-builder/index.ts'
import { idOf, newEhr, uploadTemplate } from '../records.ts'
import { testServer } from '../server.ts'
import {
  broken,
  clientOf,
  composition,
  contribution,
  counted,
  folder,
  pathsOf,
  refused,
  type Version,
  version,
} from './contribution-changes.ts'

const server = await testServer()
await uploadTemplate(server)
const { call, commit, committed } = clientOf(server)

const unknownTemplate = (): data.Data =>
  JSON.parse(JSON.stringify(composition()).replaceAll('Blood pressure.v1', 'nobody knows it'))

const rejected = (ehrId: string, ...versions: Version[]) =>
  refused(server, ehrId, contribution(versions.map(version)), [400, 'contribution.invalid'])

describe('a contribution of which something is invalid', () => {
  const valid: Version = { change: 'creation', data: composition() }
  const invalid: Version = { change: 'creation', data: broken() }
  const body = (...versions: Version[]) => contribution(versions.map(version))

  for (const [name, given, at] of [
    ['the only', [invalid], [0]],
    ['the first', [invalid, valid, { change: 'creation', data: folder('root') }], [0]],
    ['the last', [valid, { change: 'creation', data: folder('root') }, invalid], [2]],
    ['several', [invalid, valid, invalid], [0, 2]],
    ['an incomplete', [valid, { ...invalid, lifecycle: 'incomplete' }], [1]],
  ] as const)
    it(`is refused with 400 and every violation, each with the version it is in (${name})`, async () => {
      const answer = await refused(server, await newEhr(server), body(...given), [
        400,
        'contribution.invalid',
      ])
      const paths = pathsOf(answer)
      assert.ok(paths.length >= 2 * at.length, answer.text)
      const positions = paths.map(path => Number(/^versions\[(\d+)\]\/data\//.exec(path)?.[1]))
      assert.deepEqual([...new Set(positions)].sort(), [...at])
      assert.equal(answer.json().validationErrors.length, paths.length)
    })

  it('is refused with 400 for a template that is not here', async () => {
    const unknown: Version = { change: 'creation', data: unknownTemplate() }
    const answer = await refused(server, await newEhr(server), body(valid, unknown), [
      400,
      'contribution.invalid',
    ])
    assert.deepEqual(pathsOf(answer), ['versions[1]/data/archetype_details/template_id/value'])
    const both = await refused(server, await newEhr(server), body(unknown, invalid), [
      400,
      'contribution.invalid',
    ])
    assert.ok(pathsOf(both).includes('versions[0]/data/archetype_details/template_id/value'))
  })

  it('is refused with 400 for a change that does not fit, whatever else is valid', async () => {
    const ehrId = await newEhr(server)
    const answer = await rejected(
      ehrId,
      valid,
      { change: 'modification', data: composition() },
      { change: 'creation', lifecycle: 'deleted', data: composition() },
    )
    assert.deepEqual(pathsOf(answer), ['versions[1]/preceding_version_uid', 'versions[2]/lifecycle_state'])
  })

  const FAULTS: Record<string, { readonly body: unknown; readonly paths: readonly string[] }> = {
    'no versions': { body: contribution([]), paths: ['versions'] },
    'versions that are no list': {
      body: contribution([], { versions: {} }),
      paths: ['versions', 'versions'],
    },
    'no audit': { body: contribution([version(valid)], { audit: undefined }), paths: ['audit'] },
    'a version that is none': { body: contribution(['x' as never]), paths: ['versions[0]'] },
    'an imported version': {
      body: contribution([{ ...version(valid), _type: 'IMPORTED_VERSION' }]),
      paths: ['versions[0]'],
    },
    'no lifecycle_state and no commit_audit': {
      body: contribution([{ data: composition() }]),
      paths: ['versions[0]/lifecycle_state', 'versions[0]/commit_audit'],
    },
    'codes that there are not': {
      body: contribution([
        {
          ...version(valid),
          lifecycle_state: data.codedText('openehr', '249'),
          commit_audit: { change_type: data.codedText('local', '249') },
        },
      ]),
      paths: ['versions[0]/lifecycle_state', 'versions[0]/commit_audit/change_type'],
    },
    'a committer that is nobody': {
      body: contribution([version(valid)], {
        audit: { change_type: '249', committer: { _type: 'DV_TEXT', value: 'x' } },
      }),
      paths: ['audit/committer'],
    },
    'a preceding version that is none': {
      body: contribution([version({ change: 'modification', data: composition(), preceding: 'x' })]),
      paths: ['versions[0]/preceding_version_uid'],
    },
    'other inputs that are none': {
      body: contribution([version({ ...valid, rest: { other_input_version_uids: ['x'] } })]),
      paths: ['versions[0]/other_input_version_uids[0]'],
    },
    'an attestation that says no reason': {
      body: contribution([version({ ...valid, rest: { attestations: [{ is_pending: false }] } })]),
      paths: ['versions[0]/attestations[0]/reason'],
    },
    'an attestation of nothing': {
      body: contribution([version({ change: 'attestation', data: composition() })]),
      paths: ['versions[0]/preceding_version_uid', 'versions[0]/attestations'],
    },
    'a uid that is none': { body: contribution([version(valid)], { uid: 'x' }), paths: ['uid'] },
    'no data': { body: contribution([version({ change: 'creation' })]), paths: ['versions[0]/data'] },
    'data that are something else': {
      body: contribution([version({ change: 'creation', data: { _type: 'PERSON' } })]),
      paths: ['versions[0]/data'],
    },
    'data that do not say what they are': {
      body: contribution([version({ change: 'creation', data: { name: 'x' } })]),
      paths: ['versions[0]/data/_type'],
    },
  }
  for (const [name, { body: faulty, paths }] of Object.entries(FAULTS))
    it(`is refused with 400 for ${name}, and told where`, async () => {
      const answer = await refused(server, await newEhr(server), faulty, [400, 'contribution.invalid'])
      assert.deepEqual(pathsOf(answer), paths)
    })

  it('is refused with 400 where it is no object or no JSON', async () => {
    const ehrId = await newEhr(server)
    await refused(server, ehrId, [], [400, 'request.malformed'])
    await refused(server, ehrId, '{"versions":[', [400, 'json.malformed'])
  })
})

describe('contributions that race', () => {
  it('have one winner of eight; the others get 412 with its version in ETag, and leave nothing', async () => {
    const ehrId = await newEhr(server)
    const [one = '', two = ''] = await committed(
      ehrId,
      { change: 'creation', data: composition(1) },
      { change: 'creation', data: composition(2) },
    )
    const before = await counted(server, ehrId)
    const both = contribution([
      version({ change: 'creation', data: composition() }),
      version({ change: 'modification', data: composition(3), preceding: one }),
      version({ change: 'modification', data: composition(4), preceding: two }),
    ])
    const answers = await Promise.all(Array.from({ length: 8 }, () => commit(ehrId, both)))
    assert.deepEqual(answers.map(answer => answer.status).sort(), [201, 412, 412, 412, 412, 412, 412, 412])
    for (const answer of answers)
      if (answer.status === 412)
        assert.ok([one, two].map(uid => uid.replace(/1$/, '2')).includes(idOf(answer)), answer.text)
    const after = await counted(server, ehrId)
    assert.equal(after?.versions, (before?.versions ?? 0) + 3)
    assert.equal(after?.contributions, (before?.contributions ?? 0) + 1)
  })

  it('make one directory of eight, by either address', async () => {
    const ehrId = await newEhr(server)
    const before = await counted(server, ehrId)
    const body = contribution([
      version({ change: 'creation', data: composition() }),
      version({ change: 'creation', data: folder('root') }),
    ])
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        at % 2 === 0 ? commit(ehrId, body) : call(`POST /ehr/${ehrId}/directory`, folder('root')),
      ),
    )
    assert.deepEqual(answers.map(answer => answer.status).sort(), [201, 409, 409, 409, 409, 409, 409, 409])
    const after = await counted(server, ehrId)
    assert.equal(after?.contributions, (before?.contributions ?? 0) + 1)
    assert.equal(
      (await call(`GET /ehr/${ehrId}/directory`)).json().uid.value.split('::')[0],
      after?.directory,
    )
  })
})
