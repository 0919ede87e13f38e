/** A long chain of seals is checked in ranges: what joins two of them is checked too, and a run goes on after any of them. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type TrailHead, verifyTrail } from '../../packages/server/src/audit/index.ts'
import { type Seal, sealDigest, sumDigests } from '../../packages/server/src/audit/seals/seal.ts'
import { findHead, insertSeal } from '../../packages/server/src/audit/seals/store.ts'
import { openSealCheck } from '../../packages/server/src/audit/verify/seal-range.ts'
import { openVault } from '../../packages/server/src/seals/vault.ts'
import { openSigner } from '../../packages/server/src/versions/index.ts'
import { SECRET_KEY, testServer } from '../server.ts'
import { makeSeals, openTrail } from './sealed-trail.ts'

const server = await testServer()
const { db } = server
const { isSigned, sealed, faultsWhile, newest } = await openTrail(db)
const { signDigest } = await openSigner(db, openVault(SECRET_KEY))
await makeSeals(server, sealed)

/** Seals of no events, as a server writes them for what is removed: more than two ranges of a thousand. */
const MADE = 2100

const last = await db.transaction(async queries => {
  let { number, digest: previous } = (await findHead(queries)) ?? { number: 0, digest: Buffer.alloc(0) }
  for (let made = 0; made < MADE; made++) {
    const seal: Seal = {
      form: 2,
      number: ++number,
      sealedAt: new Date().toISOString(),
      events: [],
      ...sumDigests([]),
      times: null,
      completeTo: null,
      removed: null,
      state: null,
      previous,
    }
    const digest = sealDigest(seal)
    assert.ok(await insertSeal(queries, { ...seal, digest, signature: signDigest(digest) }))
    previous = digest
  }
  return number
})

interface Run {
  readonly ends: readonly TrailHead[]
  readonly told: readonly (readonly [checked: number, total: number])[]
  readonly seals: number
  readonly faults: readonly string[]
}

async function run(after?: TrailHead): Promise<Run> {
  const ends: TrailHead[] = []
  const told: [number, number][] = []
  const check = openSealCheck(db, isSigned)
  const { seals, faults } = await verifyTrail(db, {
    isSigned,
    after,
    told: (checked, total) => told.push([checked, total]),
    rangeDone: end => ends.push(end),
    // Two ranges at the same time, if there are as many.
    checksFor: async ranges => (ranges > 1 ? [check, check] : [check]),
  })
  return { ends, told, seals, faults: faults.map(({ place, what }) => `${place} ${what}`) }
}

const whole = await run()

describe('a chain of several ranges', () => {
  it('is whole, and the ends of its ranges are told in their order', () => {
    assert.deepEqual(whole.faults, [])
    assert.deepEqual(
      whole.ends.map(({ number }) => number),
      [1000, 2000, last],
    )
    assert.equal(whole.seals, last)
    assert.deepEqual(whole.told.at(-1), [last, last])
  })

  it('is checked from the end of each on, and of no seal more', async () => {
    for (const end of whole.ends) {
      const { seals, faults } = await run(end)
      assert.deepEqual([seals, faults], [last - end.number, []])
    }
  })

  it('has the same end, wherever a run began', async () => {
    const head = await newest()
    for (const after of whole.ends) assert.deepEqual((await verifyTrail(db, { isSigned, after })).head, head)
  })
})

describe('between two ranges', () => {
  it('a seal that was taken away is missed, at the end of one and at the beginning of the other', async () => {
    for (const gone of [1000, 1001])
      assert.deepEqual(await faultsWhile(`delete from cairn.audit_seal where seal_number = ${gone}`), [
        [`seal ${gone + 1}`, 'the seal before it is missing'],
      ])
  })

  it('all seals of a range that were taken away are missed', async () => {
    const faults = await faultsWhile('delete from cairn.audit_seal where seal_number between 1001 and 2000')
    assert.deepEqual(faults, [['seal 2001', '1000 seals before it are missing']])
  })

  it('a seal that does not follow is known', async () => {
    const faults = await faultsWhile(
      `update cairn.audit_seal set digest = sha256('x') where seal_number = 1000`,
    )
    assert.deepEqual(faults, [
      ['seal 1000', 'does not match its signature'],
      ['seal 1001', 'does not follow the seal before it'],
    ])
  })
})

describe('a run that goes on', () => {
  const [first, second] = whole.ends
  assert.ok(first && second)

  it('misses a chain that was made anew before its place', async () => {
    const { faults } = await run({ ...first, digest: second.digest })
    assert.deepEqual(faults, [
      'seal 1001 does not follow the seal before it',
      'seal 1000 is missing: the end of the trail was cut off, or made anew',
    ])
  })

  it('misses an end that was cut off before its place', async () => {
    const { seals, faults } = await run({ number: last + 1, digest: first.digest })
    assert.deepEqual(
      [seals, faults],
      [0, [`seal ${last + 1} is missing: the end of the trail was cut off, or made anew`]],
    )
  })
})
