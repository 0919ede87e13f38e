/** ITEM_TAG as a resource: lists of an EHR, of an object and of a version (openEHR REST 1.1.0, ITEM_TAG). */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { note, objectOf, openRecords, status } from '../admin/records.ts'
import { idOf } from '../records.ts'
import { testServer } from '../server.ts'
import { tagsOfHeader } from './tag-header.ts'

const server = await testServer()
const records = await openRecords(server)
const { call } = records

/** Paths of what can be tagged in a new EHR: each as an object and as a version. */
async function targets() {
  const ehrId = await records.ehr()
  const composition = await records.composition(ehrId, 'one')
  const statusUid = idOf(await call(`GET /ehr/${ehrId}/ehr_status`))
  return { ehrId, composition, statusUid }
}

const listOf = async (path: string) => {
  const answer = await call(`GET ${path}`)
  assert.equal(answer.status, 200, answer.text)
  return answer.json()
}

const KINDS = [
  { kind: 'COMPOSITION', path: 'composition', of: 'object' },
  { kind: 'COMPOSITION', path: 'composition', of: 'version' },
  { kind: 'EHR_STATUS', path: 'ehr_status', of: 'object' },
  { kind: 'EHR_STATUS', path: 'ehr_status', of: 'version' },
] as const

for (const { kind, path, of } of KINDS)
  describe(`the tags of ${kind} ${of}s`, () => {
    const target = async () => {
      const { ehrId, composition, statusUid } = await targets()
      const versionUid = kind === 'COMPOSITION' ? composition : statusUid
      const uid = of === 'object' ? objectOf(versionUid) : versionUid
      return { ehrId, uid, tags: `/ehr/${ehrId}/${path}/${uid}/tags` }
    }

    it('are none at first', async () => {
      assert.deepEqual(await listOf((await target()).tags), [])
    })

    it('come out as they were put in, in their order, with target and owner', async () => {
      const { ehrId, uid, tags } = await target()
      const given = [
        { key: 'flag', value: 'follow-up', target_path: '/context/start_time/value' },
        { key: 'seen' },
        { key: 'flag', value: 'other' },
      ]
      const put = await call(`PUT ${tags}`, given)
      assert.equal(put.status, 204, put.text)
      assert.equal(put.text, '')
      const type = of === 'object' ? 'HIER_OBJECT_ID' : 'OBJECT_VERSION_ID'
      const rest = {
        target: { _type: 'OBJECT_REF', id: { _type: type, value: uid }, namespace: 'local', type: kind },
        owner_id: {
          _type: 'OBJECT_REF',
          id: { _type: 'HIER_OBJECT_ID', value: ehrId },
          namespace: 'local',
          type: 'EHR',
        },
      }
      const expected = given.map(each => ({ _type: 'ITEM_TAG', ...each, ...rest }))
      assert.deepEqual(await listOf(tags), expected)
      assert.deepEqual(await listOf(`/ehr/${ehrId}/tags`), expected)
    })

    it('are replaced as a whole, and cleared by an empty list', async () => {
      const { tags } = await target()
      await call(`PUT ${tags}`, [{ key: 'a' }, { key: 'b' }])
      await call(`PUT ${tags}`, [{ key: 'c' }])
      assert.deepEqual(
        (await listOf(tags)).map((tag: { key: string }) => tag.key),
        ['c'],
      )
      assert.equal((await call(`PUT ${tags}`, [])).status, 204)
      assert.deepEqual(await listOf(tags), [])
    })

    const preferred: [prefer: string | undefined, status: number, applied: string | null][] = [
      [undefined, 204, null],
      ['return=minimal', 204, 'return=minimal'],
      ['return=representation', 200, 'return=representation'],
      ['return=identifier', 204, null],
      ['include_item_tags', 204, null],
    ]
    for (const [prefer, expected, applied] of preferred)
      it(`PUT with Prefer ${prefer} answers ${expected} and applies ${applied}`, async () => {
        const { tags } = await target()
        const answer = await call(`PUT ${tags}`, [{ key: 'a', value: '1' }], prefer ? { Prefer: prefer } : {})
        assert.equal(answer.status, expected, answer.text)
        assert.equal(answer.headers.get('preference-applied'), applied)
        if (expected === 200) assert.deepEqual(answer.json(), await listOf(tags))
        else assert.equal(answer.text, '')
      })

    it('are known by key and path: of two that are the same, the first counts', async () => {
      const { tags } = await target()
      await call(`PUT ${tags}`, [
        { key: 'Flag', value: '1' },
        { key: 'flag', value: '2' },
        { key: 'flag', value: '3', target_path: '/x' },
        { key: 'FLAG', value: '4', target_path: '/x' },
        { key: 'flag', value: '5', target_path: '/X' },
      ])
      const shown = (await listOf(tags)).map((tag: { key: string; value: string }) => [tag.key, tag.value])
      assert.deepEqual(shown, [
        ['Flag', '1'],
        ['flag', '3'],
        ['flag', '5'],
      ])
    })

    it('are removed by key, whatever their path and case; an unknown key is 404', async () => {
      const { tags } = await target()
      await call(`PUT ${tags}`, [{ key: 'Flag' }, { key: 'flag', target_path: '/x' }, { key: 'other' }])
      const removed = await call(`DELETE ${tags}/FLAG`)
      assert.equal(removed.status, 204)
      assert.equal(removed.text, '')
      assert.deepEqual(
        (await listOf(tags)).map((tag: { key: string }) => tag.key),
        ['other'],
      )
      const again = await call(`DELETE ${tags}/FLAG`)
      assert.equal(again.status, 404)
      assert.equal(again.json().code, 'tag.not_found')
    })

    const malformed: [what: string, body: unknown][] = [
      ['an object', { key: 'a' }],
      ['a text', 'a'],
      ['null', null],
      ['a list of texts', ['a']],
      ['a list in a list', [[{ key: 'a' }]]],
      ['a tag without a key', [{ value: 'a' }]],
      ['an empty key', [{ key: '' }]],
      ['a key of blanks', [{ key: '  ' }]],
      ['a key that is a number', [{ key: 1 }]],
      ['a value that is an object', [{ key: 'a', value: {} }]],
      ['another member', [{ key: 'a', colour: 'red' }]],
      ['a target', [{ key: 'a', target: {} }]],
      ['a path without a slash', [{ key: 'a', target_path: 'x' }]],
      ['a key of 201 characters', [{ key: 'k'.repeat(201) }]],
      ['a value of 2,001 characters', [{ key: 'a', value: 'v'.repeat(2001) }]],
      ['a path of 501 characters', [{ key: 'a', target_path: `/${'p'.repeat(500)}` }]],
      ['201 tags', Array.from({ length: 201 }, (_, at) => ({ key: `k${at}` }))],
      [
        'more than a header can carry',
        Array.from({ length: 4 }, (_, at) => ({ key: `k${at}`, value: 'v'.repeat(1500) })),
      ],
    ]
    if (kind === 'COMPOSITION' && of === 'object')
      for (const [what, body] of malformed)
        it(`refuses ${what} with 400 and changes nothing`, async () => {
          const { tags } = await target()
          await call(`PUT ${tags}`, [{ key: 'kept' }])
          const answer = await call(`PUT ${tags}`, body)
          assert.equal(answer.status, 400, answer.text)
          assert.ok(answer.json().message)
          assert.equal((await listOf(tags)).length, 1)
        })
  })

