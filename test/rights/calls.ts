/** Two EHRs with records of two templates, and for each operation a call about one of them. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { aboutSubject, folder, note, status } from '../admin/records.ts'
import { contribution, version } from '../ehr/contribution-changes.ts'
import { bloodPressureOpt, idOf, uploadTemplate } from '../records.ts'
import type { Answer, RunningServer } from '../server.ts'
import { isPartyOperation, makeParties } from './party-calls.ts'
import type { Place, Prepared } from './place.ts'

const TEMPLATES = { mine: 'Mine.pressure.v1', other: 'Other.pressure.v1', none: 'Other.never.v1' }
const QUERIES = { mine: 'mine::q', other: 'other::q', none: 'other::never' }
const DATAMAPS = { mine: 'mine', other: 'other', none: 'never' }
const SUBJECTS = { mine: 'p-mine', other: 'p-other', none: 'p-none' }

/** Access that somebody took; the test stores it. */
export const TAKEN_ACCESS = randomUUID()

/** Ids of things that are made for a call, and gone or changed after it. */
interface Made {
  readonly ehrId: string
  readonly versionUid: string
  readonly objectId: string
  readonly contributionUid: string
  readonly statusUid: string
  readonly directoryUid: string
  readonly episodeUid: string
}

const ALL = 'api.read api.write api.lenient api.admin'

export interface World {
  /** Makes what the call needs and returns its parameters. */
  prepare(operationId: string, place: Place, permission: string): Promise<Prepared>
  /** Texts that no answer may have whose caller sees nothing of that place. */
  marksOf(place: Place): readonly string[]
  readonly ehrs: Readonly<Record<'mine' | 'other' | 'none', string>>
}

