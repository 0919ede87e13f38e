/** Merging of EHRs: everything of one moves into the other, nothing is lost, and what was signed stays as it was signed. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from '../../packages/server/src/db/index.ts'
import { verifyRecords } from '../../packages/server/src/versions/verify/index.ts'
import { episodeOf, openEpisodes } from '../ehr/episodes.ts'
import { idOf } from '../records.ts'
import { testServer } from '../server.ts'
import { tablesOfEhrs } from './catalogue.ts'
import { aboutSubject, folder, note, objectOf, openRecords, status } from './records.ts'

const server = await testServer()
const records = await openRecords(server)
const { call } = records
const episodes = openEpisodes(server)

const merge = (into: string, from: string, more: object = {}) =>
  call(`POST /admin/ehr/${into}/merge`, { from, ...more })

const directoryOf = async (ehrId: string, name: string) => {
  const made = await call(`POST /ehr/${ehrId}/directory`, folder(name))
  assert.equal(made.status, 201, made.text)
  return idOf(made)
}

const statusUidOf = async (ehrId: string) => idOf(await call(`GET /ehr/${ehrId}/ehr_status`))

/** Two EHRs: the one that stays, and one with a history to move. */
async function pair() {
  const into = await records.ehr(status(aboutSubject(randomUUID())))
  const subject = randomUUID()
  const from = await records.ehr(status(aboutSubject(subject)))
  const kept = await records.composition(into, 'kept')
  const first = await records.composition(from, 'first', { 'openehr-item-tag': 'key="moved"' })
  const second = await records.update(from, first, 'second')
  const deleted = await records.composition(from, 'deleted')
  assert.equal((await call(`DELETE /ehr/${from}/composition/${deleted}`)).status, 204)
  return { into, from, subject, kept, first, second, deleted }
}

type Row = Record<string, unknown>

/** The changes that a merge makes to a row: nothing else may differ. */
const asMoved = (table: string, row: Row): string => {
  const { merged_from: _mergedFrom, latest: _latest, episode_id: _episode, ...rest } = row
  return JSON.stringify([table, rest])
}

async function rowsOf(ehrId: string): Promise<{ table: string; row: Row }[]> {
  const tables = (await tablesOfEhrs(server.db)).filter(
    ({ name }) => name !== 'ehr' && name !== 'ehr_subject',
  )
  const all = await Promise.all(
    tables.map(async table => (await table.contentOf(ehrId)).map(row => ({ table: table.name, row }))),
  )
  return all.flat()
}