describe('an address that is not there', () => {
  it('is 404 for GET, PUT and DELETE, in the same bytes for an id of another EHR as for an unknown one', async () => {
    const { ehrId, composition, statusUid } = await targets()
    const elsewhere = await targets()
    await call(`PUT /ehr/${ehrId}/composition/${objectOf(composition)}/tags`, [{ key: 'a' }])
    const unknownVersion = composition.replace(/^[^:]+/, randomUUID())
    const ids: [what: string, path: string][] = [
      ['an unknown object', `composition/${randomUUID()}`],
      ['an object of another EHR', `composition/${objectOf(elsewhere.composition)}`],
      ['an unknown version', `composition/${unknownVersion}`],
      ['a version of another EHR', `composition/${elsewhere.composition}`],
      ['a later version', `composition/${composition.replace(/1$/, '2')}`],
      ['a version of another system', `composition/${composition.replace('::', '::other.')}`],
      ['no id at all', 'composition/nothing'],
      ['a status as a composition', `composition/${objectOf(statusUid)}`],
      ['a composition as a status', `ehr_status/${objectOf(composition)}`],
      ['a status of another EHR', `ehr_status/${elsewhere.statusUid}`],
    ]
    const seen = new Set<string>()
    for (const [what, path] of ids)
      for (const request of ['GET tags', 'PUT tags', 'DELETE tags/a']) {
        const [method = '', last] = request.split(' ')
        const answer = await call(
          `${method} /ehr/${ehrId}/${path}/${last}`,
          method === 'PUT' ? [{ key: 'b' }] : undefined,
        )
        assert.equal(answer.status, 404, `${what}: ${answer.text}`)
        const { requestId: _requestId, ...rest } = answer.json()
        seen.add(JSON.stringify(rest))
      }
    assert.equal(seen.size, 1, [...seen].join('\n'))
  })

  it('is 404 where there is no such EHR', async () => {
    const { composition } = await targets()
    const seen = new Set<string>()
    for (const ehrId of [randomUUID(), 'nothing'])
      for (const path of [
        '/tags',
        `/composition/${objectOf(composition)}/tags`,
        `/ehr_status/${randomUUID()}/tags`,
      ]) {
        const answer = await call(`GET /ehr/${ehrId}${path}`)
        assert.equal(answer.status, 404, answer.text)
        seen.add(answer.json().message)
      }
    assert.equal(seen.size, 1)
  })
})

