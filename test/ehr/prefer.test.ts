/** docs/interface.md, section 5.1, for every endpoint that it applies to: Prefer, Preference-Applied, openehr-item-tag. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { note, objectOf, openRecords, status } from '../admin/records.ts'
import { type HeaderLines, send } from '../admin/send.ts'
import { idOf } from '../records.ts'
import { testServer } from '../server.ts'
import { tagsOfHeader } from './tag-header.ts'

const server = await testServer()
const records = await openRecords(server)

const TAGS = [{ key: 'flag', value: 'red' }, { key: 'seen' }]
const tagsIn = (header: string | undefined) => (header === undefined ? undefined : tagsOfHeader(header))

const statusUidOf = async (ehrId: string) => idOf(await records.call(`GET /ehr/${ehrId}/ehr_status`))

interface Write {
  readonly name: string
  readonly created: boolean
  /** `_type` of the whole resource; a deletion has none. */
  readonly type: string | undefined
  readonly make: () => Promise<{ line: string; body?: unknown; headers?: HeaderLines }>
}

const WRITES: readonly Write[] = [
  { name: 'POST /ehr', created: true, type: 'EHR', make: async () => ({ line: 'POST /ehr' }) },
  {
    name: 'PUT /ehr/{ehr_id}',
    created: true,
    type: 'EHR',
    make: async () => ({ line: `PUT /ehr/${randomUUID()}`, body: status() }),
  },
  {
    name: 'POST composition',
    created: true,
    type: 'COMPOSITION',
    make: async () => ({ line: `POST /ehr/${await records.ehr()}/composition`, body: note('new') }),
  },
  {
    name: 'PUT composition',
    created: false,
    type: 'COMPOSITION',
    make: async () => {
      const ehrId = await records.ehr()
      const uid = await records.composition(ehrId, 'first')
      return {
        line: `PUT /ehr/${ehrId}/composition/${objectOf(uid)}`,
        body: note('second'),
        headers: { 'If-Match': `"${uid}"` },
      }
    },
  },
  {
    name: 'PUT ehr_status',
    created: false,
    type: 'EHR_STATUS',
    make: async () => {
      const ehrId = await records.ehr()
      return {
        line: `PUT /ehr/${ehrId}/ehr_status`,
        body: status(),
        headers: { 'If-Match': `"${await statusUidOf(ehrId)}"` },
      }
    },
  },
  {
    name: 'DELETE composition',
    created: false,
    type: undefined,
    make: async () => {
      const ehrId = await records.ehr()
      return { line: `DELETE /ehr/${ehrId}/composition/${await records.composition(ehrId, 'first')}` }
    },
  },
]

type Returned = 'minimal' | 'representation' | 'identifier'

/** The header as sent, its meaning, and the tokens that are honoured. */
const PREFERENCES: readonly [
  prefer: string | string[] | undefined,
  returned: Returned,
  tags: boolean,
  applied: string[],
][] = [
  [undefined, 'minimal', false, []],
  ['return=minimal', 'minimal', false, ['return=minimal']],
  ['return=representation', 'representation', false, ['return=representation']],
  ['return=identifier', 'identifier', false, ['return=identifier']],
  ['include_item_tags', 'minimal', true, ['include_item_tags']],
  [
    'return=representation, include_item_tags',
    'representation',
    true,
    ['return=representation', 'include_item_tags'],
  ],
  ['include_item_tags,return=minimal', 'minimal', true, ['return=minimal', 'include_item_tags']],
  [
    ['return=representation', 'include_item_tags'],
    'representation',
    true,
    ['return=representation', 'include_item_tags'],
  ],
  [
    ['include_item_tags', 'wait=10', 'return=identifier'],
    'identifier',
    true,
    ['return=identifier', 'include_item_tags'],
  ],
  [
    ' RETURN = "representation" ; foo="b,c" ,, Include_Item_Tags ;x ',
    'representation',
    true,
    ['return=representation', 'include_item_tags'],
  ],
  ['return=representation, return=minimal', 'representation', false, ['return=representation']],
  [
    'return=everything, respond-async, foo="a, return=representation, include_item_tags"',
    'minimal',
    false,
    [],
  ],
  ['include_item_tags=no', 'minimal', false, []],
  ['', 'minimal', false, []],
  [',;=",', 'minimal', false, []],
]

