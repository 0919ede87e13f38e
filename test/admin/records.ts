/** Records that tests of tags, of the admin operations and of `cairn verify` are about, made over HTTP. */
import assert from 'node:assert/strict'
import { data } from '../../packages/openehr/fixtures/opt-builder/index.ts'
import { bloodPressure, idOf, TEMPLATE_ID, uploadTemplate } from '../records.ts'
import type { Answer, CallOptions, RunningServer } from '../server.ts'

/** A COMPOSITION that can be told from others: `says` is the name of its composer. */
export const note = (says: string, templateId = TEMPLATE_ID): data.Data => ({
  ...bloodPressure(undefined, templateId),
  composer: { _type: 'PARTY_IDENTIFIED', name: says },
})

export const status = (rest: data.Data = {}): data.Data => ({
  _type: 'EHR_STATUS',
  archetype_node_id: 'openEHR-EHR-EHR_STATUS.generic.v1',
  name: data.text('EHR Status'),
  subject: { _type: 'PARTY_SELF' },
  is_queryable: true,
  is_modifiable: true,
  ...rest,
})

export const aboutSubject = (id: string): data.Data => ({
  subject: {
    _type: 'PARTY_SELF',
    external_ref: {
      _type: 'PARTY_REF',
      id: { _type: 'GENERIC_ID', value: id, scheme: 'mrn' },
      namespace: 'hospital',
      type: 'PERSON',
    },
  },
})

export const folder = (name: string): data.Data =>
  data.locatable('FOLDER', 'openEHR-EHR-FOLDER.generic.v1', {}, name)

export interface Records {
  /** `call('GET /ehr')`, under `/openehr/v1`, with a token for everything, and a JSON body where one is given. */
  call(request: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  /** The same for a whole path. */
  callAt(request: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  /** The id of a new EHR. */
  ehr(statusBody?: data.Data): Promise<string>
  /** The version uid of a new composition. */
  composition(ehrId: string, says: string, headers?: Record<string, string>): Promise<string>
  /** The same of one that breaks its template, and was let pass with a finding. */
  faulty(ehrId: string, says: string): Promise<string>
  /** The version uid of its next version. */
  update(ehrId: string, versionUid: string, says: string): Promise<string>
}

export const objectOf = (versionUid: string): string => versionUid.split('::')[0] ?? ''

/** The template is uploaded already. */
export async function openRecords(server: RunningServer): Promise<Records> {
  const callAt: Records['callAt'] = (request, body, headers = {}) => {
    const options: CallOptions = { scopes: 'api.read api.write api.lenient api.admin', headers }
    if (body === undefined) return server.call(request, options)
    return server.call(request, {
      ...options,
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  }
  const call: Records['call'] = (request, ...rest) => callAt(request.replace(' /', ' /openehr/v1/'), ...rest)
  const done = async (answer: Promise<Answer>, expected: number): Promise<string> => {
    const got = await answer
    assert.equal(got.status, expected, got.text)
    return idOf(got)
  }
  await uploadTemplate(server)
  return {
    call,
    callAt,
    ehr: statusBody => done(call('POST /ehr', statusBody), 201),
    composition: (ehrId, says, headers) =>
      done(call(`POST /ehr/${ehrId}/composition`, note(says), headers), 201),
    faulty: (ehrId, says) => {
      const { content } = bloodPressure([{ systolic: 5000 }])
      const headers = { Prefer: 'handling=lenient' }
      return done(call(`POST /ehr/${ehrId}/composition`, { ...note(says), content }, headers), 201)
    },
    update: (ehrId, versionUid, says) =>
      done(
        call(`PUT /ehr/${ehrId}/composition/${objectOf(versionUid)}`, note(says), { 'If-Match': versionUid }),
        204,
      ),
  }
}