describe('GET /ehr/{ehr_id}/tags', () => {
  it('filters by key (any case), value and path, each and together', async () => {
    const { ehrId, composition, statusUid } = await targets()
    const object = objectOf(composition)
    await call(`PUT /ehr/${ehrId}/composition/${object}/tags`, [
      { key: 'Flag', value: 'red', target_path: '/a' },
      { key: 'flag', value: 'green' },
      { key: 'other', value: 'red' },
    ])
    await call(`PUT /ehr/${ehrId}/composition/${composition}/tags`, [{ key: 'flag', value: 'red' }])
    await call(`PUT /ehr/${ehrId}/ehr_status/${statusUid}/tags`, [{ key: 'plain' }])
    const cases: [query: string, expected: string[]][] = [
      ['', ['Flag=red', 'flag=green', 'flag=red', 'other=red', 'plain=undefined']],
      ['tag_key=FLAG', ['Flag=red', 'flag=green', 'flag=red']],
      ['tag_value=red', ['Flag=red', 'flag=red', 'other=red']],
      ['tag_value=RED', []],
      ['tag_target_path=/a', ['Flag=red']],
      ['tag_target_path=', ['flag=green', 'flag=red', 'other=red', 'plain=undefined']],
      ['tag_key=flag&tag_value=red', ['Flag=red', 'flag=red']],
      ['tag_key=flag&tag_value=red&tag_target_path=%2Fa', ['Flag=red']],
      ['tag_key=nothing', []],
      ['tag_key=fl%25', []],
      ['tag_value=', []],
    ]
    for (const [query, expected] of cases) {
      const list = (await listOf(`/ehr/${ehrId}/tags?${query}`)) as { key: string; value?: string }[]
      assert.deepEqual(list.map(({ key, value }) => `${key}=${value}`).sort(), expected.sort(), query)
    }
  })

  for (const query of ['tag_key=a&tag_key=b', 'tag_value=a&tag_value=a', 'tag_key=', 'tag_key=+'])
    it(`refuses ?${query} with 400`, async () => {
      const ehrId = await records.ehr()
      assert.equal((await call(`GET /ehr/${ehrId}/tags?${query}`)).status, 400)
    })
})

