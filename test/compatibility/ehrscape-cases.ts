/** Calls of programs that were made for EhrScape (`/rest/v1`) or for EHRbase's module of it (`/rest/ecis/v1`). */
import { note } from '../admin/records.ts'
import { TEMPLATE_ID } from '../records.ts'

export interface EhrscapeCase {
  readonly id: string
  /** `{uid}` is the uid of a composition of its own, `{object}` the id of its object, `{ehr}` the EHR. */
  readonly request: string
  /** `FLAT` and `XML` stand for a composition in that format. */
  readonly body?: 'FLAT' | 'XML' | object
  readonly status: number
  /** Members of the answer, by path; `uid` and `uid 2` stand for a version uid. */
  readonly answer?: Record<string, unknown>
}

const TEMPLATE = encodeURIComponent(TEMPLATE_ID)

const WRITTEN = (action: string, uid = 'uid') => ({ action, compositionUid: uid })

export const EHRSCAPE_CASES: readonly EhrscapeCase[] = [
  ...['/rest/v1', '/rest/ecis/v1'].flatMap((prefix): EhrscapeCase[] => {
    const at = (id: string) => `${prefix}: ${id}`
    return [
      {
        id: at('POST composition in FLAT'),
        request: `POST ${prefix}/composition?ehrId={ehr}&templateId=${TEMPLATE}&format=FLAT&committerName=Dr.%20Ada`,
        body: 'FLAT',
        status: 201,
        answer: WRITTEN('CREATE'),
      },
      {
        id: at('POST composition in canonical JSON'),
        request: `POST ${prefix}/composition?ehrId={ehr}&format=CANONICAL`,
        body: note('canonical'),
        status: 201,
        answer: WRITTEN('CREATE'),
      },
      {
        id: at('POST composition in XML'),
        request: `POST ${prefix}/composition?ehrId={ehr}&format=XML`,
        body: 'XML',
        status: 201,
        answer: WRITTEN('CREATE'),
      },
      {
        id: at('POST composition without ehrId'),
        request: `POST ${prefix}/composition`,
        body: 'FLAT',
        status: 400,
      },
      {
        id: at('POST composition that breaks its template'),
        request: `POST ${prefix}/composition?ehrId={ehr}&format=JSON`,
        body: { ...note('bad'), content: [{ _type: 'OBSERVATION' }] },
        status: 422,
      },
      {
        id: at('GET composition, by version and by object'),
        request: `GET ${prefix}/composition/{uid}?format=JSON`,
        status: 200,
        answer: {
          action: 'RETRIEVE',
          format: 'JSON',
          templateId: TEMPLATE_ID,
          compositionUid: 'uid',
          ehrId: '{ehr}',
        },
      },
      {
        id: at('GET composition by object'),
        request: `GET ${prefix}/composition/{object}?format=FLAT`,
        status: 200,
        answer: { action: 'RETRIEVE', format: 'FLAT', templateId: TEMPLATE_ID },
      },
      {
        id: at('GET composition in the format of the API'),
        request: `GET ${prefix}/composition/{object}`,
        status: 200,
        answer: { format: prefix === '/rest/v1' ? 'FLAT' : 'XML' },
      },
      {
        id: at('GET composition that is not there'),
        request: `GET ${prefix}/composition/6ac1ea5c-9d6f-4d8c-8f0e-0a1b2c3d4e5f`,
        status: 404,
      },
      {
        id: at('PUT composition by object'),
        request: `PUT ${prefix}/composition/{object}?format=FLAT&templateId=${TEMPLATE}`,
        body: 'FLAT',
        status: 200,
        answer: WRITTEN('UPDATE', 'uid 2'),
      },
      {
        id: at('PUT composition by its latest version'),
        request: `PUT ${prefix}/composition/{uid}?format=FLAT&templateId=${TEMPLATE}`,
        body: 'FLAT',
        status: 200,
        answer: WRITTEN('UPDATE', 'uid 2'),
      },
      {
        id: at('PUT composition by another version'),
        request: `PUT ${prefix}/composition/{object}::cairn.local::7?format=FLAT&templateId=${TEMPLATE}`,
        body: 'FLAT',
        status: 412,
      },
      {
        id: at('DELETE composition by object'),
        request: `DELETE ${prefix}/composition/{object}`,
        status: 200,
        answer: WRITTEN('DELETE', 'uid 2'),
      },
      {
        id: at('DELETE composition by version'),
        request: `DELETE ${prefix}/composition/{uid}`,
        status: 200,
        answer: { action: 'DELETE' },
      },
      {
        id: at('GET template'),
        request: `GET ${prefix}/template/${TEMPLATE}`,
        status: 200,
        answer: { action: 'RETRIEVE', 'webTemplate/templateId': TEMPLATE_ID },
      },
      { id: at('GET template that is not there'), request: `GET ${prefix}/template/none`, status: 404 },
      {
        id: at('GET example'),
        request: `GET ${prefix}/template/${TEMPLATE}/example`,
        status: 200,
      },
    ]
  }),
  {
    id: 'GET template lists them',
    request: 'GET /rest/v1/template',
    status: 200,
    answer: { 'templates/0/templateId': TEMPLATE_ID },
  },
  {
    id: 'POST ehr with a subject',
    request: 'POST /rest/v1/ehr?subjectId=4711&subjectNamespace=hospital',
    status: 201,
    answer: { action: 'CREATE' },
  },
  {
    id: 'POST ehr of a subject that has one',
    request: 'POST /rest/v1/ehr?subjectId=4711&subjectNamespace=hospital',
    status: 409,
  },
  {
    id: 'GET ehr by subject',
    request: 'GET /rest/v1/ehr?subjectId=4711&subjectNamespace=hospital',
    status: 200,
    answer: { action: 'RETRIEVE', 'ehrStatus/subjectId': '4711', 'ehrStatus/queryable': true },
  },
  {
    id: 'GET ehr',
    request: 'GET /rest/v1/ehr/{ehr}',
    status: 200,
    answer: { ehrId: '{ehr}', 'ehrStatus/modifiable': true },
  },
  {
    id: 'PUT ehr status',
    request: 'PUT /rest/v1/ehr/status/{ehr}',
    body: { queryable: true, modifiable: true, subjectId: '4712', subjectNamespace: 'hospital' },
    status: 200,
    answer: { action: 'UPDATE' },
  },
  {
    id: 'GET ehr status',
    request: 'GET /rest/v1/ehr/status/{ehr}',
    status: 200,
    answer: { 'ehrStatus/subjectId': '4712' },
  },
  {
    id: 'GET query with parameters',
    request: `GET /rest/v1/query?id={ehr}&aql=${encodeURIComponent('SELECT e/ehr_id/value AS ehr, 7 FROM EHR e WHERE e/ehr_id/value = $id')}`,
    status: 200,
    answer: { 'resultSet/0/ehr': '{ehr}', 'resultSet/0/#1': 7 },
  },
  {
    id: 'POST query with parameters',
    request: 'POST /rest/v1/query',
    body: {
      aql: 'SELECT e/ehr_id/value AS ehr FROM EHR e WHERE e/ehr_id/value = $id',
      aqlParameters: { id: '{ehr}' },
    },
    status: 200,
    answer: { 'resultSet/0/ehr': '{ehr}' },
  },
  {
    id: 'GET query without rows',
    request: `GET /rest/v1/query?aql=${encodeURIComponent("SELECT e/ehr_id/value FROM EHR e WHERE e/ehr_id/value = 'x'")}`,
    status: 204,
  },
  { id: 'GET query that cannot be read', request: 'GET /rest/v1/query?aql=SELECT', status: 400 },
  { id: 'demographics', request: 'GET /rest/v1/demographics/party/1', status: 501 },
  { id: 'views', request: 'GET /rest/v1/view/{ehr}/body_temperature', status: 501 },
]
