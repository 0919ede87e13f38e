/** Examples of the operations on records. Each is run as a test, and shown above the method that it is of. */
import type { World } from './world.ts'

export const RECORD_EXAMPLES = {
  ehr_create: async ({ cairn }: World) => {
    const { version: ehrId } = await cairn.ehr.create()
    return ehrId
  },
  ehr_create_with_id: async ({ cairn }: World) => {
    const { value } = await cairn.ehr.createWithId({
      ehr_id: crypto.randomUUID(),
      prefer: 'return=representation',
    })
    return value.ehr_id.value
  },
  ehr_get_by_id: async ({ cairn, ehrId }: World) => {
    const ehr = await cairn.ehr.getById({ ehr_id: ehrId })
    return ehr.time_created.value
  },
  ehr_get_by_subject: async ({ cairn, ehrId, name }: World) => {
    const status = await cairn.ehrStatus.getAtTime({ ehr_id: ehrId })
    const id = { _type: 'GENERIC_ID', value: name, scheme: 'hospital' } as const
    const external_ref = { _type: 'PARTY_REF', id, namespace: 'patients', type: 'PERSON' } as const
    const subject = { _type: 'PARTY_SELF', external_ref } as const
    await cairn.ehrStatus.update({ ehr_id: ehrId, ifMatch: status, body: { ...status.value, subject } })

    const ehr = await cairn.ehr.getBySubject({ subject_id: name, subject_namespace: 'patients' })
    return ehr.ehr_id.value === ehrId
  },
  ehr_status_get_at_time: async ({ cairn, ehrId }: World) => {
    const status = await cairn.ehrStatus.getAtTime({ ehr_id: ehrId })
    return status.value.is_queryable
  },
  ehr_status_update: async ({ cairn, ehrId }: World) => {
    const status = await cairn.ehrStatus.getAtTime({ ehr_id: ehrId })
    const { value } = await cairn.ehrStatus.update({
      ehr_id: ehrId,
      ifMatch: status,
      body: { ...status.value, is_queryable: false },
      prefer: 'return=representation',
    })
    return value.is_queryable === false
  },
  ehr_status_get_by_version_id: async ({ cairn, ehrId }: World) => {
    const { version } = await cairn.ehrStatus.getAtTime({ ehr_id: ehrId })
    const { value } = await cairn.ehrStatus.getByVersionId({ ehr_id: ehrId, version_uid: version })
    return value.is_modifiable
  },
  versioned_ehr_status_get: async ({ cairn, ehrId }: World) => {
    const versioned = await cairn.ehrStatus.versionedGet({ ehr_id: ehrId })
    return versioned.uid.value
  },
  versioned_ehr_status_revision_history: async ({ cairn, ehrId }: World) => {
    const history = await cairn.ehrStatus.versionedRevisionHistory({ ehr_id: ehrId })
    return history.items.length === 1
  },
  versioned_ehr_status_version_at_time: async ({ cairn, ehrId }: World) => {
    const { value } = await cairn.ehrStatus.versionedVersionAtTime({ ehr_id: ehrId })
    return value.commit_audit.time_committed.value
  },
  versioned_ehr_status_version_by_id: async ({ cairn, ehrId }: World) => {
    const { version } = await cairn.ehrStatus.getAtTime({ ehr_id: ehrId })
    const { value } = await cairn.ehrStatus.versionedVersionById({ ehr_id: ehrId, version_uid: version })
    return value.data?.is_queryable
  },
  ehr_status_tags_get: async ({ cairn, ehrId }: World) => {
    const { version } = await cairn.ehrStatus.getAtTime({ ehr_id: ehrId })
    const tags = await cairn.ehrStatus.tagsGet({ ehr_id: ehrId, uid_based_id: version })
    return tags.length === 0
  },
  ehr_status_tags_update: async ({ cairn, ehrId }: World) => {
    const { version } = await cairn.ehrStatus.getAtTime({ ehr_id: ehrId })
    const tags = await cairn.ehrStatus.tagsUpdate({
      ehr_id: ehrId,
      uid_based_id: version,
      body: [{ key: 'flag', value: 'follow-up' }],
      prefer: 'return=representation',
    })
    return tags[0]?.key === 'flag'
  },
  ehr_status_tags_delete: async ({ cairn, ehrId }: World) => {
    const { version } = await cairn.ehrStatus.getAtTime({ ehr_id: ehrId })
    const tagged = { ehr_id: ehrId, uid_based_id: version }
    await cairn.ehrStatus.tagsUpdate({ ...tagged, body: [{ key: 'flag' }] })
    await cairn.ehrStatus.tagsDelete({ ...tagged, key: 'flag' })
    return (await cairn.ehrStatus.tagsGet(tagged)).length === 0
  },
  composition_create: async ({ cairn, ehrId, composition }: World) => {
    const { version } = await cairn.composition.create({ ehr_id: ehrId, body: composition })
    return version
  },
  composition_get: async ({ cairn, ehrId, uid }: World) => {
    const { value } = await cairn.composition.get({ ehr_id: ehrId, uid_based_id: uid })
    const flat = await cairn.composition.get(
      { ehr_id: ehrId, uid_based_id: uid },
      { accept: 'application/openehr.wt.flat+json' },
    )
    return value?.name.value === 'Encounter' && flat.value !== undefined
  },
  composition_update: async ({ cairn, ehrId, uid }: World) => {
    const read = await cairn.composition.get({ ehr_id: ehrId, uid_based_id: uid })
    if (read.value === undefined) throw new Error('It was deleted.')
    const written = await cairn.composition.update({
      ehr_id: ehrId,
      uid_based_id: uid,
      ifMatch: read,
      body: read.value,
    })
    return written.version.endsWith('::2')
  },
  composition_delete: async ({ cairn, ehrId, saved }: World) => {
    const { version } = await cairn.composition.delete({ ehr_id: ehrId, uid_based_id: saved.version })
    return version.endsWith('::2')
  },
  versioned_composition_get: async ({ cairn, ehrId, uid }: World) => {
    const versioned = await cairn.composition.versionedGet({ ehr_id: ehrId, versioned_object_uid: uid })
    return versioned.owner_id.id.value === ehrId
  },
  versioned_composition_revision_history: async ({ cairn, ehrId, uid }: World) => {
    const history = await cairn.composition.versionedRevisionHistory({
      ehr_id: ehrId,
      versioned_object_uid: uid,
    })
    return history.items[0]?.audits[0]?.time_committed.value
  },
  versioned_composition_version_at_time: async ({ cairn, ehrId, uid }: World) => {
    const { value } = await cairn.composition.versionedVersionAtTime({
      ehr_id: ehrId,
      versioned_object_uid: uid,
    })
    return value.data?.composer._type
  },
  versioned_composition_version_by_id: async ({ cairn, ehrId, uid, saved }: World) => {
    const { value } = await cairn.composition.versionedVersionById({
      ehr_id: ehrId,
      versioned_object_uid: uid,
      version_uid: saved.version,
    })
    return value.signature
  },
  composition_tags_get: async ({ cairn, ehrId, uid }: World) => {
    const tags = await cairn.composition.tagsGet({ ehr_id: ehrId, uid_based_id: uid })
    return tags.length === 0
  },
  composition_tags_update: async ({ cairn, ehrId, uid }: World) => {
    const tags = await cairn.composition.tagsUpdate({
      ehr_id: ehrId,
      uid_based_id: uid,
      body: [{ key: 'flag', value: 'follow-up' }],
      prefer: 'return=representation',
    })
    return tags[0]?.value === 'follow-up'
  },
  composition_tags_delete: async ({ cairn, ehrId, uid }: World) => {
    const tagged = { ehr_id: ehrId, uid_based_id: uid }
    await cairn.composition.tagsUpdate({ ...tagged, body: [{ key: 'flag' }] })
    await cairn.composition.tagsDelete({ ...tagged, key: 'flag' })
    return (await cairn.composition.tagsGet(tagged)).length === 0
  },
  ehr_tags_get: async ({ cairn, ehrId }: World) => {
    const tags = await cairn.itemTags.ehrGet({ ehr_id: ehrId })
    return tags.length === 0
  },
  contribution_create: async ({ cairn, ehrId, composition }: World) => {
    const { version: contributionUid } = await cairn.contribution.create({
      ehr_id: ehrId,
      body: {
        audit: { change_type: 'creation' },
        versions: [
          {
            lifecycle_state: 'complete',
            commit_audit: { change_type: 'creation' },
            data: composition,
          },
        ],
      },
    })
    return contributionUid
  },
  contribution_get: async ({ cairn, ehrId, uid, saved }: World) => {
    const version = await cairn.composition.versionedVersionById({
      ehr_id: ehrId,
      versioned_object_uid: uid,
      version_uid: saved.version,
    })
    const contribution = await cairn.contribution.get({
      ehr_id: ehrId,
      contribution_uid: version.value.contribution.id.value,
    })
    return contribution.value.versions.length === 1
  },
  directory_create: async ({ cairn, ehrId, folder }: World) => {
    const { version } = await cairn.directory.create({ ehr_id: ehrId, body: folder })
    return version
  },
  directory_get_at_time: async ({ cairn, ehrId, folder }: World) => {
    await cairn.directory.create({ ehr_id: ehrId, body: folder })
    const { value } = await cairn.directory.getAtTime({ ehr_id: ehrId })
    return value?.name.value === 'root'
  },
  directory_get_by_version_id: async ({ cairn, ehrId, folder }: World) => {
    const { version } = await cairn.directory.create({ ehr_id: ehrId, body: folder })
    const { value } = await cairn.directory.getByVersionId({ ehr_id: ehrId, version_uid: version })
    return value?.name.value === 'root'
  },
  directory_update: async ({ cairn, ehrId, folder }: World) => {
    const created = await cairn.directory.create({ ehr_id: ehrId, body: folder })
    const visits = { ...folder, name: { _type: 'DV_TEXT', value: 'visits' } } as const
    const updated = await cairn.directory.update({
      ehr_id: ehrId,
      ifMatch: created,
      body: { ...folder, folders: [visits] },
      prefer: 'return=representation',
    })
    return updated.value.folders?.length === 1
  },
  directory_delete: async ({ cairn, ehrId, folder }: World) => {
    const created = await cairn.directory.create({ ehr_id: ehrId, body: folder })
    const { version } = await cairn.directory.delete({ ehr_id: ehrId, ifMatch: created })
    return version.endsWith('::2')
  },
  change_list: async ({ cairn, ehrId }: World) => {
    const { changes, next } = await cairn.changeFeed.list({ ehr_id: [ehrId], type: ['ehr.created'] })
    return changes[0]?.subject === ehrId && next !== 'start'
  },
  episode_list: async ({ cairn, ehrId }: World) => {
    const episodes = await cairn.episode.list({ ehr_id: ehrId })
    return episodes[0]?.default === true
  },
  episode_create: async ({ cairn, ehrId }: World) => {
    const { value } = await cairn.episode.create({ ehr_id: ehrId, body: { name: 'Hip replacement' } })
    return value.active
  },
  episode_get: async ({ cairn, ehrId }: World) => {
    const [episode] = await cairn.episode.list({ ehr_id: ehrId })
    const { value } = await cairn.episode.get({ ehr_id: ehrId, uid: episode?.uid ?? '' })
    return value.episodeId
  },
  episode_update: async ({ cairn, ehrId }: World) => {
    const created = await cairn.episode.create({ ehr_id: ehrId, body: { name: 'Hip replacement' } })
    const { value } = await cairn.episode.update({
      ehr_id: ehrId,
      uid: created.value.uid,
      ifMatch: created,
      body: { name: 'Hip replacement, left' },
    })
    return value.name === 'Hip replacement, left'
  },
  episode_delete: async ({ cairn, ehrId }: World) => {
    const { value } = await cairn.episode.create({ ehr_id: ehrId, body: { name: 'By mistake' } })
    await cairn.episode.delete({ ehr_id: ehrId, uid: value.uid })
    return (await cairn.episode.list({ ehr_id: ehrId })).length === 1
  },
  episode_activate: async ({ cairn, ehrId }: World) => {
    const body = { name: 'Hip replacement', active: false }
    const { value } = await cairn.episode.create({ ehr_id: ehrId, body })
    await cairn.episode.activate({ ehr_id: ehrId, uid: value.uid })
    return (await cairn.episode.get({ ehr_id: ehrId, uid: value.uid })).value.active
  },
  episode_deactivate: async ({ cairn, ehrId }: World) => {
    const { value } = await cairn.episode.create({ ehr_id: ehrId, body: { name: 'Hip replacement' } })
    await cairn.episode.deactivate({ ehr_id: ehrId, uid: value.uid })
    return !(await cairn.episode.get({ ehr_id: ehrId, uid: value.uid })).value.active
  },
  finding_list: async ({ cairn, ehrId, outOfRange }: World) => {
    await cairn.composition.create({ ehr_id: ehrId, body: outOfRange, prefer: 'handling=lenient' })
    const lines: string[] = []
    for await (const { vuid, findings } of cairn.findings.listEach({ ehrUid: ehrId }))
      lines.push(`${vuid}: ${findings[0]?.message}`)
    return lines.length === 1
  },
  draft_save: async ({ cairn, ehrId, templateId, name }: World) => {
    const content = { 'blood_pressure/systolic|magnitude': 120 }
    const body = { template_id: templateId, page: name, content }
    // Drafts belong to people: this client acts for itself.
    const refused = await cairn.drafts
      .save({ ehr_id: ehrId, draft_id: crypto.randomUUID(), body })
      .catch((error: { code?: string }) => error.code)
    return refused === 'draft.people_only'
  },
  draft_list: async ({ cairn, ehrId }: World) => {
    // Drafts belong to people: this client acts for itself.
    const refused = await cairn.drafts.list({ ehr_id: ehrId }).catch((error: { code?: string }) => error.code)
    return refused === 'draft.people_only'
  },
  draft_get: async ({ cairn, ehrId }: World) => {
    // Drafts belong to people: this client acts for itself.
    const refused = await cairn.drafts
      .get({ ehr_id: ehrId, draft_id: crypto.randomUUID() })
      .catch((error: { code?: string }) => error.code)
    return refused === 'draft.people_only'
  },
  draft_party_save: async ({ cairn, templateId, name }: World) => {
    const body = { template_id: templateId, page: name, content: { 'person/name|given': 'Ada' } }
    // Drafts belong to people: this client acts for itself.
    const refused = await cairn.drafts
      .partySave({ draft_id: crypto.randomUUID(), body })
      .catch((error: { code?: string }) => error.code)
    return refused === 'draft.people_only'
  },
  draft_party_list: async ({ cairn }: World) => {
    // Drafts belong to people: this client acts for itself.
    const refused = await cairn.drafts.partyList().catch((error: { code?: string }) => error.code)
    return refused === 'draft.people_only'
  },
  draft_party_get: async ({ cairn }: World) => {
    // Drafts belong to people: this client acts for itself.
    const refused = await cairn.drafts
      .partyGet({ draft_id: crypto.randomUUID() })
      .catch((error: { code?: string }) => error.code)
    return refused === 'draft.people_only'
  },
  draft_party_delete: async ({ cairn }: World) => {
    // Drafts belong to people: this client acts for itself.
    const refused = await cairn.drafts
      .partyDelete({ draft_id: crypto.randomUUID() })
      .catch((error: { code?: string }) => error.code)
    return refused === 'draft.people_only'
  },
  draft_delete: async ({ cairn, ehrId }: World) => {
    // Drafts belong to people: this client acts for itself.
    const refused = await cairn.drafts
      .delete({ ehr_id: ehrId, draft_id: crypto.randomUUID() })
      .catch((error: { code?: string }) => error.code)
    return refused === 'draft.people_only'
  },
}
