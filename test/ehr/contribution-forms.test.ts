/** The forms of a contribution, and the parts of a request that its versions keep (openEHR REST, NewContribution). */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { data } from '../../packages/openehr/fixtures/opt-builder/index.ts'
import { readXml, writeXml } from '../../packages/openehr/src/format/index.ts'
import type { RmObject } from '../../packages/openehr/src/rm/index.ts'
import { idOf, newEhr, uploadTemplate } from '../records.ts'
import { testServer } from '../server.ts'
import {
  audit,
  clientOf,
  coded,
  composition,
  contribution,
  folder,
  uidsOf,
  version,
} from './contribution-changes.ts'

const server = await testServer({ env: { CAIRN_SYSTEM_ID: 'cairn.test' } })
await uploadTemplate(server)
const { call, commit, committed } = clientOf(server)
const creation = (given: unknown = composition()) => version({ change: 'creation', data: given })

/** The VERSION that the only change of a contribution became. */
async function versionAfter(body: data.Data, ehrId?: string) {
  const answer = await commit(ehrId ?? (await newEhr(server)), body, {
    Prefer: 'return=representation, resolve_refs',
  })
  assert.equal(answer.status, 201, answer.text)
  const whole = answer.json()
  return { contribution: whole, version: whole.versions[0] }
}

const RUBRICS: Readonly<Record<string, string>> = { 249: 'creation', 251: 'modification', 553: 'incomplete' }

describe('the forms that a contribution is sent in', () => {
  const FORMS: Record<string, (code: string) => unknown> = {
    'a DV_CODED_TEXT': code => data.codedText('openehr', code, 'text'),
    'a DV_CODED_TEXT whose terminology is a text': code => ({
      value: 'text',
      defining_code: { terminology_id: 'openehr', code_string: code },
    }),
    'a TERMINOLOGY_CODE': code => ({ terminology_id: 'openehr', code_string: code }),
    'a CODE_PHRASE': code => data.codePhrase('openehr', code),
    'a code': code => code,
    'a code with its terminology': code => `openehr::${code}`,
    'a rubric': code => RUBRICS[code],
  }
  for (const [name, form] of Object.entries(FORMS))
    it(`may have change_type and lifecycle_state as ${name}`, async () => {
      const { version: made, contribution: whole } = await versionAfter({
        audit: { change_type: form('251') },
        versions: [
          { lifecycle_state: form('553'), commit_audit: { change_type: form('249') }, data: composition() },
        ],
      })
      assert.deepEqual(made.lifecycle_state, coded('incomplete'))
      assert.deepEqual(made.commit_audit.change_type, coded('creation'))
      assert.deepEqual(whole.audit.change_type, coded('modification'))
    })

  const DESCRIPTIONS: Record<string, unknown> = {
    'a text': 'why',
    'a DV_TEXT': { _type: 'DV_TEXT', value: 'why' },
    'a DV_TEXT that does not say so': { value: 'why' },
  }
  for (const [name, description] of Object.entries(DESCRIPTIONS))
    it(`may have the description as ${name}`, async () => {
      const given = audit('creation', { description })
      const { version: made, contribution: whole } = await versionAfter(
        contribution([{ ...creation(), commit_audit: given }], { audit: given }),
      )
      assert.deepEqual(made.commit_audit.description, { _type: 'DV_TEXT', value: 'why' })
      assert.deepEqual(whole.audit.description, { _type: 'DV_TEXT', value: 'why' })
    })

  it('may be UPDATE_VERSION and UPDATE_AUDIT', async () => {
    const { version: made } = await versionAfter({
      _type: 'UPDATE_CONTRIBUTION',
      audit: { ...audit('creation'), _type: 'UPDATE_AUDIT' },
      versions: [
        {
          ...creation(),
          _type: 'UPDATE_VERSION',
          commit_audit: { ...audit('creation'), _type: 'UPDATE_AUDIT' },
        },
      ],
    })
    assert.equal(made._type, 'ORIGINAL_VERSION')
    assert.equal(made.commit_audit._type, 'AUDIT_DETAILS')
  })

  it('may be canonical XML', async () => {
    const ehrId = await newEhr(server)
    const xml = writeXml(contribution([creation(), creation(folder('root'))]) as RmObject)
    const headers = {
      'Content-Type': 'application/xml',
      Accept: 'application/xml',
      Prefer: 'return=representation',
    }
    const answer = await commit(ehrId, xml, headers)
    assert.equal(answer.status, 201, answer.text)
    assert.match(answer.headers.get('content-type') ?? '', /^application\/xml/)
    const made = readXml(answer.text)
    assert.equal(made._type, 'CONTRIBUTION')
    assert.deepEqual(uidsOf(made).length, 2)
    const resolved = await call(`GET /ehr/${ehrId}/contribution/${idOf(answer)}`, undefined, {
      Accept: 'application/xml',
      Prefer: 'resolve_refs',
    })
    assert.equal(resolved.status, 200, resolved.text)
    const [first] = readXml(resolved.text)['versions'] as RmObject[]
    assert.equal(first?._type, 'ORIGINAL_VERSION')
    assert.equal((first?.['data'] as RmObject | undefined)?._type, 'COMPOSITION')
  })

  it('is refused with 415 as FLAT', async () => {
    const headers = { 'Content-Type': 'application/openehr.wt.flat+json' }
    assert.equal((await commit(await newEhr(server), {}, headers)).status, 415)
  })
})