describe('a merge', () => {
  it('moves every row of every table as it is, and leaves none behind', async () => {
    const { into, from } = await pair()
    await records.faulty(from, 'faulty')
    await directoryOf(from, 'x')
    const [before, moving] = [await rowsOf(into), await rowsOf(from)]
    const answer = await merge(into, from)
    assert.equal(answer.status, 200, answer.text)
    const count = (name: string) => moving.filter(({ table }) => table === name).length
    assert.deepEqual(answer.json(), {
      ehr_id: into,
      merged_ehr_id: from,
      contributions: count('contribution'),
      versioned_objects: count('versioned_object'),
      versions: count('version'),
      item_tags: count('item_tag'),
      episodes: count('episode'),
    })
    assert.ok(count('root') > 0 && count('version') > 5)
    const shown = (rows: { table: string; row: Row }[]) =>
      rows.map(({ table, row }) => asMoved(table, row)).sort()
    assert.deepEqual(shown(await rowsOf(into)), shown([...before, ...moving]))
    for (const table of await tablesOfEhrs(server.db)) assert.equal(await table.rowsOf(from), 0, table.name)
  })

  it('answers for moved compositions, versions and contributions with the bytes that they had before', async () => {
    const { into, from, first, second, deleted } = await pair()
    const object = objectOf(first)
    const version = await call(`GET /ehr/${from}/versioned_composition/${object}/version/${first}`)
    const contribution = version.json().contribution.id.value
    const paths = [
      `composition/${object}`,
      `composition/${first}`,
      `composition/${second}`,
      `versioned_composition/${object}/version`,
      `versioned_composition/${object}/version/${first}`,
      `versioned_composition/${object}/revision_history`,
      `versioned_composition/${objectOf(deleted)}/version`,
      `contribution/${contribution}`,
    ]
    const read = async (ehrId: string) =>
      Promise.all(paths.map(async path => (await call(`GET /ehr/${ehrId}/${path}`)).text))
    const before = await read(from)
    assert.equal((await merge(into, from)).status, 200)
    assert.deepEqual(await read(into), before)
    assert.equal((await call(`GET /ehr/${into}/composition/${objectOf(deleted)}`)).status, 204)
    const [tag] = (await call(`GET /ehr/${into}/composition/${object}/tags`)).json()
    assert.deepEqual([tag.key, tag.owner_id.id.value], ['moved', into])
    const owner = (await call(`GET /ehr/${into}/versioned_composition/${object}`)).json().owner_id.id.value
    assert.equal(owner, into)
    // And the chain goes on where it is now.
    const third = await records.update(into, second, 'third')
    assert.match(third, /::3$/)
  })

  it('leaves the status of the survivor in force, and that of the other readable as history', async () => {
    const { into, from, subject } = await pair()
    const own = await call(`GET /ehr/${into}/ehr_status`)
    const others = await statusUidOf(from)
    assert.equal((await merge(into, from)).status, 200)
    assert.equal((await call(`GET /ehr/${into}/ehr_status`)).text, own.text)
    const old = await call(`GET /ehr/${into}/versioned_ehr_status/version/${others}`)
    assert.equal(old.status, 200)
    assert.equal(old.json().data.subject.external_ref.id.value, subject)
    const next = await call(`PUT /ehr/${into}/ehr_status`, status(), { 'If-Match': idOf(own) })
    assert.equal(next.status, 204, next.text)
  })

  it('keeps only one status as the latest for queries, and all moved compositions', async () => {
    const { into, from } = await pair()
    assert.equal((await merge(into, from)).status, 200)
    const latest = sql<{ rm_type: string; n: number }, [ehrId: string]>({
      name: 'test.latest',
      text: `select rm_type, count(*)::int as n from cairn.root join cairn.archetype using (archetype_key)
             where ehr_id = $1 and latest and num = 0 group by 1 order by 1`,
    })
    const counts = Object.fromEntries(
      (await server.db.query(latest, [into])).map(({ rm_type, n }) => [rm_type, n]),
    )
    assert.deepEqual([counts['EHR_STATUS'], counts['COMPOSITION']], [1, 2])
  })

  it('frees the subject of the one that went', async () => {
    const { into, from, subject } = await pair()
    assert.equal((await merge(into, from)).status, 200)
    const find = `GET /ehr?subject_id=${subject}&subject_namespace=hospital`
    assert.equal((await call(find)).status, 404)
    assert.equal((await call('POST /ehr', status(aboutSubject(subject)))).status, 201)
  })

  it('leaves a tombstone that says who, why and where to; reads of the old id say so with 404', async () => {
    const { into, from, first } = await pair()
    const answer = await call(`POST /admin/ehr/${into}/merge?reason=same%20person`, { from })
    assert.equal(answer.status, 200)
    const tombstone = sql<{ client_id: string; reason: string; merged_into: string }, [ehrId: string]>({
      name: 'test.tombstone',
      text: 'select client_id, reason, merged_into from cairn.erased_ehr where ehr_id = $1',
    })
    assert.deepEqual(await server.db.query(tombstone, [from]), [
      { client_id: server.client.id, reason: 'same person', merged_into: into },
    ])
    for (const request of [
      `GET /ehr/${from}`,
      `GET /ehr/${from}/composition/${first}`,
      `GET /ehr/${from}/tags`,
    ]) {
      const read = await call(request)
      assert.equal(read.status, 404)
      assert.equal(read.json().code, 'ehr.merged')
      assert.equal(read.json().message, `This EHR was merged into the EHR ${into}.`)
    }
    assert.equal((await call(`POST /ehr/${from}/composition`, note('late'))).status, 404)
    assert.equal((await call(`PUT /ehr/${from}`)).json().code, 'ehr.erased')
  })

  it('of a merged EHR leads to where its records are now, and once they are erased to nothing', async () => {
    const [a, b, c] = [await records.ehr(), await records.ehr(), await records.ehr()]
    assert.equal((await merge(b, a)).status, 200)
    assert.equal((await merge(c, b)).status, 200)
    assert.match((await call(`GET /ehr/${a}`)).json().message, new RegExp(c))
    assert.equal((await call(`DELETE /admin/ehr/${c}`)).status, 204)
    assert.equal((await call(`GET /ehr/${a}`)).json().code, 'ehr.not_found')
  })
})

