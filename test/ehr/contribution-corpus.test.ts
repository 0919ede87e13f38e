/** Contributions and directories that other servers are tested with: taken or refused as their names say. */
import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { describe, it } from 'node:test'
import { corpusFile, corpusIndex, corpusMissing, corpusPath } from '../../packages/openehr/fixtures/corpus.ts'
import { idOf, newEhr } from '../records.ts'
import { testServer } from '../server.ts'
import { clientOf, contribution, counted, folder, version } from './contribution-changes.ts'

const CONTRIBUTIONS = 'integration-tests/contributions'
const DIRECTORIES = 'integration-tests/directory'

const filesUnder = (path: string): string[] =>
  corpusMissing
    ? []
    : readdirSync(corpusPath(path), { recursive: true, encoding: 'utf8' })
        .filter(name => name.endsWith('.json'))
        .sort()

const server = await testServer()
const { call, commit, statusUid } = clientOf(server)

interface GivenVersion {
  uid?: unknown
  preceding_version_uid?: { value: string }
  commit_audit: { change_type: { defining_code: { code_string: string } } }
  data: { _type: string; uid?: unknown; archetype_details?: { template_id?: { value: string } } }
}
interface Given {
  versions: GivenVersion[]
}

const uploaded = new Map<string, Promise<void>>()

/** The template of that id, where the corpus has it. */
function upload(templateId: string): Promise<void> {
  const known = uploaded.get(templateId)
  if (known !== undefined) return known
  const file = corpusIndex().opts.find(each => each.template_id === templateId)?.file
  const done = file
    ? call('POST /definition/template/adl1.4', corpusFile(file), { 'Content-Type': 'application/xml' }).then(
        answer => assert.equal(answer.status, 201, `${file}: ${answer.text}`),
      )
    : Promise.resolve()
  uploaded.set(templateId, done)
  return done
}

const read = (file: string) => JSON.parse(corpusFile(`${CONTRIBUTIONS}/${file}`)) as Given

/** The body of a deletion need not be valid, so that something else is deleted. */
async function toDelete(): Promise<unknown> {
  await upload('minimal_admin.en.v1')
  return read('valid/minimal/minimal_admin.contribution.json').versions[0]?.data
}

/** The uid of a version that a change of such data can follow. */
async function toFollow(ehrId: string, { data, commit_audit: audit }: GivenVersion): Promise<string> {
  if (data._type === 'EHR_STATUS') return statusUid(ehrId)
  const isDeletion = audit.change_type.defining_code.code_string === '523'
  const answer =
    data._type === 'FOLDER'
      ? await call(`POST /ehr/${ehrId}/directory`, folder('root'))
      : await call(`POST /ehr/${ehrId}/composition`, isDeletion ? await toDelete() : data)
  assert.equal(answer.status, 201, answer.text)
  return idOf(answer)
}

/** The file with its placeholders filled, as its own suite does: ids of versions that are there, no made-up uids. */
async function filled(file: string, ehrId: string): Promise<Given> {
  const given = read(file)
  for (const each of given.versions) {
    const templateId = each.data.archetype_details?.template_id?.value
    if (templateId !== undefined) await upload(templateId)
    delete each.data.uid
    delete each.uid
    if (each.preceding_version_uid && each.data._type !== 'CONTRIBUTION')
      each.preceding_version_uid.value = await toFollow(ehrId, each)
  }
  return given
}

/** Documents that are called valid and are not. */
const MISNAMED: Record<string, { readonly status: number; readonly why: string }> = {
  'valid/minimal/contribution.create_composition.modification_folder_with_items.json': {
    status: 400,
    why: 'its COMPOSITION has the items of a FOLDER',
  },
  'valid/minimal/minimal_admin.contribution.creation_modification.json': {
    status: 400,
    why: 'its versions hold a CONTRIBUTION',
  },
}

const REFUSED: Record<string, number> = {
  'invalid/minimal/minimal_admin.contribution.modification.json': 400,
  'invalid/minimal_persistent/minimal_persistent.contribution.modification.json': 400,
  'invalid/multiple_valid_and_invalid_compos.json': 400,
  'invalid/no_versions.json': 400,
  'invalid/ref_to_non_existent_OPT.json': 400,
}

describe('contributions of the corpus', { skip: corpusMissing }, () => {
  for (const file of filesUnder(`${CONTRIBUTIONS}/valid`).map(name => `valid/${name}`)) {
    const misnamed = MISNAMED[file]
    it(`${misnamed ? `refuses (${misnamed.why})` : 'takes'} ${file}`, async () => {
      const ehrId = await newEhr(server)
      const body = await filled(file, ehrId)
      const answer = await commit(ehrId, body, { Prefer: 'return=representation' })
      assert.equal(answer.status, misnamed?.status ?? 201, answer.text)
      if (!misnamed) assert.equal(answer.json().versions.length, body.versions.length)
    })
  }

  for (const file of filesUnder(`${CONTRIBUTIONS}/invalid`).map(name => `invalid/${name}`))
    it(`refuses ${file}, and leaves nothing of it`, async () => {
      const ehrId = await newEhr(server)
      const body = await filled(file, ehrId)
      const before = await counted(server, ehrId)
      const answer = await commit(ehrId, body)
      assert.equal(answer.status, REFUSED[file], answer.text)
      assert.deepEqual(await counted(server, ehrId), before)
    })
})

/** With ids of compositions, of which some files have but the names. */
const withIds = (text: string): string =>
  text.replace(/\$\{\w*uid\w*\}/g, '8849182c-82ad-4088-a07f-48ead4180515')

describe('directories of the corpus', { skip: corpusMissing }, () => {
  for (const file of filesUnder(DIRECTORIES))
    it(`takes ${file}, and gives it back`, async () => {
      const ehrId = await newEhr(server)
      // A uid of the server that it was written for would be refused.
      const { uid: _foreign, ...given } = JSON.parse(withIds(corpusFile(`${DIRECTORIES}/${file}`)))
      const answer = await call(`POST /ehr/${ehrId}/directory`, given, { Prefer: 'return=representation' })
      assert.equal(answer.status, 201, answer.text)
      const { uid, ...rest } = answer.json()
      assert.deepEqual(rest, given)
      assert.equal(uid.value, idOf(answer))
      const next = contribution([
        version({ change: 'modification', data: { ...given, uid }, preceding: uid.value }),
      ])
      assert.equal((await commit(ehrId, next)).status, 201)
    })
})
