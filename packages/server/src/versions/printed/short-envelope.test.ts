/** Envelopes come back to the byte, whichever form they are stored in. */
import { strict as assert } from 'node:assert'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import type { EhrId, ObjectId } from '../../ids/index.ts'
import type { StoredVersion } from '../model.ts'
import { printAudit, printEnvelope, timestamp, withSignature } from './envelope.ts'
import { auditIn, restoreEnvelope, shortenEnvelope } from './short-envelope.ts'

const text = fc.string({ unit: 'grapheme' })
const base64 = fc.base64String({ minLength: 40, maxLength: 88 }).map(value => value.replace(/[+/=]/g, '_'))
const party = fc.record({ _type: fc.constant('PARTY_IDENTIFIED'), name: text })
const described = fc.oneof(fc.constant('creation'), text)

const version = fc
  .record({
    committer: party,
    description: described,
    changeType: fc.constantFrom(249, 250, 251, 523, 666),
    lifecycle: fc.constantFrom(532, 553, 523),
    time: fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true }),
    systemId: fc.constantFrom('here', 'elsewhere "quoted"'),
    attestations: fc.option(fc.array(party), { nil: undefined }),
    kid: base64,
    contribution: fc.option(base64, { nil: undefined }),
    templateKey: fc.option(fc.integer({ min: 1 })),
    signature: base64,
  })
  .map((made): StoredVersion => {
    const { committer, changeType, lifecycle, time, attestations, templateKey, kid, contribution } = made
    const description = { _type: 'DV_TEXT', value: made.description }
    const audit = printAudit({ changeType, committer, description }, timestamp(time), 'here')
    const envelope = printEnvelope({ lifecycle, attestations }, audit, timestamp(time), 'here')
    const facts = contribution && { contribution, ...(templateKey === null ? {} : { template: templateKey }) }
    const header = Buffer.from(JSON.stringify({ alg: 'EdDSA', kid, ...facts })).toString('base64url')
    const jws = `${header}..${made.signature}`
    return {
      ehrId: '' as EhrId,
      objectId: '' as ObjectId,
      kind: 'COMPOSITION',
      version: 1,
      systemId: made.systemId,
      contributionId: '',
      committedAt: time,
      changeType,
      lifecycle,
      templateKey,
      otherInputs: [],
      envelope: withSignature(envelope.stored, jws),
      data: null,
    }
  })

describe('a stored envelope', () => {
  it('is the one that was shortened, and short', () => {
    fc.assert(
      fc.property(version, given => {
        const short = shortenEnvelope(given)
        assert.equal(restoreEnvelope(short, given), given.envelope)
        assert.ok(short.startsWith('~') && short.length < given.envelope.length)
      }),
      { verbose: true },
    )
  })

  it('stays whole where something of it would be lost', () => {
    const { envelope, ...rest } = fc.sample(version, { numRuns: 1, seed: 1 })[0] as StoredVersion
    for (const unusual of [
      envelope.replace('"lifecycle_state"', '"more":1,"lifecycle_state"'),
      envelope.replace('"EHR', '"EHR').replace('{"signature"', '{ "signature"'),
      envelope.replace(/"code_string":"\d+"/, '"code_string":"1"'),
    ]) {
      assert.equal(shortenEnvelope({ ...rest, envelope: unusual }), unusual)
      assert.equal(restoreEnvelope(unusual, rest), unusual)
    }
  })

  it('has the audit of its version', () => {
    fc.assert(
      fc.property(version, ({ envelope }) => {
        assert.ok(envelope.includes(`"commit_audit":${auditIn(envelope)},`))
      }),
    )
  })
})