describe('the audit of a contribution', () => {
  it('has the time and the system of the commit, whatever was sent', async () => {
    const given = audit('creation', {
      system_id: 'elsewhere.org',
      time_committed: { _type: 'DV_DATE_TIME', value: '1999-01-01T00:00:00Z' },
    })
    const { version: made, contribution: whole } = await versionAfter(
      contribution([{ ...creation(), commit_audit: given }], { audit: given }),
    )
    for (const each of [made.commit_audit, whole.audit]) {
      assert.equal(each.system_id, 'cairn.test')
      assert.match(each.time_committed.value, /^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/)
      assert.ok(Math.abs(Date.parse(each.time_committed.value) - Date.now()) < 60_000)
    }
  })

  it('refuses a system_id that is none', async () => {
    for (const system_id of ['', 7, {}]) {
      const answer = await commit(
        await newEhr(server),
        contribution([creation()], { audit: audit('creation', { system_id }) }),
      )
      assert.equal(answer.status, 400, JSON.stringify(system_id))
      assert.deepEqual(
        answer.json().errors.map((each: { path: string }) => each.path),
        ['audit/system_id'],
      )
    }
  })

  it('names the client of the token where no committer is given', async () => {
    const { committer: _none, ...anonymous } = audit('creation')
    const { version: made, contribution: whole } = await versionAfter(
      contribution([{ ...creation(), commit_audit: anonymous }], { audit: anonymous }),
    )
    const expected = { _type: 'PARTY_IDENTIFIED', name: server.client.id }
    assert.deepEqual(made.commit_audit.committer, expected)
    assert.deepEqual(whole.audit.committer, expected)
  })

  it('gives its committer to versions that name none', async () => {
    const { committer: _none, ...anonymous } = audit('creation')
    const { version: made } = await versionAfter(contribution([{ ...creation(), commit_audit: anonymous }]))
    assert.equal(made.commit_audit.committer.name, 'Dr. Ada')
  })

  it('is its own for each version', async () => {
    const ehrId = await newEhr(server)
    const by = (name: string) => ({
      ...creation(),
      commit_audit: audit('creation', { committer: { _type: 'PARTY_IDENTIFIED', name } }),
    })
    const answer = await commit(ehrId, contribution([by('A'), by('B')]), {
      Prefer: 'return=representation, resolve_refs',
    })
    // biome-ignore lint/suspicious/noExplicitAny: versions as the answer has them
    const names = answer.json().versions.map((each: any) => each.commit_audit.committer.name)
    assert.deepEqual(names, ['A', 'B'])
  })
})

