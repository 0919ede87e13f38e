/** A verification in parts: one that is interrupted and goes on finds what one run finds, and threads find the same. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  type FoundFaults,
  type Place,
  printPlace,
  readPlace,
  verifyAll,
} from '../../packages/server/src/admin/index.ts'
import { checkedVault } from '../../packages/server/src/auth/index.ts'
import { openRecords } from '../admin/records.ts'
import { behindItsBack } from '../audit/trail.ts'
import { runProgram } from '../http/program.ts'
import { SECRET_KEY, testServer } from '../server.ts'
import { SIGNATURE, tamperWith } from './tampering.ts'

const server = await testServer()
const { db } = server
const records = await openRecords(server)
const { stateKey } = await checkedVault(db, SECRET_KEY)

/** EHRs in the parts of these digits, with two versions of a composition each. */
const uids = new Map<string, string>()
const ehrOf = (digit: string) => `${digit}1111111-1111-4111-8111-111111111111`
for (const digit of ['1', '4', '7', '8', 'c', 'f']) {
  const made = await records.call(`PUT /ehr/${ehrOf(digit)}`)
  assert.equal(made.status, 201, made.text)
  const first = await records.composition(ehrOf(digit), 'first')
  uids.set(digit, await records.update(ehrOf(digit), first, 'second'))
}

/** One falsified version on each side of the place of the interruption. */
const FALSIFIED = ['4', 'c'].map(digit => ({
  ehrId: ehrOf(digit),
  uid: uids.get(digit) ?? '',
  what: SIGNATURE,
}))
for (const { ehrId, uid } of FALSIFIED)
  await behindItsBack(db, await tamperWith(db, ehrId).change(uid, 'data', text => text.replace('120', '121')))

/** Small databases are one part; after a place of one digit, parts have one digit. */
const FIRST = '0'

interface Run {
  readonly places: readonly string[]
  readonly versions: number
  readonly faults: readonly unknown[]
  readonly sealed: readonly [objects: number, seals: number]
}

type Found = Extract<FoundFaults, { part: 'versions' }>['found']

/** Parts of the records that were done after a place, until the part `stopIn` had begun. */
async function run(after: string, stopIn?: string): Promise<Run> {
  const places: string[] = []
  const parts: Found[] = []
  const placeDone = (place: Place, { part, found }: FoundFaults) => {
    if (part !== 'versions') return
    places.push(printPlace(place))
    parts.push(found)
  }
  const last = stopIn && (Number.parseInt(stopIn, 16) - 1).toString(16)
  const told = () => {
    if (last !== undefined && places.includes(last)) throw new Error('interrupted')
  }
  const input = { stateKey, known: undefined, after: readPlace(after), placeDone }
  const verified = verifyAll(db, input, told)
  let sealed: Run['sealed'] = [0, 0]
  if (stopIn === undefined) {
    const { state, trail } = await verified
    sealed = [state.objects, trail.seals]
  } else await assert.rejects(verified, /interrupted/)
  return {
    places,
    versions: parts.reduce((sum, part) => sum + part.records.versions, 0),
    faults: parts.flatMap(part => part.records.faults),
    sealed,
  }
}

/** The places after the records, as texts. */
async function laterPlaces(): Promise<{
  readonly objects: readonly string[]
  readonly seals: readonly string[]
}> {
  const found = { objects: [] as string[], seals: [] as string[] }
  const placeDone = (place: Place) => {
    if (place.part !== 'versions') found[place.part].push(printPlace(place))
  }
  await verifyAll(db, { stateKey, known: undefined, after: readPlace('f'), placeDone }, () => {})
  return found
}