export async function makeWorld(server: Pick<RunningServer, 'call'>): Promise<World> {
  const call = async (request: string, body?: unknown, headers: Record<string, string> = {}) => {
    const answer = await server.call(request, {
      scopes: ALL,
      headers: { 'Content-Type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    assert.ok(answer.status < 300, `${request}: ${answer.status} ${answer.text}`)
    return answer
  }
  /** Made again where a call has deleted it. */
  const directoryOf = async (ehrId: string): Promise<string> => {
    const found = await server.call(`GET /openehr/v1/ehr/${ehrId}/directory`, { scopes: ALL })
    return idOf(
      found.status === 200 ? found : await call(`POST /openehr/v1/ehr/${ehrId}/directory`, folder('root')),
    )
  }
  const newEhr = async (name: 'mine' | 'other') => {
    const ehrId = idOf(await call('POST /openehr/v1/ehr', status(aboutSubject(SUBJECTS[name]))))
    await call(`POST /openehr/v1/ehr/${ehrId}/directory`, folder('root'))
    return ehrId
  }
  for (const name of ['mine', 'other'] as const) {
    await uploadTemplate(server, TEMPLATES[name])
    const suggested = await call(
      `GET /extra/v1/definition/datamap-suggestion?template_id=${TEMPLATES[name]}`,
      undefined,
      { Accept: 'application/json' },
    )
    await call(`PUT /extra/v1/definition/datamap/${DATAMAPS[name]}`, suggested.json())
    await call(
      `PUT /openehr/v1/definition/query/${QUERIES[name]}/1.0.0`,
      'SELECT c/uid/value FROM COMPOSITION c',
      {
        'Content-Type': 'text/plain',
      },
    )
  }
  const ehrs = { mine: await newEhr('mine'), other: await newEhr('other'), none: randomUUID() }
  const episodes = await newEpisodes(call, ehrs)
  const prepareParty = await makeParties(call)
  const marks = new Map<string, string[]>()
  const keyOf = ({ ehr, template }: Place) => `${ehr} ${template}`

  /** A composition of its own for each call, so that no call meets what another has changed. */
  const make = async (place: Place): Promise<Made> => {
    const ehrId = ehrs[place.ehr]
    const nowhere = `${randomUUID()}::cairn.local::1`
    if (place.ehr === 'none')
      return {
        ehrId,
        versionUid: nowhere,
        objectId: nowhere.slice(0, 36),
        contributionUid: randomUUID(),
        statusUid: nowhere,
        directoryUid: nowhere,
        episodeUid: randomUUID(),
      }
    const statusUid = idOf(await call(`GET /openehr/v1/ehr/${ehrId}/ehr_status`))
    const directoryUid = await directoryOf(ehrId)
    const own = { ehrId, statusUid, directoryUid, episodeUid: episodes[place.ehr] ?? '' }
    if (place.template === 'none')
      return {
        ...own,
        versionUid: nowhere,
        objectId: nowhere.slice(0, 36),
        contributionUid: randomUUID(),
      }
    const made = await call(
      `POST /openehr/v1/ehr/${ehrId}/composition`,
      note(keyOf(place), TEMPLATES[place.template]),
    )
    const versionUid = idOf(made)
    const objectId = versionUid.slice(0, 36)
    await call(`PUT /openehr/v1/ehr/${ehrId}/composition/${objectId}/tags`, [{ key: 'seen', value: 'yes' }])
    const version = await call(`GET /openehr/v1/ehr/${ehrId}/versioned_composition/${objectId}/version`)
    const contributionUid = version.json().contribution.id.value as string
    marks.set(keyOf(place), [...(marks.get(keyOf(place)) ?? []), objectId, contributionUid])
    return { ...own, versionUid, objectId, contributionUid }
  }
  /** Records that are only read are made once. */
  const kept = new Map<string, Promise<Made>>()
  const madeFor = (operationId: string, place: Place): Promise<Made> => {
    if (Object.hasOwn(CALLS, operationId) || CHANGING.test(operationId)) return make(place)
    const known = kept.get(keyOf(place)) ?? make(place)
    kept.set(keyOf(place), known)
    return known
  }
  return {
    ehrs,
    marksOf: place => marks.get(keyOf(place)) ?? [],
    prepare: async (operationId, place, permission) => {
      if (isPartyOperation(operationId)) {
        const { marks: own, ...prepared } = await prepareParty(operationId, place, permission)
        marks.set(keyOf(place), [...(marks.get(keyOf(place)) ?? []), ...own])
        return prepared
      }
      const made = await madeFor(operationId, place)
      const fits = Object.hasOwn(CALLS, operationId) ? CALLS[operationId] : undefined
      const rest = (await fits?.({ made, place, permission, call })) ?? {}
      return { ...rest, parameters: { ...parametersOf(operationId, place, made), ...rest.parameters } }
    },
  }
}

/** Operations without a body that change what they are about. */
const CHANGING = /_delete$/

type Call = (request: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>

async function newEpisodes(call: Call, ehrs: World['ehrs']): Promise<Record<string, string>> {
  const made: Record<string, string> = {}
  for (const ehr of ['mine', 'other'] as const) {
    const body = { name: 'Ward 3', startsAt: '2026-01-02T03:04:05+01:00' }
    made[ehr] = (await call(`POST /extra/v1/ehr/${ehrs[ehr]}/episode`, body)).json().uid
  }
  return made
}

/** Parameters have the same meaning wherever they are, but for ids of versions and of records. */
function parametersOf(operationId: string, place: Place, made: Made): Record<string, string> {
  const isOf = (part: string) => operationId.includes(part)
  const uid = isOf('status') ? made.statusUid : isOf('directory') ? made.directoryUid : made.versionUid
  return {
    ehr_id: made.ehrId,
    ehrUid: made.ehrId,
    version_uid: uid,
    uid_based_id: uid.slice(0, 36),
    versioned_object_uid: made.objectId,
    contribution_uid: made.contributionUid,
    uid: isOf('episode') ? made.episodeUid : made.objectId,
    template_id: TEMPLATES[place.template],
    datamapName: DATAMAPS[place.template],
    qualified_query_name: QUERIES[place.template],
    version: '1.0.0',
    key: 'seen',
    assignment_id: TAKEN_ACCESS,
    subject_id: SUBJECTS[place.ehr],
    subject_namespace: 'hospital',
    q: 'SELECT c/uid/value, e/ehr_id/value FROM EHR e CONTAINS COMPOSITION c',
  }
}

interface Case {
  readonly made: Made
  readonly place: Place
  readonly permission: string
  readonly call: Call
}

const json = { 'Content-Type': 'application/json' }
const text = { 'Content-Type': 'text/plain' }
const xml = { 'Content-Type': 'application/xml' }

const compositionOf = ({ template }: Place) => note('written', TEMPLATES[template])

const record = { blood_pressure: [{ any_event: [{ systolic: 121 }] }], composer: 'written' }

const datamapOf = ({ template }: Place) => ({
  template: TEMPLATES[template],
  paths: [{ add: 'composer', path: '/composer/name' }],
})

/** A contribution whose only version creates, changes or deletes. */
const contributionOf = ({ made, place, permission }: Case) =>
  contribution([
    permission === 'c'
      ? version({ change: 'creation', data: compositionOf(place) })
      : permission === 'u'
        ? version({ change: 'modification', data: compositionOf(place), preceding: made.versionUid })
        : version({ change: 'deleted', preceding: made.versionUid }),
  ])

let counter = 0
const nextName = (base: string): string => {
  counter += 1
  return `${base}${counter}`
}

/** Input of operations beside the values of their paths. An operation with a body that is not here fails the test. */
export const CALLS: Readonly<Record<string, (of: Case) => Partial<Prepared> | Promise<Partial<Prepared>>>> = {
  break_glass: ({ made }) => ({
    headers: json,
    body: { ehrId: made.ehrId, reason: 'found unconscious in the street' },
  }),
  draft_save: ({ place }) => ({
    headers: json,
    parameters: { draft_id: randomUUID() },
    body: { template_id: TEMPLATES[place.template], page: 'a', content: {} },
  }),
  draft_party_save: ({ place }) => ({
    headers: json,
    parameters: { draft_id: randomUUID() },
    body: { template_id: TEMPLATES[place.template], page: 'a', content: {} },
  }),
  // Nobody is merged: a right that suffices is refused by what it names.
  person_merge: () => ({ headers: json, body: { into: randomUUID(), from: randomUUID() } }),
  person_match: () => ({ headers: json, body: { name: 'Nobody Nowhere' } }),
  break_glass_review: () => ({ headers: json, body: { review: 'was needed' } }),
  launch: ({ made }) => ({ headers: json, body: { ehrId: made.ehrId } }),
  template_upload: ({ place }) => {
    const id = nextName(place.template === 'mine' ? 'Mine.new' : 'Other.new')
    return { headers: xml, body: bloodPressureOpt(id) }
  },
  template_replace: ({ place }) => ({
    headers: xml,
    body: bloodPressureOpt(TEMPLATES[place.template]).replace('<concept>', `<concept>${nextName(' ')}`),
  }),
  // Only a template that nothing uses can be deleted.
  template_delete: async ({ place, call }) => {
    if (place.template !== 'mine') return {}
    const id = nextName('Mine.unused')
    await call('POST /openehr/v1/definition/template/adl1.4', bloodPressureOpt(id), xml)
    return { parameters: { template_id: id } }
  },
  query_store: () => ({ headers: text, body: 'SELECT c FROM COMPOSITION c' }),
  query_store_version: () => ({
    parameters: { version: `1.${nextName('')}.0` },
    headers: text,
    body: 'SELECT c FROM COMPOSITION c',
  }),
  query_delete: async ({ place, call }) => {
    if (place.template !== 'mine') return {}
    const version = `2.${nextName('')}.0`
    await call(
      `PUT /openehr/v1/definition/query/${QUERIES.mine}/${version}`,
      'SELECT c FROM COMPOSITION c',
      text,
    )
    return { parameters: { version } }
  },
  ehr_create: () => ({ headers: json, body: status() }),
  ehr_create_with_id: () => ({ parameters: { ehr_id: randomUUID() }, headers: json, body: status() }),
  ehr_status_update: ({ made, place }) => ({
    headers: { ...json, 'If-Match': `"${made.statusUid}"` },
    body: status(aboutSubject(SUBJECTS[place.ehr])),
  }),
  composition_create: ({ place }) => ({ headers: json, body: compositionOf(place) }),
  composition_update: ({ made, place }) => ({
    headers: { ...json, 'If-Match': `"${made.versionUid}"` },
    body: compositionOf(place),
  }),
  composition_delete: ({ made }) => ({ parameters: { uid_based_id: made.versionUid } }),
  contribution_create: of => ({ headers: json, body: contributionOf(of) }),
  directory_create: () => ({ headers: json, body: folder('second') }),
  directory_update: ({ made }) => ({
    headers: { ...json, 'If-Match': `"${made.directoryUid}"` },
    body: folder('root again'),
  }),
  directory_delete: ({ made }) => ({ headers: { 'If-Match': `"${made.directoryUid}"` } }),
  composition_tags_update: () => ({ headers: json, body: [{ key: 'seen' }] }),
  ehr_status_tags_delete: async ({ made, place, call }) => {
    if (place.ehr !== 'none')
      await call(`PUT /openehr/v1/ehr/${made.ehrId}/ehr_status/${made.statusUid.slice(0, 36)}/tags`, [
        { key: 'seen' },
      ])
    return {}
  },
  ehr_status_tags_update: () => ({ headers: json, body: [{ key: 'ward', value: '3' }, { key: 'seen' }] }),
  query_adhoc_post: () => ({
    headers: json,
    body: { q: 'SELECT c/uid/value, e/ehr_id/value FROM EHR e CONTAINS COMPOSITION c' },
  }),
  query_stored_post: () => ({ headers: json, body: {} }),
  query_stored_version_post: () => ({ headers: json, body: {} }),
  // Refused for its content, once the caller was let in: a stream would not end.
  live_adhoc: () => ({ headers: json, body: {} }),
  live_stored: () => ({ headers: json, body: { fetch: 1 } }),
  live_stored_version: () => ({ headers: json, body: { fetch: 1 } }),
  datamap_definition_put: ({ place }) => ({
    parameters: { datamapName: nextName('made') },
    headers: json,
    body: datamapOf(place),
  }),
  datamap_definition_delete: async ({ place, call }) => {
    if (place.template === 'none') return {}
    const datamapName = nextName('unused')
    await call(`PUT /extra/v1/definition/datamap/${datamapName}`, datamapOf(place))
    return { parameters: { datamapName } }
  },
  datamap_list_ad_hoc: ({ place }) => ({ headers: json, body: datamapOf(place) }),
  datamap_record_create: () => ({ headers: json, body: record }),
  datamap_record_check: () => ({ headers: json, body: record }),
  datamap_record_update: ({ made }) => ({
    headers: { ...json, 'If-Match': `"${made.versionUid}"` },
    body: record,
  }),
  episode_delete: async ({ made, place, call }) => {
    if (place.ehr === 'none') return {}
    const body = { name: 'Goes', startsAt: '2026-01-02T03:04:05+01:00' }
    const episode = await call(`POST /extra/v1/ehr/${made.ehrId}/episode`, body)
    return { parameters: { uid: episode.json().uid } }
  },
  episode_create: () => ({
    headers: json,
    body: { name: 'Ward 4', startsAt: '2026-01-02T03:04:05+01:00' },
  }),
  episode_update: () => ({
    headers: json,
    body: { name: 'Ward again', startsAt: '2026-01-02T03:04:05+01:00' },
  }),
  episode_activate: () => ({ headers: json, body: {} }),
  episode_deactivate: () => ({ headers: json, body: {} }),
}