describe('tags and the life of what they are on', () => {
  it('tags of the object stay over versions, tags of a version stay with it', async () => {
    const { ehrId, composition } = await targets()
    const base = `/ehr/${ehrId}/composition`
    await call(`PUT ${base}/${objectOf(composition)}/tags`, [{ key: 'object' }])
    await call(`PUT ${base}/${composition}/tags`, [{ key: 'first' }])
    const next = await records.update(ehrId, composition, 'two')
    assert.equal((await listOf(`${base}/${objectOf(composition)}/tags`))[0].key, 'object')
    assert.deepEqual(await listOf(`${base}/${next}/tags`), [])
    assert.equal((await listOf(`${base}/${composition}/tags`))[0].key, 'first')
    assert.equal((await call(`DELETE ${base}/${next}`)).status, 204)
    assert.equal((await listOf(`${base}/${objectOf(composition)}/tags`))[0].key, 'object')
  })

  it('is_modifiable = false refuses tags on compositions and on the EHR_STATUS with 409', async () => {
    const { ehrId, composition, statusUid } = await targets()
    const lists = [
      `/ehr/${ehrId}/composition/${objectOf(composition)}/tags`,
      `/ehr/${ehrId}/composition/${composition}/tags`,
      `/ehr/${ehrId}/ehr_status/${objectOf(statusUid)}/tags`,
      `/ehr/${ehrId}/ehr_status/${statusUid}/tags`,
    ]
    for (const tags of lists) await call(`PUT ${tags}`, [{ key: 'kept' }])
    const frozen = await call(`PUT /ehr/${ehrId}/ehr_status`, status({ is_modifiable: false }), {
      'If-Match': statusUid,
    })
    assert.equal(frozen.status, 204, frozen.text)
    for (const tags of lists) {
      for (const answer of [await call(`PUT ${tags}`, []), await call(`DELETE ${tags}/kept`)]) {
        assert.equal(answer.status, 409, tags)
        assert.equal(answer.json().code, 'ehr.not_modifiable')
      }
      assert.equal((await listOf(tags)).length, 1)
    }
  })

  it('an EHR that stays closed takes a new EHR_STATUS, but no tags with it', async () => {
    const { ehrId, statusUid } = await targets()
    const put = (uid: string, is_modifiable: boolean, headers: Record<string, string> = {}) =>
      call(`PUT /ehr/${ehrId}/ehr_status`, status({ is_modifiable }), { 'If-Match': uid, ...headers })
    const closed = idOf(await put(statusUid, false))
    for (const header of ['openehr-item-tag', 'openehr-version-item-tag']) {
      const refused = await put(closed, false, { [header]: 'key="why"' })
      assert.equal(refused.status, 409)
      assert.equal(refused.json().code, 'ehr.not_modifiable')
    }
    const still = await put(closed, false)
    assert.equal(still.status, 204)
    const opened = await put(idOf(still), true, { 'openehr-item-tag': 'key="why"' })
    assert.equal(opened.status, 204)
  })

  it('eight who replace the same list at once all succeed, and one list is left whole', async () => {
    const { ehrId, composition } = await targets()
    const tags = `/ehr/${ehrId}/composition/${objectOf(composition)}/tags`
    const lists = Array.from({ length: 8 }, (_, at) =>
      ['a', 'b', 'c'].map(key => ({ key, value: String(at) })),
    )
    const answers = await Promise.all([
      ...lists.map(list => call(`PUT ${tags}`, list)),
      call(`PUT /ehr/${ehrId}/composition/${objectOf(composition)}`, note('x'), {
        'If-Match': composition,
        'openehr-item-tag': 'key="a",value="header"; key="b",value="header"; key="c",value="header"',
      }),
    ])
    assert.deepEqual(new Set(answers.map(answer => answer.status)), new Set([204]))
    const left = (await listOf(tags)) as { key: string; value: string }[]
    assert.deepEqual(
      left.map(({ key }) => key),
      ['a', 'b', 'c'],
    )
    assert.equal(new Set(left.map(({ value }) => value)).size, 1)
  })
})

describe('texts of tags', () => {
  const odd = [
    'ü',
    '日本語',
    '🩺',
    'a/b',
    'a b',
    '100 %',
    'a;b,c="d"',
    'a\\b',
    '\u007f',
    'a\nb',
    '?#',
    '..',
    '.',
  ]
  for (const key of odd)
    it(`keeps ${JSON.stringify(key)} as key and value, sends it in the header, and removes it by its key`, async () => {
      const { ehrId, composition } = await targets()
      const base = `/ehr/${ehrId}/composition/${objectOf(composition)}`
      assert.equal((await call(`PUT ${base}/tags`, [{ key, value: key }])).status, 204)
      const [tag] = await listOf(`${base}/tags`)
      assert.deepEqual([tag.key, tag.value], [key, key])
      const read = await call(`GET ${base}`, undefined, { Prefer: 'include_item_tags' })
      assert.deepEqual(tagsOfHeader(read.headers.get('openehr-item-tag') ?? ''), [{ key, value: key }])
      if (key === '.' || key === '..') return
      const removed = await call(`DELETE ${base}/tags/${encodeURIComponent(key)}`)
      assert.equal(removed.status, 204, removed.text)
    })

  it('the longest key can be removed', async () => {
    const { ehrId, composition } = await targets()
    const tags = `/ehr/${ehrId}/composition/${objectOf(composition)}/tags`
    for (const key of ['k'.repeat(200), '語'.repeat(200)]) {
      assert.equal((await call(`PUT ${tags}`, [{ key }])).status, 204)
      const removed = await call(`DELETE ${tags}/${encodeURIComponent(key)}`)
      assert.equal(removed.status, 204, removed.text)
    }
  })
})