for (const { name, created, type, make } of WRITES)
  describe(`${name} with Prefer`, () => {
    for (const [prefer, returned, withTags, applied] of PREFERENCES)
      for (const sent of [false, true])
        it(`${JSON.stringify(prefer)}${sent ? ' and openehr-item-tag' : ''}`, async () => {
          const { line, body, headers = {} } = await make()
          const answer = await send(
            server,
            line,
            {
              ...headers,
              ...(prefer === undefined ? {} : { Prefer: prefer }),
              ...(sent ? { 'openehr-item-tag': JSON.stringify(TAGS) } : {}),
            },
            body,
          )
          const empty = type === undefined || returned === 'minimal'
          assert.equal(answer.status, created ? 201 : empty ? 204 : 200, answer.text)
          const uid = (answer.headers['etag'] ?? '').replaceAll('"', '')
          if (empty) assert.equal(answer.text, '')
          else if (returned === 'identifier') assert.deepEqual(JSON.parse(answer.text), { uid })
          else assert.equal(JSON.parse(answer.text)._type, type)

          const honoured = applied.filter(token => type !== undefined || !token.startsWith('return='))
          // Rule 2: where tags are sent, include_item_tags is implied.
          if (sent && !honoured.includes('include_item_tags')) honoured.push('include_item_tags')
          assert.equal(
            answer.headers['preference-applied'],
            honoured.length > 0 ? honoured.join(', ') : undefined,
          )
          assert.deepEqual(
            tagsIn(answer.headers['openehr-item-tag']),
            sent ? TAGS : withTags ? [] : undefined,
          )
          assert.equal(answer.headers['openehr-version-item-tag'], undefined)
        })

    it('shows the tags that are there already to a write that sends none', async () => {
      if (created) return
      const { line, body, headers = {} } = await make()
      const [, ehrId = '', kind = '', id] = /^\w+ \/ehr\/([^/]+)\/(\w+)(?:\/(.+))?$/.exec(line) ?? []
      const target = objectOf(id ?? (await statusUidOf(ehrId)))
      assert.equal((await records.call(`PUT /ehr/${ehrId}/${kind}/${target}/tags`, TAGS)).status, 204)
      const answer = await send(server, line, { ...headers, Prefer: 'include_item_tags' }, body)
      assert.equal(answer.status, 204, answer.text)
      assert.deepEqual(tagsIn(answer.headers['openehr-item-tag']), TAGS)
    })

    it('is not applied where the write is refused', async () => {
      const { line, headers = {} } = await make()
      const answer = await send(
        server,
        line,
        {
          ...headers,
          Prefer: 'return=representation, include_item_tags',
          'openehr-item-tag': '[{"value":"no key"}]',
        },
        line.startsWith('DELETE') ? undefined : name.includes('composition') ? note('x') : status(),
      )
      assert.equal(answer.status, 400, answer.text)
      assert.equal(answer.headers['preference-applied'], undefined)
      assert.equal(answer.headers['openehr-item-tag'], undefined)
    })
  })

