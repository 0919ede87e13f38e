/** Tools that find and read records and, where it is allowed, commit one. */
import type { CairnClient, ResultSet } from '@cairn-ehr/client'
import { warningsIn } from '../command/warnings.ts'
import { ask } from '../verbs/result-set.ts'
import { countIn, integer, objectIn, optionalText, type Tool, text, textIn } from './tool.ts'

const MOST_RECORDS = 200

const RECORDS = `SELECT c/uid/value AS uid, c/name/value AS name, c/context/start_time/value AS time,
  c/archetype_details/template_id/value AS template_id
  FROM EHR e CONTAINS COMPOSITION c ORDER BY c/context/start_time/value DESC`

async function recordsOf(cairn: CairnClient, ehr_id: string, fetch: number) {
  const answer = await ask(cairn, { path: 'aql', body: { q: RECORDS, ehr_id, fetch } })
  const { columns, rows, meta } = (await answer.json()) as ResultSet
  const records = rows.map(row => Object.fromEntries(columns.map(({ name }, at) => [name, row[at]])))
  return { ehr_id, records, more: meta.more === true }
}

const target = (ehrId: string): string => `/openehr/v1/ehr/${encodeURIComponent(ehrId)}`

const STRUCTURED = 'application/openehr.wt.structured+json'
const FLAT = 'application/openehr.wt.flat+json'

export const RECORD_TOOLS: readonly Tool[] = [
  {
    name: 'find_ehr',
    title: 'Find an EHR',
    description: 'Finds the EHR of a patient by the number that an organisation gave.',
    properties: {
      subject_id: text('The number of the patient.'),
      subject_namespace: text('Who gave it.'),
    },
    required: ['subject_id', 'subject_namespace'],
    run: async (cairn, input) => {
      const named = new URLSearchParams({
        subject_id: textIn(input, 'subject_id'),
        subject_namespace: textIn(input, 'subject_namespace'),
      })
      return (await cairn.call(`GET /openehr/v1/ehr?${named}`)).json()
    },
  },
  {
    name: 'read_record',
    title: 'Read records of an EHR',
    description:
      'With uid: one record, with names of its template as keys. Without uid: a list of the records of the EHR, newest first.',
    properties: {
      ehr_id: text('The id of the EHR.'),
      uid: text('The uid of a record or of one of its versions, as lists and queries show it.'),
      fetch: integer('Most records of a list; 50 when left out.', MOST_RECORDS),
    },
    required: ['ehr_id'],
    run: async (cairn, input) => {
      const ehrId = textIn(input, 'ehr_id')
      const uid = optionalText(input, 'uid')
      if (uid === undefined) return recordsOf(cairn, ehrId, countIn(input, 'fetch', 50, MOST_RECORDS))
      const answer = await cairn.call(`GET ${target(ehrId)}/composition/${encodeURIComponent(uid)}`, {
        headers: { Accept: STRUCTURED },
      })
      return { uid: answer.headers.get('ETag')?.replaceAll('"', ''), record: await answer.json() }
    },
  },
  {
    name: 'commit_record',
    title: 'Commit a record',
    description:
      'Writes a new record of a template into an EHR, in FLAT: paths of find_paths and their values. It cannot be taken back, only deleted with a trace. Ask the person before.',
    properties: {
      ehr_id: text('The id of the EHR.'),
      template_id: text('The template that it is made by.'),
      flat: {
        type: 'object',
        description: 'Values by FLAT path, with ctx/language, ctx/territory and ctx/composer_name.',
      },
    },
    required: ['ehr_id', 'template_id', 'flat'],
    writes: true,
    run: async (cairn, input) => {
      const answer = await cairn.call(`POST ${target(textIn(input, 'ehr_id'))}/composition`, {
        headers: { 'Content-Type': FLAT, 'openehr-template-id': textIn(input, 'template_id') },
        body: JSON.stringify(objectIn(input, 'flat')),
      })
      await answer.body?.cancel()
      return { uid: answer.headers.get('ETag')?.replaceAll('"', ''), warnings: warningsIn(answer) }
    },
  },
]
