/** People are found by name, birth date, sex, identifiers and address (decision 0105). */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, test } from 'node:test'
import fc from 'fast-check'
import { sql } from '../../packages/server/src/db/index.ts'
import { keysOf, sliceKeysOf } from '../../packages/server/src/demographic/finding/keys.ts'
import { MOST_CANDIDATES } from '../../packages/server/src/demographic/finding/search.ts'
import { leftOutOnCitus } from '../citus/left-out.ts'
import { eventually } from '../eventually.ts'
import { testServer } from '../server.ts'
import { ADMIN, backendToken, postParty, uploadPartyTemplates } from './parties.ts'
import { deleteDefinition, find, found, newPerson, type PersonData, person, putDefinition } from './people.ts'

const server = await testServer()
await uploadPartyTemplates(server)
assert.equal((await putDefinition(server)).status, 200)

const lockEntry = sql<unknown, [personId: string]>({
  name: 'test.lockEntry',
  seesAll: 'test',
  text: 'select 1 from cairn_party.person_entry where ehr_id = $1 for update',
})
const waiting = sql({
  name: 'test.waiting',
  seesAll: 'test',
  text: `select 1 from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock' and query like '%person_entry%'`,
})

const namesFor = async (query: Readonly<Record<string, string>>) =>
  (await found(server, query)).map(({ name }) => name)

describe('forms of names', () => {
  const PEOPLE: readonly (readonly [family: string, given: string, forms: readonly string[]])[] = [
    [
      "O'Brien",
      'Siobhán',
      ['obrien', 'o brien', "O'BRIEN", 'O’Brien', 'siobhan obrien', 'Obrien Siobhán', "o'brein"],
    ],
    ['O Neill', 'Máire', ["o'neill", 'oneill', 'o neill', 'neill', 'maire oneil']],
    ['van der Meer', 'Joost', ['vandermeer', 'van der meer', 'meer joost', 'vander meer']],
    [
      'Smith-Jonas',
      'Anne-Marie',
      ['smithjonas', 'smith jonas', 'smith-jonas', 'annemarie', 'anne marie', 'jonas anne'],
    ],
    ['Müller', 'Jürgen', ['muller', 'MÜLLER', 'mueller', 'jurgen m', 'müll', 'mulelr']],
    ['Żółkiewski', 'Łukasz', ['zolkiewski', 'lukasz', 'zolkiewsky']],
    ['Straße', 'Øystein', ['strasse', 'oystein']],
    ['Παπαδόπουλος', 'Νίκος', ['παπαδοπουλος', 'ΝΙΚΟΣ', 'Παπαδόπουλοσ']],
    ['Толстой', 'Лев', ['толстой', 'ТОЛСТОЙ лев', 'талстой']],
    ['王', '小明', ['王', '小明', '王 小明']],
    ['שרון', 'דָּוִד', ['דוד', 'שרון דוד']],
    ['राम', 'सीता', ['सीता', 'राम सीता']],
  ]

  before(async () => {
    for (const [family, given] of PEOPLE) await newPerson(server, { family, given: [given] })
  })

  for (const [family, given, forms] of PEOPLE)
    for (const form of forms)
      test(`"${form}" finds ${given} ${family}`, async () => {
        assert.ok((await namesFor({ name: form })).includes(`${given} ${family}`))
      })

  for (const form of ['obrian x', 'brien siobhan smith', 'xo', 'müllermeister'])
    test(`"${form}" finds nobody`, async () => assert.deepEqual(await namesFor({ name: form }), []))
})

describe('one misspelt letter', () => {
  /** Damerau-Levenshtein distance with neighbours exchanged, by the book. */
  function distance(a: string, b: string): number {
    const rows = [Array.from({ length: b.length + 1 }, (_, at) => at)]
    for (let i = 1; i <= a.length; i++) {
      const row = [i]
      for (let j = 1; j <= b.length; j++) {
        const change = a[i - 1] === b[j - 1] ? 0 : 1
        let least = Math.min(
          (rows[i - 1]?.[j] ?? 0) + 1,
          (row[j - 1] ?? 0) + 1,
          (rows[i - 1]?.[j - 1] ?? 0) + change,
        )
        if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
          least = Math.min(least, (rows[i - 2]?.[j - 2] ?? 0) + 1)
        row.push(least)
      }
      rows.push(row)
    }
    return rows[a.length]?.[b.length] ?? 0
  }

  /** Few letters, so that many words are near each other. */
  const word = fc.string({ unit: fc.constantFrom('q', 'w', 'x', 'z'), minLength: 1, maxLength: 7 })
  const stored = new Set<string>()

  before(async () => {
    for (const each of fc.sample(word, { numRuns: 60, seed: 35 })) stored.add(each)
    for (const family of stored) await newPerson(server, { family, born: '1900-01-01' })
  })

  test('is tolerated as the distance of Damerau and Levenshtein has it', async () => {
    const model = (asked: string): readonly string[] =>
      [...stored].filter(
        each =>
          each === asked ||
          (asked.length >= 2 && each.startsWith(asked)) ||
          (asked.length >= 3 && distance(asked, each) <= 1),
      )
    await fc.assert(
      fc.asyncProperty(word, async asked => {
        const names = await namesFor({ name: asked, birth_date: '1900-01-01' })
        assert.deepEqual([...names].sort(), [...model(asked)].sort())
      }),
      { numRuns: 150 },
    )
  })
})