describe('reads', async () => {
  const ehrId = await records.ehr()
  const first = await records.composition(ehrId, 'first', { 'openehr-item-tag': JSON.stringify(TAGS) })
  const second = await records.update(ehrId, first, 'second')
  const object = objectOf(first)
  const gone = await records.composition(ehrId, 'gone', { 'openehr-item-tag': JSON.stringify(TAGS) })
  await records.call(`DELETE /ehr/${ehrId}/composition/${gone}`)
  const statusUid = await statusUidOf(ehrId)
  await records.call(`PUT /ehr/${ehrId}/ehr_status/${objectOf(statusUid)}/tags`, TAGS)

  const READS: [name: string, path: string, status?: number][] = [
    ['4.3: version of a composition', `versioned_composition/${object}/version/${first}`],
    ['4.4: latest version of a composition', `versioned_composition/${object}/version`],
    ['4.5: version of the status', `versioned_ehr_status/version/${statusUid}`],
    ['4.6: latest version of the status', 'versioned_ehr_status/version'],
    ['composition by object', `composition/${object}`],
    ['composition by version', `composition/${second}`],
    ['deleted composition', `composition/${objectOf(gone)}`, 204],
    ['ehr_status', 'ehr_status'],
    ['ehr_status by version', `ehr_status/${statusUid}`],
  ]
  const asked: [prefer: string | string[] | undefined, shown: boolean][] = [
    [undefined, false],
    ['include_item_tags', true],
    [['return=minimal', 'include_item_tags'], true],
    ['return=representation; include_item_tags', false],
    ['return=minimal', false],
    ['resolve_refs', false],
  ]
  for (const [name, path, expected = 200] of READS)
    for (const [prefer, shown] of asked)
      it(`${name}, Prefer ${JSON.stringify(prefer)}: ${shown ? 'with' : 'without'} tags`, async () => {
        const answer = await send(
          server,
          `GET /ehr/${ehrId}/${path}`,
          prefer === undefined ? {} : { Prefer: prefer },
        )
        assert.equal(answer.status, expected, answer.text)
        assert.deepEqual(tagsIn(answer.headers['openehr-item-tag']), shown ? TAGS : undefined)
        assert.equal(answer.headers['preference-applied'], shown ? 'include_item_tags' : undefined)
      })

  it('tags of a version come in a header of their own, with that version only', async () => {
    await records.call(`PUT /ehr/${ehrId}/composition/${first}/tags`, [{ key: 'draft' }])
    for (const [uid, expected] of [
      [first, [{ key: 'draft' }]],
      [second, undefined],
    ] as const) {
      const path = `/ehr/${ehrId}/versioned_composition/${object}/version/${uid}`
      const answer = await send(server, `GET ${path}`, { Prefer: 'include_item_tags' })
      assert.deepEqual(tagsIn(answer.headers['openehr-version-item-tag']), expected)
      assert.deepEqual(tagsIn(answer.headers['openehr-item-tag']), TAGS)
    }
  })

  it('where there are no tags, the header says so', async () => {
    const bare = await records.composition(ehrId, 'bare')
    const answer = await send(server, `GET /ehr/${ehrId}/composition/${bare}`, {
      Prefer: 'include_item_tags',
    })
    assert.equal(answer.headers['openehr-item-tag'], '')
  })

  it('resolve_refs puts objects in place of references to them in an EHR, and is echoed', async () => {
    const plain = await send(server, `GET /ehr/${ehrId}`, { Prefer: 'include_item_tags' })
    assert.equal(plain.headers['preference-applied'], undefined)
    assert.equal(JSON.parse(plain.text).ehr_status._type, 'OBJECT_REF')
    const read = await send(server, `GET /ehr/${ehrId}`, { Prefer: 'resolve_refs' })
    assert.equal(read.headers['preference-applied'], 'resolve_refs')
    assert.equal(JSON.parse(read.text).ehr_status._type, 'EHR_STATUS')
    const made = await send(server, 'POST /ehr', { Prefer: 'return=representation, resolve_refs' })
    assert.equal(made.headers['preference-applied'], 'return=representation, resolve_refs')
    assert.equal(JSON.parse(made.text).ehr_status._type, 'EHR_STATUS')
    const minimal = await send(server, 'POST /ehr', { Prefer: 'resolve_refs' })
    assert.equal(minimal.headers['preference-applied'], undefined)
  })
})
