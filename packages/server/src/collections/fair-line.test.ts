import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import fc from 'fast-check'
import { type FairLineLimits, openFairLine } from './fair-line.ts'

const limits: FairLineLimits = {
  places: 4,
  lightPlaces: 1,
  placesPerMember: 3,
  waitingPerMember: 3,
  waiting: 10,
  full: () => new Error('full'),
}
const never = new AbortController().signal

/** A line whose applicants say when they begin. */
function watched(more: Partial<FairLineLimits> = {}) {
  const line = openFairLine({ ...limits, ...more })
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const ask = (name: string, isLight = false, signal = never) =>
    line.take({ memberId: name.charAt(0), isLight }, signal).then(end => {
      begun.push(name)
      ends.set(name, end)
    })
  const end = async (name: string) => {
    ends.get(name)?.()
    await turn()
  }
  return { line, begun, ask, end }
}

describe('a fair line', () => {
  it('lets in as many heavy ones as there are places, less those of light ones', async () => {
    const { begun, ask } = watched()
    for (const name of ['a1', 'a2', 'b1', 'b2']) void ask(name)
    await turn()
    assert.deepEqual(begun, ['a1', 'a2', 'b1'])
    void ask('b3', true)
    await turn()
    assert.deepEqual(begun, ['a1', 'a2', 'b1', 'b3'])
  })

  it('gives one member no more than its places, whatever is free', async () => {
    const { begun, ask, end } = watched({ places: 10 })
    for (const name of ['a1', 'a2', 'a3', 'a4', 'b1']) void ask(name)
    await turn()
    assert.deepEqual(begun, ['a1', 'a2', 'a3', 'b1'])
    await end('b1')
    assert.deepEqual(begun.length, 4)
    await end('a2')
    assert.deepEqual(begun.at(-1), 'a4')
  })

  it('lets light ones of a member pass its own heavy ones', async () => {
    const { begun, ask } = watched()
    for (const name of ['a1', 'a2', 'a3', 'a4']) void ask(name)
    void ask('a5', true)
    void ask('a6', true)
    await turn()
    assert.deepEqual(begun, ['a1', 'a2', 'a3', 'a5'])
  })

  it('goes round between the members, and within one in the order of arrival', async () => {
    const { begun, ask, end } = watched({ places: 2, lightPlaces: 0, placesPerMember: 2 })
    for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1']) void ask(name)
    await turn()
    for (let at = 0; at < 7; at++) await end(begun[at] ?? '')
    assert.deepEqual(begun, ['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4'])
  })

  it('refuses who has too many waiting, and everybody when too many wait in all', async () => {
    const { line, ask, end } = watched({ places: 1, lightPlaces: 0, placesPerMember: 1, waiting: 4 })
    for (const name of ['a1', 'a2', 'a3', 'a4', 'b1']) void ask(name)
    await turn()
    await assert.rejects(ask('a5'), /full/)
    await assert.rejects(ask('b2'), /full/)
    assert.equal(line.waiting, 4)
    await end('a1')
    await ask('c1', true, AbortSignal.abort(new Error('gone'))).catch(error =>
      assert.match(error.message, /gone/),
    )
    assert.equal(line.waiting, 3)
  })

  it('forgets who leaves while waiting', async () => {
    const { line, begun, ask, end } = watched({ places: 1, lightPlaces: 0 })
    const leaving = new AbortController()
    void ask('a1')
    const waits = ask('b1', false, leaving.signal)
    void ask('c1')
    leaving.abort(new Error('gone'))
    await assert.rejects(waits, /gone/)
    await end('a1')
    assert.deepEqual(begun, ['a1', 'c1'])
    assert.equal(line.waiting, 0)
  })

  it('counts a place that is given back twice once', async () => {
    const { begun, ask, end } = watched({ places: 1, lightPlaces: 0 })
    for (const name of ['a1', 'b1', 'c1']) void ask(name)
    await turn()
    await end('a1')
    await end('a1')
    assert.deepEqual(begun, ['a1', 'b1'])
  })

  it('keeps to its limits and serves everybody, whatever comes', async () => {
    const event = fc.record({
      member: fc.constantFrom('a', 'b', 'c'),
      isLight: fc.boolean(),
      ends: fc.nat(5),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(event, { maxLength: 40 }), async events => {
        const line = openFairLine({ ...limits, waitingPerMember: 100, waiting: 100 })
        const running: { member: string; isLight: boolean; end: () => void }[] = []
        let begun = 0
        const check = () => {
          assert.ok(running.length <= limits.places)
          assert.ok(running.filter(each => !each.isLight).length <= limits.places - limits.lightPlaces)
          for (const member of ['a', 'b', 'c'])
            for (const isLight of [true, false])
              assert.ok(
                running.filter(each => each.member === member && each.isLight === isLight).length <=
                  limits.placesPerMember,
              )
        }
        const finish = async (at: number) => {
          const [ended] = running.splice(at, 1)
          ended?.end()
          await turn()
          check()
        }
        for (const { member, isLight, ends } of events) {
          void line.take({ memberId: member, isLight }, never).then(end => {
            begun += 1
            running.push({ member, isLight, end })
          })
          await turn()
          check()
          if (ends < running.length) await finish(ends)
        }
        while (running.length > 0) await finish(0)
        assert.equal(begun, events.length)
        assert.equal(line.waiting, 0)
      }),
      { verbose: true, numRuns: 200 },
    )
  })
})
