/** Everything that clients write, as a table: the calls that create, change and remove a thing, and how its state is read again. */
import { data } from '../../packages/openehr/fixtures/opt-builder/index.ts'
import { aboutSubject, status } from '../admin/records.ts'
import { party } from '../demographic/parties.ts'
import { contribution, folder, version } from '../ehr/contribution-changes.ts'
import { bloodPressure, bloodPressureOpt, TEMPLATE_ID } from '../records.ts'
import type { Answer } from '../server.ts'

export type Verb = 'create' | 'change' | 'race' | 'remove' | 'read' | 'query'
export type WriteVerb = Extract<Verb, 'create' | 'change' | 'remove'>

/** A thing that is written. The plan chooses its id, so that a client without an answer knows what to look for. */
export interface Item {
  readonly name: string
  readonly kind: string
  readonly number: number
  readonly id: string
  readonly parent: Item | undefined
}

export interface Call {
  readonly request: string
  /** Text is sent as it is, with the type in `headers`. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** Sends a request that only reads; 404 is an answer too. */
type Get = (request: string) => Promise<Answer>

/** The values of all versions by commas, or the one value of a thing without versions. */
export interface Seen {
  readonly state: string
  readonly etag?: string
}

export const ABSENT = 'absent'
export const DELETED = 'deleted'

export interface Kind {
  readonly parent?: string
  /** The verbs that it has; one with a larger number is chosen more often. */
  readonly weights: Readonly<Partial<Record<Verb, number>>>
  /** True: a change adds a version, and earlier ones stay. */
  readonly isVersioned?: boolean
  /** The value of the version that a removal adds, or `absent`. */
  readonly removal?: typeof ABSENT | typeof DELETED
  write(verb: WriteVerb, item: Item, value: string, etag: string): Call
  read(item: Item, get: Get): Promise<Seen>
}

export const stateAfter = (kind: Kind, verb: WriteVerb, state: string, value: string): string => {
  if (verb === 'create') return value
  if (verb === 'remove') return kind.removal === DELETED ? `${state},${DELETED}` : ABSENT
  return kind.isVersioned ? `${state},${value}` : value
}

const OPENEHR = '/openehr/v1'
const ehrPath = (item: Item): string => `${OPENEHR}/ehr/${(item.parent?.parent ?? item.parent ?? item).id}`

/** A node of its own for each EHR, so that each brings a new path for queries. */
export const nodeOf = ({ number }: Item): string => `at${9000 + number}`

/** The plan chooses the id of the status too: the answer to the creation of an EHR names the EHR alone. */
const statusIdOf = ({ id }: Item): string => `${id.slice(0, -1)}${id.endsWith('0') ? '1' : '0'}`

const statusWith = (item: Item, value: string, rest: data.Data = {}): data.Data =>
  status({
    ...aboutSubject(item.name),
    ...rest,
    other_details: data.locatable('ITEM_TREE', 'at0001', {
      items: [data.element(nodeOf(item), { _type: 'DV_TEXT', value })],
    }),
  })

const compositionWith = (id: string, value: string): data.Data => ({
  ...bloodPressure([{ systolic: Number(value) }]),
  uid: { _type: 'HIER_OBJECT_ID', value: id },
})

/** The ids of the compositions that come with one contribution. */
export const partsOf = ({ id }: Item): string[] => ['1', '2', '3'].map(digit => id.slice(0, -1) + digit)

// biome-ignore lint/suspicious/noExplicitAny: data of documents
type Document = any

/** Reads every version of an object by its revision history. */
async function readVersions(path: string, get: Get, valueIn: (document: Document) => string): Promise<Seen> {
  const history = await get(`GET ${path}/revision_history`)
  if (history.status === 404) return { state: ABSENT }
  const uids = history.json().items.map((each: Document) => each.version_id.value as string) as string[]
  const values = await Promise.all(
    uids.map(async (uid, at) => {
      const answer = await get(`GET ${path}/version/${uid}`)
      const isInOrder = uid.endsWith(`::${at + 1}`)
      const document = answer.status === 200 ? answer.json().data : undefined
      return `${isInOrder ? '' : `out of order ${uid} `}${document === undefined ? DELETED : valueIn(document)}`
    }),
  )
  return { state: values.join(','), etag: uids.at(-1) ?? '' }
}

const systolicIn = (document: Document): string =>
  String(document.content[0].data.events[0].data.items[0].value.magnitude)

const readComposition = (item: Item, id: string, get: Get): Promise<Seen> =>
  readVersions(`${ehrPath(item)}/versioned_composition/${id}`, get, systolicIn)

const readParty = (id: string, get: Get): Promise<Seen> =>
  readVersions(
    `${OPENEHR}/demographic/versioned_party/${id}`,
    get,
    document => document.identities[0].details.items[0].value.value,
  )

const archetypeOf = ({ number }: Item): string => `openEHR-DEMOGRAPHIC-PERSON.simulated_${number}.v1`

/** Reads one member of a JSON object. */
async function readMember(request: string, get: Get, member: string): Promise<Seen> {
  const answer = await get(request)
  return { state: answer.status === 404 ? ABSENT : String(answer.json()[member]) }
}

/** Finds the one entry of a list that is about the item; two are a fault. */
async function readEntry(
  request: string,
  get: Get,
  valueIn: (entry: Document) => string | undefined,
): Promise<Seen> {
  const answer = await get(request)
  if (answer.status === 404) return { state: ABSENT }
  const values = (answer.json() as Document[]).flatMap(entry => valueIn(entry) ?? [])
  return { state: values.join(' and ') || ABSENT }
}

const match = (etag: string) => ({ 'If-Match': `"${etag}"` })

/** A thing with an address of its own, made by POST to the list or by PUT, and changed by PUT. */
const admin = (
  list: string,
  idMember: string,
  valueMember: string,
  rest: object = {},
): Pick<Kind, 'write' | 'read'> => ({
  write: (verb, { id }, value) => {
    if (verb === 'create')
      return { request: `POST ${list}`, body: { [idMember]: id, [valueMember]: value, ...rest } }
    if (verb === 'change') return { request: `PUT ${list}/${id}`, body: { [valueMember]: value } }
    return { request: `DELETE ${list}/${id}` }
  },
  read: ({ id }, get) => readMember(`GET ${list}/${id}`, get, valueMember),
})

const EVENT = '/content[openEHR-EHR-OBSERVATION.blood_pressure.v2]/data[at0001]/events[at0006]'
const DATAMAP_PATHS = [{ add: 'systolic', path: `${EVENT}/data[at0003]/items[at0004]/value` }]

export const KINDS: Readonly<Record<string, Kind>> = {
  ehr: {
    weights: { create: 4, change: 3, race: 2, remove: 1, read: 3, query: 4 },
    isVersioned: true,
    removal: ABSENT,
    write: (verb, item, value, etag) => {
      if (verb === 'remove') return { request: `DELETE ${OPENEHR}/admin/ehr/${item.id}` }
      if (verb === 'create') {
        const uid = { _type: 'OBJECT_VERSION_ID', value: `${statusIdOf(item)}::cairn.local::1` }
        return { request: `PUT ${ehrPath(item)}`, body: statusWith(item, value, { uid }) }
      }
      const latest = etag.includes('::') ? etag : `${statusIdOf(item)}::cairn.local::1`
      return {
        request: `PUT ${ehrPath(item)}/ehr_status`,
        body: statusWith(item, value),
        headers: match(latest),
      }
    },
    read: (item, get) =>
      readVersions(
        `${ehrPath(item)}/versioned_ehr_status`,
        get,
        document => document.other_details.items[0].value.value,
      ),
  },
  composition: {
    parent: 'ehr',
    weights: { create: 8, change: 6, race: 2, remove: 2, read: 4 },
    isVersioned: true,
    removal: DELETED,
    write: (verb, item, value, etag) => {
      const path = `${ehrPath(item)}/composition`
      if (verb === 'create') return { request: `POST ${path}`, body: compositionWith(item.id, value) }
      if (verb === 'remove') return { request: `DELETE ${path}/${etag}` }
      const body = bloodPressure([{ systolic: Number(value) }])
      return { request: `PUT ${path}/${item.id}`, body, headers: match(etag) }
    },
    read: (item, get) => readComposition(item, item.id, get),
  },
  contribution: {
    parent: 'ehr',
    weights: { create: 4, read: 1 },
    write: (_verb, item, value) => {
      const versions = partsOf(item).map(id =>
        version({ change: 'creation', data: compositionWith(id, value) }),
      )
      return { request: `POST ${ehrPath(item)}/contribution`, body: contribution(versions) }
    },
    read: async (item, get) => {
      const parts = await Promise.all(partsOf(item).map(id => readComposition(item, id, get)))
      return { state: [...new Set(parts.map(part => part.state))].join(' and ') }
    },
  },
  directory: {
    parent: 'ehr',
    weights: { create: 3, change: 2, race: 1, remove: 1, read: 1 },
    isVersioned: true,
    removal: ABSENT,
    write: (verb, item, value, etag) => {
      const path = `${ehrPath(item)}/directory`
      if (verb === 'remove') return { request: `DELETE ${path}`, headers: match(etag) }
      const uid = verb === 'create' ? { uid: { _type: 'HIER_OBJECT_ID', value: item.id } } : {}
      const body = folder(value, uid)
      if (verb === 'create') return { request: `POST ${path}`, body }
      return { request: `PUT ${path}`, body, headers: match(etag) }
    },
    read: async (item, get) => {
      const latest = await get(`GET ${ehrPath(item)}/directory`)
      if (latest.status !== 200) return { state: ABSENT }
      const etag: string = latest.json().uid.value
      const [object, system, count] = etag.split('::')
      const uids = Array.from({ length: Number(count) }, (_, at) => `${object}::${system}::${at + 1}`)
      const versions = await Promise.all(uids.map(uid => get(`GET ${ehrPath(item)}/directory/${uid}`)))
      const values = versions.map(answer => (answer.status === 200 ? answer.json().name.value : 'missing'))
      return { state: values.join(','), etag }
    },
  },
  party: {
    weights: { create: 3, change: 2, race: 1, remove: 1, read: 1 },
    isVersioned: true,
    removal: DELETED,
    write: (verb, { id }, value, etag) => {
      const path = `${OPENEHR}/demographic/person`
      if (verb === 'remove') return { request: `DELETE ${path}/${etag}` }
      if (verb === 'change')
        return { request: `PUT ${path}/${id}`, body: party('person', value), headers: match(etag) }
      const uid = { _type: 'HIER_OBJECT_ID', value: id }
      return { request: `POST ${path}`, body: party('person', value, { uid }) }
    },
    read: ({ id }, get) => readParty(id, get),
  },
  party_contribution: {
    weights: { create: 2, read: 1 },
    write: (_verb, item, value) => ({
      request: `POST ${OPENEHR}/demographic/contribution`,
      body: contribution(
        partsOf(item).map(id =>
          version({
            change: 'creation',
            data: party('person', value, { uid: { _type: 'HIER_OBJECT_ID', value: id } }),
          }),
        ),
      ),
    }),
    read: async (item, get) => {
      const parts = await Promise.all(partsOf(item).map(id => readParty(id, get)))
      return { state: [...new Set(parts.map(part => part.state))].join(' and ') }
    },
  },
  link: {
    parent: 'party',
    weights: { create: 3, read: 3 },
    write: (_verb, item, value) => ({
      request: `PUT ${OPENEHR}/ehr/${item.id}`,
      headers: { 'cairn-person-uid': item.parent?.id ?? '' },
      body: statusWith(item, value),
    }),
    read: async (item, get) => {
      const found = await get(`GET ${OPENEHR}/ehr?person_uid=${item.parent?.id}`)
      if (found.status === 404) return { state: ABSENT }
      const { ehr_id: ehrId } = found.json()
      if (ehrId.value !== item.id) return { state: `the EHR ${ehrId.value}` }
      const latest = await get(`GET ${OPENEHR}/ehr/${item.id}/ehr_status`)
      return { state: latest.json().other_details.items[0].value.value }
    },
  },
  person_definition: {
    weights: { create: 2, change: 1, remove: 1, read: 1 },
    write: (verb, item, value) => {
      const path = `/extra/v1/person-definition/${archetypeOf(item)}`
      if (verb === 'remove') return { request: `DELETE ${path}` }
      return { request: `PUT ${path}`, body: { name: ['/identities/details'], sex_codes: { a: value } } }
    },
    read: (item, get) =>
      readEntry('GET /extra/v1/person-definition', get, ({ archetype_id: id, definition }) =>
        id === archetypeOf(item) ? definition.sex_codes.a : undefined,
      ),
  },
  subscription: {
    weights: { create: 2, read: 1 },
    write: (_verb, { name }, value) => ({
      request: 'POST /extra/v1/subscription',
      body: { name, url: `https://receiver.example.org/${value}`, active: false },
    }),
    read: ({ name }, get) =>
      readEntry('GET /extra/v1/subscription', get, entry =>
        entry.name === name ? entry.url.split('/').at(-1) : undefined,
      ),
  },
  tags: {
    parent: 'composition',
    weights: { create: 2, change: 1, remove: 1, read: 1 },
    write: (verb, item, value) => {
      const path = `${ehrPath(item)}/composition/${item.parent?.id}/tags`
      if (verb === 'remove') return { request: `DELETE ${path}/simulated` }
      return { request: `PUT ${path}`, body: [{ key: 'simulated', value }] }
    },
    read: (item, get) =>
      readEntry(`GET ${ehrPath(item)}/composition/${item.parent?.id}/tags`, get, entry => entry.value),
  },
  episode: {
    parent: 'ehr',
    weights: { create: 2, read: 1 },
    write: (_verb, item, value) => ({
      request: `POST /extra/v1/ehr/${item.parent?.id}/episode`,
      body: { name: `${item.name} ${value}`, startsAt: '2026-01-02T03:04:05Z' },
    }),
    read: (item, get) =>
      readEntry(`GET /extra/v1/ehr/${item.parent?.id}/episode`, get, ({ name }) =>
        name.startsWith(`${item.name} `) ? name.slice(item.name.length + 1) : undefined,
      ),
  },
  template: {
    weights: { create: 2, read: 1 },
    write: (_verb, { name }, value) => ({
      request: `POST ${OPENEHR}/definition/template/adl1.4`,
      headers: { 'Content-Type': 'application/xml' },
      body: bloodPressureOpt(name).replace(/<concept>.*?<\/concept>/, `<concept>${value}</concept>`),
    }),
    read: async ({ name }, get) => {
      const answer = await get(`GET ${OPENEHR}/definition/template/adl1.4/${name}`)
      return { state: /<concept>(.*?)<\/concept>/.exec(answer.text)?.[1] ?? ABSENT }
    },
  },
  stored_query: {
    weights: { create: 2, remove: 1, read: 1 },
    write: (verb, { name }, value) => {
      const path = `${OPENEHR}/definition/query/simulated::${name}/1.0.0`
      if (verb === 'remove') return { request: `DELETE ${path}` }
      const body = `SELECT e/ehr_id/value FROM EHR e WHERE e/ehr_id/value = '${value}'`
      return { request: `PUT ${path}`, headers: { 'Content-Type': 'text/plain' }, body }
    },
    read: async ({ name }, get) => {
      const answer = await get(`GET ${OPENEHR}/definition/query/simulated::${name}/1.0.0`)
      return { state: answer.status === 404 ? ABSENT : (/'(.*)'/.exec(answer.json().q)?.[1] ?? '') }
    },
  },
  datamap: {
    weights: { create: 2, change: 1, remove: 1, read: 1 },
    write: (verb, { name }, value) => {
      const path = `/extra/v1/definition/datamap/${name}`
      if (verb === 'remove') return { request: `DELETE ${path}` }
      return { request: `PUT ${path}`, body: { template: TEMPLATE_ID, comment: value, paths: DATAMAP_PATHS } }
    },
    read: ({ name }, get) => readMember(`GET /extra/v1/definition/datamap/${name}`, get, 'comment'),
  },
  client: {
    weights: { create: 2, change: 1, remove: 1, read: 1 },
    ...admin('/admin/v1/client', 'client_id', 'name', { scopes: ['api.read'] }),
  },
  person: {
    weights: { create: 2, change: 1, read: 1 },
    ...admin('/admin/v1/person', 'person_id', 'name', { roles: ['clinician'] }),
  },
  role: {
    weights: { create: 2, change: 1, remove: 1, read: 1 },
    ...admin('/admin/v1/role', 'name', 'description', { rights: ['user/composition-*.rs'] }),
  },
  assignment: {
    parent: 'person',
    weights: { create: 2, read: 1 },
    write: (_verb, item, value) => ({
      request: `POST /admin/v1/person/${item.parent?.id}/assignment`,
      body: { tag_key: item.name, reason: value },
    }),
    read: (item, get) =>
      readEntry(`GET /admin/v1/person/${item.parent?.id}/assignment`, get, entry =>
        entry.tag_key === item.name ? entry.reason : undefined,
      ),
  },
}

/** One answer in pieces with the values of an EHR. */
export const queryOf = (ehr: Item): Call => {
  const q = `SELECT o/data[at0001]/events[at0006]/data[at0003]/items[at0004]/value/magnitude FROM EHR e CONTAINS OBSERVATION o
    WHERE e/ehr_id/value MATCHES {'${ehr.id}'}`
  return {
    request: `GET ${OPENEHR}/query/aql?${new URLSearchParams({ q })}`,
    headers: { Accept: 'text/csv' },
  }
}