describe('what a version of a contribution keeps', () => {
  const ATTESTATION = {
    _type: 'ATTESTATION',
    reason: { _type: 'DV_TEXT', value: 'signed' },
    is_pending: false,
    proof: 'c2lnbmF0dXJl',
  }

  it('is other_input_version_uids', async () => {
    const uid = `${randomUUID()}::other.system::3`
    const inputs = [{ _type: 'OBJECT_VERSION_ID', value: uid }]
    const { version: made } = await versionAfter(
      contribution([{ ...creation(), other_input_version_uids: inputs }]),
    )
    assert.deepEqual(
      made.other_input_version_uids.map((each: { value: string }) => each.value),
      [uid],
    )
  })

  it('is its attestations, with the committer, time and system that they lack', async () => {
    const { version: made } = await versionAfter(
      contribution([{ ...creation(), attestations: [ATTESTATION] }]),
    )
    const [attestation] = made.attestations
    assert.equal(attestation._type, 'ATTESTATION')
    assert.equal(attestation.proof, ATTESTATION.proof)
    assert.equal(attestation.committer.name, 'Dr. Ada')
    assert.equal(attestation.system_id, 'cairn.test')
    assert.equal(attestation.time_committed.value, made.commit_audit.time_committed.value)
    assert.deepEqual(attestation.change_type, coded('attestation'))
  })

  it('is what attestations say of their own time, committer and system', async () => {
    const own = {
      ...ATTESTATION,
      _type: 'UPDATE_ATTESTATION',
      system_id: 'signing.org',
      time_committed: { _type: 'DV_DATE_TIME', value: '2026-01-02T03:04:05Z' },
      committer: { _type: 'PARTY_IDENTIFIED', name: 'Dr. Bell' },
      change_type: '666',
      reason: 'signed',
    }
    const { version: made } = await versionAfter(contribution([{ ...creation(), attestations: [own] }]))
    const [attestation] = made.attestations
    assert.equal(attestation.system_id, 'signing.org')
    assert.equal(attestation.time_committed.value, '2026-01-02T03:04:05Z')
    assert.equal(attestation.committer.name, 'Dr. Bell')
    assert.deepEqual(attestation.reason, { _type: 'DV_TEXT', value: 'signed' })
  })

  it('is not a signature or contribution that the client made up', async () => {
    const made = await versionAfter(contribution([{ ...creation(), signature: 'forged', branch: true }]))
    assert.notEqual(made.version.signature, 'forged')
    assert.match(made.version.signature, /^[\w-]+\.\.[\w-]+$/)
    assert.match(made.version.uid.value, /::cairn\.test::1$/)
  })

  it('is, for an attestation of an existing version, the same data once more', async () => {
    const ehrId = await newEhr(server)
    const [uid = ''] = await committed(ehrId, { change: 'creation', data: composition() })
    const stored = (await call(`GET /ehr/${ehrId}/composition/${uid}`)).json()
    let preceding = uid
    for (const given of [undefined, composition(), stored]) {
      const change = version({
        change: 'attestation',
        data: given,
        preceding,
        rest: { attestations: [ATTESTATION] },
      })
      const { version: made } = await versionAfter(contribution([change]), ehrId)
      assert.equal(made.preceding_version_uid.value, preceding)
      assert.deepEqual(made.commit_audit.change_type, coded('attestation'))
      assert.equal(made.attestations.length, 1)
      preceding = made.uid.value
      assert.deepEqual(made.data, { ...stored, uid: { _type: 'OBJECT_VERSION_ID', value: preceding } })
    }
    // Earlier commits are as they were.
    const first = await call(`GET /ehr/${ehrId}/versioned_composition/${uid.split('::')[0]}/version/${uid}`)
    assert.deepEqual(first.json().attestations, [])
    const other = version({
      change: 'attestation',
      data: composition(99),
      preceding,
      rest: { attestations: [ATTESTATION] },
    })
    const refused = await commit(ehrId, contribution([other]))
    assert.equal(refused.status, 400, refused.text)
    assert.equal(refused.json().errors[0].path, 'versions[0]/data')
  })
})