describe('a verification in parts', () => {
  it('tells each part in order, and the faults in it', async () => {
    const whole = await run(FIRST)
    assert.deepEqual(whole.places, [...'123456789abcdef'])
    assert.equal(whole.versions, 6 * 3)
    assert.deepEqual(whole.faults, FALSIFIED)
  })

  it('goes on where it was interrupted, and both runs find what one run finds', async () => {
    const whole = await run(FIRST)
    const before = await run(FIRST, '8')
    assert.deepEqual(before.places, [...'1234567'])
    const rest = await run(before.places.at(-1) ?? '')
    assert.deepEqual([...before.places, ...rest.places], whole.places)
    assert.equal(before.versions + rest.versions, whole.versions)
    assert.deepEqual([before.faults, rest.faults], [[FALSIFIED[0]], [FALSIFIED[1]]])
  })
})

describe('after the records', () => {
  it('it goes on after a sealed object, and leaves out the records and the objects before it', async () => {
    const whole = await run('f')
    const { objects } = await laterPlaces()
    assert.match(objects.join(' '), /^template:.* client:\S+ /)
    const rest = await run(objects[0] ?? '')
    assert.deepEqual([rest.versions, rest.sealed[0]], [0, whole.sealed[0] - 1])
    assert.ok(rest.sealed[1] >= whole.sealed[1])
    assert.equal((await run(objects.at(-1) ?? '')).sealed[0], 0)
  })

  it('it goes on after a seal of the audit trail, and leaves out all that is before it', async () => {
    const { seals } = await laterPlaces()
    const [place = ''] = seals
    assert.match(place, /^\d+:[0-9a-f]{64}$/)
    const { versions, sealed } = await run(place)
    assert.deepEqual([versions, sealed[0]], [0, 0])
    assert.ok(sealed[1] < (await run('f')).sealed[1])
  })
})

describe('the command', () => {
  const verify = (...args: readonly string[]) =>
    runProgram(['verify', ...args], {
      CAIRN_DATABASE_URL: server.databaseUrl,
      CAIRN_SECRET_KEY: SECRET_KEY,
    }).ended
  const body = FALSIFIED.map(({ ehrId, uid, what }) => ({ ehr_id: ehrId, uid, what }))

  it('finds the same in threads, and tells the faults of a part when it is done', async () => {
    const { code, stdout, stderr } = await verify('--after', FIRST, '--threads', '2', '--json')
    assert.equal(code, 1, stderr)
    const { versions, faults } = JSON.parse(stdout)
    assert.deepEqual([versions, faults], [6 * 3, body])
    for (const { uid } of FALSIFIED) assert.ok(stderr.includes(`${uid}  ${SIGNATURE}  EHR `), stderr)
  })

  it('leaves out what is before the place, and refuses a place that no run tells', async () => {
    const { stdout } = await verify('--after', '7', '--threads', '1', '--json')
    const { versions, faults } = JSON.parse(stdout)
    assert.deepEqual([versions, faults], [3 * 3, [body[1]]])
    for (const place of ['g', 'nothing:app', '7:abc']) {
      const refused = await verify('--after', place)
      assert.deepEqual([refused.code, refused.stdout], [1, ''])
      assert.match(refused.stderr, /--after must be a place/)
    }
  })

  it('tells the place to go on from when the database fails under it', async () => {
    const rename = (from: string, to: string) =>
      behindItsBack(db, `alter table cairn.${from} rename to ${to}`)
    // It is read after all parts.
    await rename('audit_seal', 'away')
    try {
      const { code, stdout, stderr } = await verify('--after', 'b', '--threads', '1')
      assert.deepEqual([code, stdout], [1, ''])
      assert.match(stderr, /Go on: cairn verify --after f\n/)
    } finally {
      await rename('away', 'audit_seal')
    }
    // It is read after the sealed objects.
    await rename('audit_sealed', 'away')
    try {
      const { code, stdout, stderr } = await verify('--after', 'b', '--threads', '1')
      assert.deepEqual([code, stdout], [1, ''])
      const [, place = ''] = /Go on: cairn verify --after (\S+)\n/.exec(stderr) ?? []
      await rename('away', 'audit_sealed')
      const { versions, state } = JSON.parse((await verify('--after', place, '--json')).stdout)
      assert.deepEqual([versions, state.objects], [0, 0])
    } finally {
      await rename('away', 'audit_sealed').catch(() => {})
    }
  })
})
