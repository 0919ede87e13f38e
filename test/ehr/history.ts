/** A random history of compositions of one EHR, held against a model of a few lines. */
import assert from 'node:assert/strict'
import { seeded } from '../../packages/openehr/test/seeded.ts'
import { bloodPressure, idOf, newEhr, postComposition, putComposition } from '../records.ts'
import type { RunningServer } from '../server.ts'

/** The expected state of an object: the systolic value of each version, or nothing once deleted, and its time of commit. */
interface Modelled {
  readonly objectId: string
  readonly versions: { readonly uid: string; readonly systolic: number | undefined; readonly time: string }[]
}

const systolicOf = (composition: ReturnType<typeof JSON.parse>): number =>
  composition.content[0].data.events[0].data.items[0].value.magnitude

/** Runs random steps on an EHR of its own, and holds each answer against the model. */
export async function history(server: RunningServer, seed: number, count: number): Promise<void> {
  const random = seeded(seed)
  const below = (limit: number) => Math.floor(random() * limit)
  const ehrId = await newEhr(server)
  const objects: Modelled[] = []
  const read = (path: string) => server.call(`GET /openehr/v1/ehr/${ehrId}/${path}`, { scopes: 'api.read' })

  const keep = async (object: Modelled, uid: string, systolic: number | undefined) => {
    const version = await read(`versioned_composition/${object.objectId}/version/${uid}`)
    assert.equal(version.status, 200)
    object.versions.push({ uid, systolic, time: version.json().commit_audit.time_committed.value })
  }
  const shows = async (path: string, expected: Modelled['versions'][number] | undefined) => {
    const answer = await read(path)
    if (expected === undefined) return assert.equal(answer.status, 404)
    assert.equal(idOf(answer), expected.uid)
    if (expected.systolic === undefined) return assert.equal(answer.status, 204)
    assert.equal(systolicOf(answer.json()), expected.systolic)
  }
  const pick = () => objects[below(objects.length)]

  const steps: Record<string, () => Promise<unknown>> = {
    create: async () => {
      const systolic = below(300)
      const uid = idOf(await postComposition(server, ehrId, bloodPressure([{ systolic }])))
      const object: Modelled = { objectId: uid.split('::')[0] ?? '', versions: [] }
      objects.push(object)
      await keep(object, uid, systolic)
    },
    update: async () => {
      const object = pick()
      const last = object?.versions.at(-1)
      if (!object || !last) return
      const systolic = below(300)
      const answer = await putComposition(server, ehrId, last.uid, bloodPressure([{ systolic }]))
      assert.equal(answer.status, 204, answer.text)
      await keep(object, idOf(answer), systolic)
    },
    lateUpdate: async () => {
      const object = pick()
      const older = object?.versions[below(object.versions.length - 1)]
      if (!object || !older || object.versions.length < 2) return
      const answer = await putComposition(server, ehrId, older.uid)
      assert.equal(answer.status, 412)
      assert.equal(idOf(answer), object.versions.at(-1)?.uid)
    },
    delete: async () => {
      const object = pick()
      const last = object?.versions.at(-1)
      if (!object || !last || random() < 0.5) return
      const answer = await server.call(`DELETE /openehr/v1/ehr/${ehrId}/composition/${last.uid}`, {
        scopes: 'api.write',
      })
      assert.equal(answer.status, last.systolic === undefined ? 400 : 204)
      if (answer.status === 204) await keep(object, idOf(answer), undefined)
    },
    readLatest: async () => {
      const object = pick()
      if (object) await shows(`composition/${object.objectId}`, object.versions.at(-1))
    },
    readVersion: async () => {
      const object = pick()
      const version = object?.versions[below(object.versions.length)]
      if (version) await shows(`composition/${version.uid}`, version)
    },
    readAtTime: async () => {
      const object = pick()
      const at = object?.versions[below(object.versions.length)]
      if (!object || !at) return
      const time = new Date(Date.parse(at.time) - (random() < 0.3 ? 1 : 0))
      const extant = object.versions.filter(each => Date.parse(each.time) <= time.getTime()).at(-1)
      await shows(`composition/${object.objectId}?version_at_time=${time.toISOString()}`, extant)
    },
    readHistory: async () => {
      const object = pick()
      if (!object) return
      const { items } = (await read(`versioned_composition/${object.objectId}/revision_history`)).json()
      assert.deepEqual(
        items.map((item: { version_id: { value: string } }) => item.version_id.value),
        object.versions.map(version => version.uid),
      )
    },
  }
  const names = Object.keys(steps)
  for (let step = 0; step < count; step++) await steps[names[below(names.length)] ?? 'create']?.()
  for (const { objectId, versions } of objects) {
    await shows(`composition/${objectId}`, versions.at(-1))
    const times = versions.map(version => Date.parse(version.time))
    assert.deepEqual(
      times,
      times.toSorted((a, b) => a - b),
    )
    assert.equal(new Set(times).size, times.length)
  }
}