describe('directories', () => {
  const now = async (ehrId: string) => idOf(await call(`GET /ehr/${ehrId}/directory`))

  it('that of the other becomes the survivor’s where it never had one', async () => {
    const { into, from } = await pair()
    const uid = await directoryOf(from, 'moved')
    assert.equal((await merge(into, from)).status, 200)
    assert.equal(await now(into), uid)
    const next = await call(`PUT /ehr/${into}/directory`, folder('renamed'), { 'If-Match': uid })
    assert.equal(next.status, 204, next.text)
  })

  it('the survivor’s stays where the other has none', async () => {
    const { into, from } = await pair()
    const uid = await directoryOf(into, 'own')
    assert.equal((await merge(into, from)).status, 200)
    assert.equal(await now(into), uid)
  })

  it('two are a conflict, and nothing is merged; "retire" keeps the other’s as history', async () => {
    const { into, from } = await pair()
    const own = await directoryOf(into, 'own')
    const others = await directoryOf(from, 'other')
    const refused = await merge(into, from)
    assert.equal(refused.status, 409)
    assert.equal(refused.json().code, 'ehr.merge_conflict')
    assert.equal((await call(`GET /ehr/${from}`)).status, 200)
    assert.equal((await merge(into, from, { directory: 'retire' })).status, 200)
    assert.equal(await now(into), own)
    assert.equal(
      (await call(`GET /ehr/${into}/directory?version_at_time=${new Date().toISOString()}`)).status,
      200,
    )
    const versions = sql<{ n: number }, [ehrId: string, objectId: string]>({
      name: 'test.versions',
      text: 'select count(*)::int as n from cairn.version where ehr_id = $1 and object_id = $2',
    })
    assert.deepEqual(await server.db.query(versions, [into, objectOf(others)]), [{ n: 1 }])
    const next = await call(`PUT /ehr/${into}/directory`, folder('next'), { 'If-Match': own })
    assert.equal(next.status, 204, next.text)
  })
})

describe('episodes', () => {
  it('move with their numbers and history; the default of the one that went is one like the others', async () => {
    const { into, from } = await pair()
    const own = await episodes.list(into)
    await episodes.make(from, { name: 'moved', urgency: 'at0014' })
    const deleted = await episodes.make(from)
    await episodes.call(`DELETE /ehr/${from}/episode/${deleted.uid}`)
    const [former, moved] = await episodes.list(from)
    assert.ok(former?.default && moved)
    assert.equal((await merge(into, from)).status, 200)
    const { default: _default, ...ordinary } = former
    assert.deepEqual(await episodes.list(into), [...own, ordinary, moved])
    const changed = await episodes.call(`PUT /ehr/${into}/episode/${moved.uid}/deactivate`)
    assert.equal(changed.status, 200, changed.text)
    assert.match(idOf(changed), /::2$/)
    assert.equal((await episodes.call(`GET /ehr/${into}/episode/${deleted.uid}`)).status, 404)
  })

  it('keep their records, those of the default one too; what comes later belongs to the survivor’s', async () => {
    const { into, from, kept, first, deleted } = await pair()
    const named = await episodes.make(from)
    const inNamed = await records.composition(from, 'named', { 'cairn-episode': named.uid })
    const [own, former] = [await episodes.defaultOf(into), await episodes.defaultOf(from)]
    assert.equal((await merge(into, from)).status, 200)
    const belongsTo = async (uid: string) => (await episodeOf(server.db, uid)).episode_uid
    assert.equal(await belongsTo(kept), own.uid)
    assert.equal(await belongsTo(first), former.uid)
    assert.equal(await belongsTo(deleted), former.uid)
    assert.equal(await belongsTo(inNamed), named.uid)
    assert.equal(await belongsTo(await records.composition(into, 'later')), own.uid)
    const inUse = await episodes.call(`DELETE /ehr/${into}/episode/${former.uid}`)
    assert.equal(inUse.json().code, 'episode.in_use')
  })

  it('the former default can be deleted and destroyed where it has no records', async () => {
    const [into, from] = [await records.ehr(), await records.ehr()]
    const { uid } = await episodes.defaultOf(from)
    assert.equal((await merge(into, from)).status, 200)
    assert.equal((await episodes.call(`DELETE /ehr/${into}/episode/${uid}`)).status, 200)
    assert.equal((await episodes.destroy(into, uid)).status, 200)
    assert.equal((await episodes.list(into)).length, 1)
    assert.deepEqual((await verifyRecords(server.db)).faults, [])
  })
})

