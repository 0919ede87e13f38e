/** A template of our own with a value of every class, a datamap over it, and how tests write through it. */
import {
  archetype,
  codes,
  element,
  multiple,
  object,
  opt,
  ordinal,
  quantity,
  single,
} from '../../packages/openehr/fixtures/opt-builder/index.ts'
import type { Answer, RunningServer } from '../server.ts'

const WARD_TEMPLATE = 'Ward note.v1'
const COMPOSITION = 'openEHR-EHR-COMPOSITION.encounter.v1'
const EVALUATION = 'openEHR-EHR-EVALUATION.ward_note.v1'
const DRUG = 'openEHR-EHR-CLUSTER.drug.v1'

const coded = (list: readonly string[]) =>
  object('DV_CODED_TEXT', [single('defining_code', codes('local', list))])

const bare = (type: string) => object(type)

const drug = archetype(
  DRUG,
  [
    multiple(
      'items',
      [
        element('at0001', bare('DV_TEXT'), '1..1'),
        element('at0002', quantity([{ units: 'mg' }]), '0..1'),
        element('at0003', bare('DV_TEXT'), '0..1'),
      ],
      '1..*',
    ),
  ],
  {
    nodeId: 'at0000',
    occurrences: '0..*',
    terms: { at0000: 'Drug', at0001: 'Drug name', at0002: 'Dose', at0003: 'Remark' },
  },
)

const items = [
  element('at0004', bare('DV_TEXT'), '1..1'),
  element('at0005', coded(['at0021', 'at0022']), '0..1'),
  element('at0006', object('DV_CODED_TEXT'), '0..1'),
  element(
    'at0007',
    ordinal([
      [0, 'at0031'],
      [1, 'at0032'],
    ]),
    '0..1',
  ),
  element('at0008', quantity([{ units: 'kg', magnitude: '0.0..500.0' }]), '0..1'),
  element('at0009', quantity([{ units: 'Cel' }, { units: '[degF]' }]), '0..1'),
  element('at0010', bare('DV_COUNT'), '0..1'),
  element('at0011', bare('DV_BOOLEAN'), '0..1'),
  element('at0012', bare('DV_DATE'), '0..1'),
  element('at0013', bare('DV_TIME'), '0..1'),
  element('at0014', bare('DV_DATE_TIME'), '0..1'),
  element('at0015', bare('DV_DURATION'), '0..1'),
  element('at0016', bare('DV_URI'), '0..1'),
  element('at0017', bare('DV_IDENTIFIER'), '0..1'),
  element('at0018', bare('DV_PROPORTION'), '0..1'),
  element('at0019', object('DV_INTERVAL<DV_QUANTITY>'), '0..1'),
  element('at0020', bare('DV_PARSABLE'), '0..1'),
  element('at0023', [quantity([{ units: 'mm[Hg]' }]), bare('DV_TEXT')], '0..1'),
  // The template leaves one choice only.
  element('at0024', coded(['at0041']), '1..1'),
  element('at0025', bare('DV_TEXT'), '0..*'),
  drug,
]

const TERMS = {
  at0000: 'Ward note',
  at0001: 'Tree',
  at0004: 'Remark',
  at0005: 'Contact',
  at0021: 'Face to face',
  at0022: 'Telephone',
  at0031: 'Absent',
  at0032: 'Present',
  at0041: 'Ward',
}

const numbered = Object.fromEntries(
  Array.from({ length: 20 }, (_, index) => [
    `at00${String(index + 6).padStart(2, '0')}`,
    `Item ${index + 6}`,
  ]),
)

const wardOpt = (templateId = WARD_TEMPLATE): string =>
  opt({
    templateId,
    definition: archetype(
      COMPOSITION,
      [
        multiple('content', [
          archetype(
            EVALUATION,
            [single('data', object('ITEM_TREE', [multiple('items', items)], { nodeId: 'at0001' }))],
            { occurrences: '0..1', terms: { ...numbered, ...TERMS } },
          ),
        ]),
      ],
      { terms: { at0000: 'Encounter' } },
    ),
  })

const ITEMS = `/content[${EVALUATION}]/data[at0001]/items`