describe('other criteria', () => {
  const ANN: PersonData = {
    family: 'Kowalczyk',
    given: ['Ann'],
    born: '1980-05-03',
    sex: 'female',
    identifiers: [{ id: '943 476 5919', type: 'NHS', issuer: 'NHS England' }],
    address: ['12 Rue de l’Église', 'Montréal'],
  }
  const BOB: PersonData = { family: 'Kowalczyk', given: ['Bob'], born: '1980', sex: 'male' }
  const CAY: PersonData = { family: 'Kowalczyk', given: ['Cay'], born: '1981-02' }

  before(async () => {
    for (const each of [ANN, BOB, CAY]) await newPerson(server, each)
  })

  const CASES: readonly (readonly [query: Readonly<Record<string, string>>, names: string])[] = [
    [{ birth_date: '1980-05-03' }, 'Ann Bob'],
    [{ birth_date: '1980-05' }, 'Ann Bob'],
    [{ birth_date: '1980' }, 'Ann Bob'],
    [{ birth_date: '1981' }, 'Cay'],
    [{ birth_date: '1981-03' }, ''],
    [{ birth_date_from: '1980-05-03', birth_date_to: '1981-02-01' }, 'Ann Bob Cay'],
    [{ birth_date_from: '1981' }, 'Cay'],
    [{ birth_date_to: '1979-12-31' }, ''],
    [{ sex: 'FEMALE' }, 'Ann'],
    [{ identifier: '943-476-5919' }, 'Ann'],
    [{ identifier: '9434765919', identifier_type: 'nhs', identifier_issuer: 'NHS England' }, 'Ann'],
    [{ identifier: '9434765919', identifier_type: 'passport' }, ''],
    [{ identifier: '943476591' }, ''],
    [{ address: 'eglise montreal' }, 'Ann'],
    [{ address: 'montreal ottawa' }, ''],
  ]
  for (const [query, names] of CASES)
    test(`${new URLSearchParams(query)} finds ${names || 'nobody'}`, async () => {
      const all = await namesFor({ name: 'kowalczyk', ...query })
      assert.deepEqual(
        all
          .map(each => each.split(' ')[0])
          .sort()
          .join(' '),
        names,
      )
      if (!('sex' in query) && !('birth_date_to' in query) && !('birth_date_from' in query))
        assert.deepEqual(
          (await namesFor(query)).filter(each => each.endsWith('Kowalczyk')).sort(),
          [...all].sort(),
        )
    })

  test('whatever fits better comes first, with its reasons', async () => {
    const [first, second, ...others] = await found(server, {
      name: 'kowalczyk ann',
      birth_date: '1980-05-03',
    })
    assert.equal(first?.name, 'Ann Kowalczyk')
    assert.equal(first?.score, 1)
    assert.deepEqual(
      first?.reasons.map(({ how }) => how),
      ['same', 'same', 'same'],
    )
    assert.deepEqual([second, others], [undefined, []])
    const [near] = await found(server, { name: 'kowalcyk' })
    assert.equal(near?.reasons[0]?.how, 'similar')
    assert.ok((near?.score ?? 1) < 1)
  })

  for (const query of [
    '',
    'birth_date=5.3.1980',
    'name=%20-',
    'identifier_type=NHS',
    'limit=0&name=a',
    'who=x&name=a',
    'birth_date=1980&birth_date_to=1981',
  ])
    test(`?${query} answers 400`, async () => {
      const answer = await server.call(`GET /extra/v1/person?${query}`, { scopes: ADMIN })
      assert.equal(answer.status, 400, answer.text)
    })
})

