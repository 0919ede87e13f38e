/** The headers openehr-item-tag and openehr-version-item-tag: both syntaxes, several of them, odd texts, limits. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { note, objectOf, openRecords } from '../admin/records.ts'
import { send, utf8 } from '../admin/send.ts'
import { testServer } from '../server.ts'
import { tagsOfHeader } from './tag-header.ts'

const server = await testServer()
const records = await openRecords(server)
const ehrId = await records.ehr()

type Tag = { key: string; value?: string; target_path?: string }

const post = (headers: Record<string, string | readonly string[]>) =>
  send(server, `POST /ehr/${ehrId}/composition`, headers, note('x'))

async function stored(versionUid: string): Promise<Tag[]> {
  const { text } = await send(server, `GET /ehr/${ehrId}/composition/${versionUid}/tags`)
  return JSON.parse(text).map(({ key, value, target_path }: Tag) => ({
    key,
    ...(value === undefined ? {} : { value }),
    ...(target_path === undefined ? {} : { target_path }),
  }))
}

const A = { key: 'a', value: '1' }
const B = { key: 'b', value: '2', target_path: '/content[0]' }

const READ: [what: string, header: string | readonly string[], expected: Tag[]][] = [
  ['a JSON list', JSON.stringify([A, B]), [A, B]],
  ['a JSON list with blanks around', `  ${JSON.stringify([A])}  `, [A]],
  ['an empty JSON list', '[]', []],
  ['an empty header', '', []],
  ['a header of blanks', '   ', []],
  ['pairs', 'key="a",value="1"; key="b",value="2",target_path="/content[0]"', [A, B]],
  ['pairs without blanks', 'key="a",value="1";key="b",value="2",target_path="/content[0]"', [A, B]],
  [
    'pairs with blanks everywhere',
    ' key = "a" , value = "1" ; key = "b" , value="2", target_path = "/content[0]" ;',
    [A, B],
  ],
  ['pairs without quotes', 'key=a,value=1', [A]],
  ['pairs in another order', 'value="1",key="a"', [A]],
  ['a key alone', 'key="a"', [{ key: 'a' }]],
  ['an empty value', 'key="a",value=""', [{ key: 'a', value: '' }]],
  [
    'separators inside quotes',
    'key="a;b,c=d",value="\\"quoted\\" \\\\"',
    [{ key: 'a;b,c=d', value: '"quoted" \\' }],
  ],
  ['two JSON headers', [JSON.stringify([A]), JSON.stringify([B])], [A, B]],
  ['two headers of pairs', ['key="a",value="1"', 'key="b",value="2",target_path="/content[0]"'], [A, B]],
  ['a tag that comes twice: the first counts', 'key="a",value="1"; key="A",value="2"', [A]],
  ['UTF-8 in pairs', utf8('key="Ärztin",value="日本語 🩺"'), [{ key: 'Ärztin', value: '日本語 🩺' }]],
  ['UTF-8 in JSON', utf8('[{"key":"Ärztin"}]'), [{ key: 'Ärztin' }]],
  ['Latin-1 in pairs', 'key="Ärztin"', [{ key: 'Ärztin' }]],
  ['escapes in JSON', '[{"key":"\\u00c4","value":"\\ud83e\\ude7a"}]', [{ key: 'Ä', value: '🩺' }]],
]

for (const [name, version] of [
  ['openehr-item-tag', false],
  ['openehr-version-item-tag', true],
] as const)
  describe(`${name} takes`, () => {
    for (const [what, header, expected] of READ)
      it(what, async () => {
        const answer = await post({ [name]: header })
        assert.equal(answer.status, 201, answer.text)
        const uid = (answer.headers['etag'] ?? '').replaceAll('"', '')
        assert.deepEqual(await stored(version ? uid : objectOf(uid)), expected)
        assert.deepEqual(await stored(version ? objectOf(uid) : uid), [])
        // Always echoed, in the grammar that they came in; an empty list of a version is left out.
        const echoed = answer.headers[name]
        assert.deepEqual(
          echoed === undefined ? undefined : tagsOfHeader(echoed),
          version && expected.length === 0 ? undefined : expected,
        )
        const isJson = [header].flat()[0]?.trim().startsWith('[') === true
        if (echoed) assert.equal(echoed.startsWith('['), isJson)
        assert.match(echoed ?? '', isJson ? /^[\x20-\x7e]*$/ : /^[\x20-\x7e\x80-\xff]*$/)
      })
  })

const MALFORMED: [what: string, header: string | readonly string[]][] = [
  ['a word', 'flag'],
  ['JSON that ends early', '[{"key":"a"}'],
  ['JSON with more behind it', '[{"key":"a"}] x'],
  ['a JSON object', '{"key":"a"}'],
  ['a JSON list of texts', '["a"]'],
  ['a JSON list in a list', '[[{"key":"a"}]]'],
  ['a name given twice in one JSON object', '[{"key":"a","key":"b"}]'],
  ['a quote that does not end', 'key="a'],
  ['an unknown member', 'key="a",colour="red"'],
  ['an unknown member in JSON', '[{"key":"a","colour":"red"}]'],
  ['no key', 'value="1"'],
  ['an empty key', 'key=""'],
  ['an item that is empty', 'key="a";;key="b"'],
  ['a path without a slash', 'key="a",target_path="x"'],
  ['a value given twice', 'key="a",value="1",value="2"'],
  ['one good header and a bad one', ['key="a"', 'flag']],
  ['a key of 201 characters', `key="${'k'.repeat(201)}"`],
  ['201 tags', Array.from({ length: 201 }, (_, at) => `key="k${at}"`).join(';')],
  [
    'more than can go out again',
    Array.from({ length: 4 }, (_, at) => `key="k${at}",value="${'v'.repeat(1900)}"`).join(';'),
  ],
  ['a zero character', '[{"key":"a\\u0000"}]'],
]

describe('refused with 400, and nothing is committed:', () => {
  for (const [what, header] of MALFORMED)
    it(what, async () => {
      const count = async () => {
        const [row] = await server.db.query<{ n: number }, []>({
          name: 'test.count',
          text: 'select count(*)::int as n from cairn.version',
        })
        return row?.n
      }
      const before = await count()
      const answer = await post({ 'openehr-item-tag': header })
      assert.equal(answer.status, 400, answer.text)
      assert.ok(JSON.parse(answer.text).message)
      assert.equal(await count(), before)
    })
})

describe('where there is nothing to tag', () => {
  for (const line of ['POST contribution', 'POST directory'])
    it(`${line} refuses the headers with 400 rather than lose them`, async () => {
      for (const name of ['openehr-item-tag', 'openehr-version-item-tag']) {
        const answer = await send(
          server,
          line.replace(' ', ` /ehr/${ehrId}/`),
          { [name]: 'key="a"' },
          { _type: 'FOLDER' },
        )
        assert.equal(answer.status, 400, answer.text)
        assert.match(JSON.parse(answer.text).message, /has no tags/)
      }
    })
})

describe('on an update', () => {
  const update = async (uid: string, headers: Record<string, string>) => {
    const answer = await send(
      server,
      `PUT /ehr/${ehrId}/composition/${objectOf(uid)}`,
      { 'If-Match': uid, ...headers },
      note('next'),
    )
    assert.equal(answer.status, 204, answer.text)
    return (answer.headers['etag'] ?? '').replaceAll('"', '')
  }

  it('the header replaces the tags of the object, an empty one removes them, none leaves them', async () => {
    const first = await records.composition(ehrId, 'one', { 'openehr-item-tag': 'key="a"; key="b"' })
    const second = await update(first, { 'openehr-item-tag': 'key="c"' })
    assert.deepEqual(await stored(objectOf(first)), [{ key: 'c' }])
    const third = await update(second, {})
    assert.deepEqual(await stored(objectOf(first)), [{ key: 'c' }])
    await update(third, { 'openehr-item-tag': '' })
    assert.deepEqual(await stored(objectOf(first)), [])
  })

  it('a commit that is refused leaves the tags as they were', async () => {
    const first = await records.composition(ehrId, 'one', { 'openehr-item-tag': 'key="a"' })
    await update(first, {})
    const late = await send(
      server,
      `PUT /ehr/${ehrId}/composition/${objectOf(first)}`,
      { 'If-Match': first, 'openehr-item-tag': 'key="late"' },
      note('late'),
    )
    assert.equal(late.status, 412)
    assert.deepEqual(await stored(objectOf(first)), [{ key: 'a' }])
  })
})