/** Label → node. */
const VALUES = {
  remark: 'at0004',
  contact: 'at0005',
  finding: 'at0006',
  swelling: 'at0007',
  weight: 'at0008',
  temperature: 'at0009',
  visits: 'at0010',
  fasting: 'at0011',
  born: 'at0012',
  at: 'at0013',
  seen: 'at0014',
  lasted: 'at0015',
  link: 'at0016',
  number: 'at0017',
  share: 'at0018',
  range: 'at0019',
  source: 'at0020',
  pressure: 'at0023',
  place: 'at0024',
  aside: 'at0025',
}

/** Remarks on drugs are not shown. */
const WARD_PATHS = [
  { add: 'when', path: '/context/start_time' },
  { add: 'who', path: '/composer/name' },
  ...Object.entries(VALUES).map(([add, id]) => ({ add, path: `${ITEMS}[${id}]/value` })),
  { add: 'drugs._root', path: `${ITEMS}[${DRUG}]` },
  { add: 'drugs.name', path: '/items[at0001]/value' },
  { add: 'drugs.dose', path: '/items[at0002]/value' },
]

const JSON_TYPE = { 'Content-Type': 'application/json' }

/** Makes the definitions that a server must have before records can be written. */
export async function furnishWard(server: RunningServer): Promise<void> {
  const uploaded = await server.call('POST /openehr/v1/definition/template/adl1.4', {
    scopes: 'api.write',
    headers: { 'Content-Type': 'application/xml' },
    body: wardOpt(),
  })
  if (uploaded.status !== 201) throw new Error(`no template: ${uploaded.text}`)
  await saveDatamap(server, 'ward', WARD_PATHS)
  await saveDatamap(server, 'drugs with remarks', [
    ...WARD_PATHS,
    { add: 'drugs.remark', path: '/items[at0003]/value' },
  ])
}

export async function saveDatamap(
  server: RunningServer,
  name: string,
  paths: readonly { readonly add: string; readonly path: string }[],
  template = WARD_TEMPLATE,
): Promise<void> {
  const saved = await server.call(`PUT /extra/v1/definition/datamap/${encodeURIComponent(name)}`, {
    scopes: 'api.write',
    headers: JSON_TYPE,
    body: JSON.stringify({ template, paths }),
  })
  if (saved.status !== 201) throw new Error(`no datamap: ${saved.text}`)
}

export interface WriteOptions {
  readonly headers?: Readonly<Record<string, string>>
  readonly datamap?: string
}

const call = (
  server: RunningServer,
  request: string,
  record: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> =>
  server.call(request, {
    scopes: 'api.write api.read',
    headers: { ...(record === undefined ? {} : JSON_TYPE), ...headers },
    ...(record === undefined ? {} : { body: JSON.stringify(record) }),
  })

const place = (datamap = 'ward'): string => `/extra/v1/datamap/${encodeURIComponent(datamap)}`

export const postRecord = (
  server: RunningServer,
  ehrId: string,
  record: unknown,
  { headers, datamap }: WriteOptions = {},
): Promise<Answer> => call(server, `POST ${place(datamap)}?ehrUid=${ehrId}`, record, headers)

export const checkRecord = (server: RunningServer, ehrId: string, record: unknown): Promise<Answer> =>
  call(server, `POST ${place()}/check?ehrUid=${ehrId}`, record)

/** Over whatever version is the latest, unless the headers name another. */
export const putRecord = (
  server: RunningServer,
  uid: string,
  record: unknown,
  { headers = { 'If-Match': '*' }, datamap }: WriteOptions = {},
): Promise<Answer> => call(server, `PUT ${place(datamap)}/${uid}`, record, headers)

export const getRecord = (server: RunningServer, uid: string, datamap?: string): Promise<Answer> =>
  call(server, `GET ${place(datamap)}/${uid}`, undefined)

export const deleteRecord = (
  server: RunningServer,
  uid: string,
  { headers, datamap }: WriteOptions = {},
): Promise<Answer> => call(server, `DELETE ${place(datamap)}/${uid}`, undefined, headers)