test('pages have everybody once, and the audit trail has who was shown', async () => {
  const uids = new Set<string>()
  for (let at = 0; at < 25; at++)
    uids.add(await newPerson(server, { family: 'Pageable', given: [`Number${at}`] }))
  let next: string | undefined = '/extra/v1/person?name=pageable&limit=10'
  const seen: string[] = []
  const sizes: number[] = []
  while (next !== undefined) {
    const answer = await server.call(`GET ${next}`, { scopes: ADMIN })
    const { data, totalCount, isComplete } = answer.json()
    assert.deepEqual([totalCount, isComplete], [25, true])
    seen.push(...data.map(({ personUid }: { personUid: string }) => personUid))
    sizes.push(data.length)
    const link = /<([^>]*)>/.exec(answer.headers.get('link') ?? '')?.[1]
    next = link?.slice(link.indexOf('/extra'))
  }
  assert.deepEqual(sizes, [10, 10, 5])
  assert.deepEqual(new Set(seen), uids)
  const listed = await server.db.query(
    sql<{ detail: { ehrs?: string[] } | null }>({
      name: 'test.personEvents',
      text: `select detail from cairn.audit_event where route like '%/person' and detail is not null order by event_id`,
    }),
  )
  const shown = listed.flatMap(({ detail }) => detail?.ehrs ?? [])
  assert.ok(seen.every(uid => shown.includes(uid)))
})

test('an update is found by its new name, and a deleted person by none', async () => {
  const made = await postParty(server, 'person', person({ family: 'Beforehand' }))
  const uid = made.headers.get('etag')?.replaceAll('"', '') ?? ''
  const path = `/openehr/v1/demographic/person/${uid.split('::')[0]}`
  const put = await server.call(`PUT ${path}`, {
    scopes: ADMIN,
    headers: { 'Content-Type': 'application/json', 'If-Match': `"${uid}"` },
    body: JSON.stringify(person({ family: 'Afterwards' })),
  })
  assert.equal(put.status, 204, put.text)
  assert.deepEqual(await namesFor({ name: 'beforehand' }), [])
  assert.deepEqual(await namesFor({ name: 'afterwards' }), ['Afterwards'])
  const latest = put.headers.get('etag')?.replaceAll('"', '')
  const gone = await server.call(`DELETE ${path.replace(/[^/]*$/, latest ?? '')}`, { scopes: ADMIN })
  assert.equal(gone.status, 204, gone.text)
  assert.deepEqual(await namesFor({ name: 'afterwards' }), [])
})

test('people of a contribution are found', async () => {
  const contribute = async (versions: readonly object[]) => {
    const answer = await server.call('POST /openehr/v1/demographic/contribution', {
      scopes: ADMIN,
      headers: { 'Content-Type': 'application/json', Prefer: 'return=representation' },
      body: JSON.stringify({ _type: 'CONTRIBUTION', versions, audit: audit('creation', '249') }),
    })
    assert.equal(answer.status, 201, answer.text)
    return answer.json().versions.map(({ id }: { id: { value: string } }) => id.value)
  }
  const coded = (value: string, code: string) => ({
    _type: 'DV_CODED_TEXT',
    value,
    defining_code: {
      _type: 'CODE_PHRASE',
      terminology_id: { _type: 'TERMINOLOGY_ID', value: 'openehr' },
      code_string: code,
    },
  })
  const audit = (value: string, code: string) => ({
    _type: 'AUDIT_DETAILS',
    committer: { _type: 'PARTY_IDENTIFIED', name: 'Test' },
    change_type: coded(value, code),
  })
  const version = (family: string, more: object, change: readonly [string, string]) => ({
    _type: 'ORIGINAL_VERSION',
    lifecycle_state: coded('complete', '532'),
    commit_audit: audit(...change),
    data: person({ family }),
    ...more,
  })
  const made = await contribute(
    ['Contributedone', 'Contributedtwo'].map(name => version(name, {}, ['creation', '249'])),
  )
  assert.deepEqual(await namesFor({ name: 'contributed' }), ['Contributedone', 'Contributedtwo'])
  const preceding = { preceding_version_uid: { _type: 'OBJECT_VERSION_ID', value: made[0] } }
  await contribute([version('Contributednext', preceding, ['modification', '251'])])
  assert.deepEqual(await namesFor({ name: 'contributed' }), ['Contributednext', 'Contributedtwo'])
})

test('an EHR that is linked to the person is in the answer', async () => {
  const uid = await newPerson(server, { family: 'Linkable' })
  const ehr = await server.call('POST /openehr/v1/ehr', {
    scopes: 'api.write',
    headers: { 'cairn-person-uid': uid },
  })
  const [hit] = (await find(server, { name: 'linkable' })).json().data
  assert.equal(hit.ehrUid, ehr.headers.get('etag')?.replaceAll('"', ''))
})

