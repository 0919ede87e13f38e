/** The demo hospital for the tests of the console, and a record whose texts are attacks. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { cairnProgram } from '../cli/program.ts'
import type { RunningServer } from '../server.ts'

export async function loadHospital({ url, client }: RunningServer, patients: number): Promise<void> {
  const { PATH = '' } = process.env
  const child = spawn(process.execPath, [...cairnProgram(), 'demo', '--patients', String(patients)], {
    env: { PATH, CAIRN_SERVER_URL: url, CAIRN_CLIENT_ID: client.id, CAIRN_CLIENT_SECRET: client.secret },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code] = await once(child, 'close')
  assert.equal(code, 0)
}

export async function rowsOf(server: RunningServer, q: string): Promise<unknown[][]> {
  const answer = await server.call(`GET /openehr/v1/query/aql?q=${encodeURIComponent(q)}`, {
    scopes: 'api.read',
  })
  return answer.json().rows
}

const LISTS = `SELECT e/ehr_id/value AS ehr, c/uid/value AS uid
  FROM EHR e CONTAINS COMPOSITION c[openEHR-EHR-COMPOSITION.problem_list.v2] ORDER BY c/uid/value`

/** The problem list of some patient. */
export async function someList(server: RunningServer): Promise<{ ehrId: string; uid: string }> {
  const [[ehrId, uid] = []] = await rowsOf(server, LISTS)
  return { ehrId: String(ehrId), uid: String(uid) }
}

const VITAL_SIGNS = new URL('../../packages/cli/demo/vital-signs.opt', import.meta.url)

/** A new version of the template, which no longer allows some temperatures of the records. */
export const narrowerVitalSigns = (): string =>
  readFileSync(VITAL_SIGNS, 'utf8').replace('<upper>45.0</upper>', '<upper>36.0</upper>')

const TAGS = ['img', 'svg', 'video', 'iframe', 'object', 'embed', 'body', 'details', 'input', 'style']
const BREAKS = ['', '">', "'>", '</script>', '-->', ']]>', '{{', '`${', '</textarea>', '</title>']

/** Two hundred texts, each of which would set `attacked` if any part of the page took it for markup or code. */
export const ATTACKS: readonly string[] = TAGS.flatMap(tag =>
  BREAKS.flatMap(leave => [
    `${leave}<${tag} src=x onerror=window.attacked=1 onload=window.attacked=1 autofocus onfocus=window.attacked=1 data-attack>`,
    `${leave}<${tag}><script>window.attacked=1</script><a href="javascript:window.attacked=1" data-attack>x</a>`,
  ]),
)

async function committed(
  server: RunningServer,
  request: string,
  body: unknown,
  headers: Record<string, string>,
) {
  const answer = await server.call(request, {
    scopes: 'api.read api.write',
    headers: { Prefer: 'return=representation', ...headers },
    body: JSON.stringify(body),
  })
  assert.equal(answer.status, 201, answer.text)
  return answer
}

/** An EHR with one composition, in which every free text is an attack. */
export async function attackedEhr(server: RunningServer): Promise<{ ehrId: string; uid: string }> {
  const subject = ATTACKS[0] ?? ''
  const status = {
    _type: 'EHR_STATUS',
    archetype_node_id: 'openEHR-EHR-EHR_STATUS.generic.v1',
    name: { _type: 'DV_TEXT', value: ATTACKS[1] },
    subject: {
      _type: 'PARTY_SELF',
      external_ref: {
        _type: 'PARTY_REF',
        namespace: 'attacks',
        type: 'PERSON',
        id: { _type: 'GENERIC_ID', scheme: 'attacks', value: subject },
      },
    },
    is_queryable: true,
    is_modifiable: true,
  }
  const json = { 'Content-Type': 'application/json' }
  const ehr = await committed(server, 'POST /openehr/v1/ehr', status, json)
  const ehrId: string = ehr.json().ehr_id.value
  const flat = {
    'vital_signs/composer|name': ATTACKS.join('\n'),
    'vital_signs/context/_location': ATTACKS.slice(0, 50).join('\n'),
    'vital_signs/language|code': 'en',
    'vital_signs/territory|code': 'GB',
    'vital_signs/context/start_time': '2026-11-01T08:00:00Z',
    'vital_signs/context/setting|code': '238',
    'vital_signs/context/_health_care_facility|name': ATTACKS.slice(50, 100).join('\n'),
    'vital_signs/body_weight/any_event:0/weight|magnitude': 70,
    'vital_signs/body_weight/any_event:0/weight|unit': 'kg',
    'vital_signs/body_weight/_provider|name': ATTACKS.slice(100).join('\n'),
  }
  const record = await committed(server, `POST /openehr/v1/ehr/${ehrId}/composition`, flat, {
    'Content-Type': 'application/openehr.wt.flat+json',
    'openehr-template-id': 'Vital signs',
    'openehr-audit-details': `committer.name="${(ATTACKS[2] ?? '').replaceAll('"', "'")}"`,
  })
  return { ehrId, uid: (record.headers.get('ETag') ?? '').replaceAll('"', '') }
}