describe('a merge is refused', () => {
  const cases: [what: string, body: (from: string, into: string) => unknown, status: number][] = [
    ['without a body that names an EHR', () => ({}), 400],
    ['with a list', from => [from], 400],
    ['with a number', () => ({ from: 1 }), 400],
    ['with another member', from => ({ from, also: true }), 400],
    ['with another way to treat directories', from => ({ from, directory: 'drop' }), 400],
    ['into itself', (_, into) => ({ from: into }), 400],
    ['into itself in capitals', (_, into) => ({ from: into.toUpperCase() }), 400],
    ['from an unknown EHR', () => ({ from: randomUUID() }), 404],
    ['from what is no id', () => ({ from: 'nothing' }), 400],
  ]
  for (const [what, body, expected] of cases)
    it(`${what}: ${expected}`, async () => {
      const [into, from] = [await records.ehr(), await records.ehr()]
      const answer = await call(`POST /admin/ehr/${into}/merge`, body(from, into))
      assert.equal(answer.status, expected, answer.text)
      assert.equal((await call(`GET /ehr/${from}`)).status, 200)
    })

  it('into an unknown EHR: 404', async () => {
    const from = await records.ehr()
    assert.equal((await merge(randomUUID(), from)).status, 404)
    assert.equal((await call(`GET /ehr/${from}`)).status, 200)
  })

  it('into an EHR that is not modifiable: 409; one that is frozen can be merged into another', async () => {
    const frozen = await records.ehr(status({ is_modifiable: false }))
    const open = await records.ehr()
    const refused = await merge(frozen, open)
    assert.equal(refused.status, 409)
    assert.equal(refused.json().code, 'ehr.not_modifiable')
    assert.equal((await merge(open, frozen)).status, 200)
    assert.equal((await call(`POST /ehr/${open}/composition`, note('still open'))).status, 201)
  })

  it('without api.admin: 403', async () => {
    const [into, from] = [await records.ehr(), await records.ehr()]
    const answer = await server.call(`POST /openehr/v1/admin/ehr/${into}/merge`, {
      scopes: 'api.read api.write',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ from }),
    })
    assert.equal(answer.status, 403)
  })
})

describe('at the same moment', () => {
  it('writers to both lose nothing that was acknowledged, and find 404 once the other is gone', async () => {
    const { into, from, first, second } = await pair()
    const acknowledged = new Set<string>([first, second])
    const refused: number[] = []
    let merged = false
    const write = async (ehrId: string, at: number) => {
      let latest = ''
      for (let turn = 0; turn < 60 && !(merged && turn > 10); turn++) {
        const answer =
          latest === '' || turn % 3 === 0
            ? await call(`POST /ehr/${ehrId}/composition`, note(`${at} ${turn}`))
            : await call(`PUT /ehr/${ehrId}/composition/${objectOf(latest)}`, note(`${at} ${turn}`), {
                'If-Match': latest,
                'openehr-item-tag': `key="turn",value="${turn}"`,
              })
        if (answer.status !== 201 && answer.status !== 204) {
          refused.push(answer.status)
          return
        }
        latest = idOf(answer)
        acknowledged.add(latest)
      }
    }
    const writers = [from, from, from, from, into, into].map(write)
    await sleep(200)
    const answer = await merge(into, from)
    merged = true
    assert.equal(answer.status, 200, answer.text)
    await Promise.all(writers)
    assert.deepEqual([...new Set(refused)], [404])
    for (const uid of acknowledged) {
      const read = await call(`GET /ehr/${into}/versioned_composition/${objectOf(uid)}/version/${uid}`)
      assert.equal(read.status, 200, `${uid}: ${read.text}`)
    }
    const stored = sql<{ uid: string }, [ehrId: string]>({
      name: 'test.stored',
      text: `select object_id || '::' || system_id || '::' || version as uid from cairn.version
             where ehr_id = $1 and change_type <> 523 and kind = 'COMPOSITION'`,
    })
    const extra = (await server.db.query(stored, [into])).filter(({ uid }) => !acknowledged.has(uid))
    assert.equal(extra.length, 2, 'besides what was acknowledged only what was there before')
  })

  it('two merges the other way round: one wins, one finds 404', async () => {
    for (let round = 0; round < 3; round++) {
      const [a, b] = [await records.ehr(), await records.ehr()]
      const answers = await Promise.all([merge(a, b), merge(b, a)])
      assert.deepEqual(answers.map(answer => answer.status).sort(), [200, 404])
      const left = await Promise.all([a, b].map(async id => (await call(`GET /ehr/${id}`)).status))
      assert.deepEqual(left.sort(), [200, 404])
    }
  })

  it('one EHR merged into two: one wins', async () => {
    const [a, b, c] = [await records.ehr(), await records.ehr(), await records.ehr()]
    const answers = await Promise.all([merge(a, c), merge(b, c)])
    assert.deepEqual(answers.map(answer => answer.status).sort(), [200, 404])
  })
})