test('people are found by rights on them alone', async () => {
  await newPerson(server, { family: 'Rightful' })
  const as = async (scopes: string) =>
    server.call('GET /extra/v1/person?name=rightful', {
      headers: { Authorization: `Bearer ${await backendToken(server, scopes)}` },
    })
  for (const scopes of [
    'api.read api.write',
    'system/composition-*.cruds',
    'system/person-*.crud',
    'system/role-*.s',
  ])
    assert.equal((await as(scopes)).status, 403, scopes)
  assert.equal((await as('system/person-*.s')).json().data.length, 1)
  assert.equal((await as('system/person-Person.s')).json().data.length, 1)
  assert.equal((await as('system/person-Other.s')).json().data.length, 0)
})

const setCount = sql<never, [people: number]>({
  name: 'test.setCount',
  seesAll: 'test',
  text: `update pg_class set reltuples = $1 where oid = 'cairn_party.person_entry'::regclass`,
})
const enter = sql<never, [personId: string, terms: readonly string[], keys: readonly number[]]>({
  name: 'test.enter',
  seesAll: 'test',
  text: `insert into cairn_party.person_entry (ehr_id, archetype_id, revision, name, name_terms, keys)
         values ($1, 'test', 0, 'Frequent Nameless', $2, $3)`,
})

test('in a large register, people of a slice stand for all who have a frequent name, and nobody of a rare one is missed', {
  skip: leftOutOnCitus('people of a slice'),
}, async () => {
  const nameTerms = ['frequent', 'nameless']
  const keys = keysOf({ nameTerms, addressTerms: [], birthDate: undefined, identifiers: [] })
  const inSlice = new Set<string>()
  for (let others = 0; inSlice.size < MOST_CANDIDATES; ) {
    const id = randomUUID()
    const own = sliceKeysOf(id)
    if (own.length > 0) inSlice.add(id)
    else if (++others > MOST_CANDIDATES) continue
    await server.db.execute(enter, [id, nameTerms, [...keys, ...own]])
  }
  const rare = await newPerson(server, { family: 'Seldom', given: ['Name'] })
  const shown = async (name: string) => {
    const pages = ['0', '100'].map(offset => found(server, { name, limit: '100', offset }))
    return new Set((await Promise.all(pages)).flat().map(({ personUid }) => personUid))
  }
  await server.db.execute(setCount, [1_000_000])
  assert.deepEqual(await shown('frequent'), inSlice)
  assert.deepEqual(await shown('frequent namel'), inSlice)
  assert.deepEqual(await shown('seldom'), new Set([rare]))
  await server.db.execute(setCount, [1000])
  assert.notDeepEqual(await shown('frequent'), inSlice)
})

test('a definition holds when it was put, also for a person whom another transaction has locked', async () => {
  const person = await newPerson(server, { family: 'Lockable' })
  const put = await server.db.transaction(async queries => {
    await queries.query(lockEntry, [person])
    const answer = putDefinition(server, { name: [] })
    await eventually('the definition waits', async () => (await server.db.query(waiting)).length > 0)
    return { answer }
  })
  assert.equal((await put.answer).status, 200)
  assert.deepEqual(await namesFor({ name: 'lockable' }), [])
  assert.equal((await putDefinition(server)).status, 200)
  assert.deepEqual(await namesFor({ name: 'lockable' }), ['Lockable'])
})

test('a definition holds for people who are stored already, and a faulty one is refused', async () => {
  await newPerson(server, { family: 'Definable' })
  assert.equal((await putDefinition(server, { name: [] })).status, 200)
  assert.deepEqual(await namesFor({ name: 'definable' }), [])
  assert.equal((await putDefinition(server)).status, 200)
  assert.deepEqual(await namesFor({ name: 'definable' }), ['Definable'])
  assert.equal((await deleteDefinition(server)).status, 204)
  assert.equal((await deleteDefinition(server)).status, 404)
  assert.deepEqual(await namesFor({ name: 'definable' }), [])
  assert.equal((await putDefinition(server)).status, 200)
  for (const faulty of [
    {},
    { name: 'x' },
    { name: ['/identities['] },
    { name: [`/${'identities/'.repeat(100)}value`] },
    { name: [], size: [] },
    { name: [], sex_codes: [] },
  ])
    assert.equal((await putDefinition(server, faulty)).status, 400, JSON.stringify(faulty))
})
