/** Examples of the client about people, organisations, groups, agents and roles. */
import type { World } from './world.ts'

const ARCHETYPE = 'openEHR-DEMOGRAPHIC-PERSON.example.v1'
const DEFINITION = { name: ['/identities/details/items[at0002]/value'] }

async function twoPeople(cairn: World['cairn'], parties: World['parties']): Promise<readonly string[]> {
  const made = [
    await cairn.demographic.personCreate({ body: parties.person }),
    await cairn.demographic.personCreate({ body: parties.person }),
  ]
  return made.map(({ version }) => version.split('::')[0] ?? '')
}

export const PARTY_EXAMPLES = {
  person_find: async ({ cairn }: World) => {
    const { data, isComplete } = await cairn.demographic.personFind({ name: 'nobody', birth_date: '1880' })
    return data.length === 0 && isComplete
  },
  person_match: async ({ cairn }: World) => {
    const { data } = await cairn.demographic.personMatch({ body: { name: 'Nobody Nowhere' } })
    return data.length === 0
  },
  person_merge: async ({ cairn, parties }: World) => {
    const [into = '', from = ''] = await twoPeople(cairn, parties)
    await cairn.demographic.personMerge({ body: { into, from, reason: 'the same number' } })
    return true
  },
  person_merge_list: async ({ cairn, parties }: World) => {
    const [into = '', from = ''] = await twoPeople(cairn, parties)
    await cairn.demographic.personMerge({ body: { into, from } })
    const { data } = await cairn.demographic.personMergeList({ person_uid: into })
    return data.length === 1 && data[0]?.from === from
  },
  person_separate: async ({ cairn, parties }: World) => {
    const [into = '', from = ''] = await twoPeople(cairn, parties)
    await cairn.demographic.personMerge({ body: { into, from } })
    await cairn.demographic.personSeparate({ person_uid: from })
    return (await cairn.demographic.personMergeList({ person_uid: into })).data.length === 0
  },
  person_definition_list: async ({ cairn }: World) => {
    const definitions = await cairn.demographic.personDefinitionList()
    return definitions.some(({ built_in }) => built_in)
  },
  person_definition_put: async ({ cairn }: World) => {
    const saved = await cairn.demographic.personDefinitionPut({ archetype_id: ARCHETYPE, body: DEFINITION })
    return saved.name.length === 1
  },
  person_definition_delete: async ({ cairn }: World) => {
    await cairn.demographic.personDefinitionPut({ archetype_id: ARCHETYPE, body: DEFINITION })
    await cairn.demographic.personDefinitionDelete({ archetype_id: ARCHETYPE })
    return true
  },
  demographic_person_create: async ({ cairn, parties }: World) => {
    const { version } = await cairn.demographic.personCreate({ body: parties.person })
    return version
  },
  demographic_person_get: async ({ cairn, parties }: World) => {
    const { version } = await cairn.demographic.personCreate({ body: parties.person })
    const { value } = await cairn.demographic.personGet({ uid_based_id: version })
    return value?.uid?.value === version
  },
  demographic_person_update: async ({ cairn, parties }: World) => {
    const { version } = await cairn.demographic.personCreate({ body: parties.person })
    const written = await cairn.demographic.personUpdate({
      uid_based_id: version.split('::')[0] ?? '',
      ifMatch: version,
      body: parties.person,
    })
    return written.version.endsWith('::2')
  },
  demographic_person_delete: async ({ cairn, parties }: World) => {
    const { version } = await cairn.demographic.personCreate({ body: parties.person })
    const deleted = await cairn.demographic.personDelete({ uid_based_id: version })
    return deleted.version.endsWith('::2')
  },
  demographic_person_tags_get: async ({ cairn, parties }: World) => {
    const { version } = await cairn.demographic.personCreate({ body: parties.person })
    const tags = await cairn.demographic.personTagsGet({ uid_based_id: version })
    return tags.length === 0
  },
  demographic_person_tags_update: async ({ cairn, parties }: World) => {
    const { version } = await cairn.demographic.personCreate({ body: parties.person })
    const tags = await cairn.demographic.personTagsUpdate({
      uid_based_id: version,
      body: [{ key: 'flag', value: 'checked' }],
      prefer: 'return=representation',
    })
    return tags[0]?.value === 'checked'
  },
  demographic_person_tags_delete: async ({ cairn, parties }: World) => {
    const { version } = await cairn.demographic.personCreate({ body: parties.person })
    await cairn.demographic.personTagsUpdate({ uid_based_id: version, body: [{ key: 'flag' }] })
    await cairn.demographic.personTagsDelete({ uid_based_id: version, key: 'flag' })
    return (await cairn.demographic.personTagsGet({ uid_based_id: version })).length === 0
  },
  demographic_organisation_create: async ({ cairn, parties }: World) => {
    const { version } = await cairn.demographic.organisationCreate({ body: parties.organisation })
    return version
  },
  demographic_organisation_get: async ({ cairn, parties }: World) => {
    const { version } = await cairn.demographic.organisationCreate({ body: parties.organisation })
    const { value } = await cairn.demographic.organisationGet({ uid_based_id: version })
    return value?.uid?.value === version
  },
  demographic_organisation_update: async ({ cairn, parties }: World) => {
    const { version } = await cairn.demographic.organisationCreate({ body: parties.organisation })
    const written = await cairn.demographic.organisationUpdate({
      uid_based_id: version.split('::')[0] ?? '',
      ifMatch: version,
      body: parties.organisation,
    })
    return written.version.endsWith('::2')
  },
  demographic_organisation_delete: async ({ cairn, parties }: World) => {
    const { version } = await cairn.demographic.organisationCreate({ body: parties.organisation })
    const deleted = await cairn.demographic.organisationDelete({ uid_based_id: version })
    return deleted.version.endsWith('::2')
  },
  demographic_organisation_tags_get: async ({ cairn, parties }: World) => {
    const { version } = await cairn.demographic.organisationCreate({ body: parties.organisation })
    const tags = await cairn.demographic.organisationTagsGet({ uid_based_id: version })
    return tags.length === 0
  },
  demographic_organisation_tags_update: async ({ cairn, parties }: World) => {
    const { version } = await cairn.demographic.organisationCreate({ body: parties.organisation })
    const tags = await cairn.demographic.organisationTagsUpdate({
      uid_based_id: version,
      body: [{ key: 'flag', value: 'checked' }],
      prefer: 'return=representation',
    })
    return tags[0]?.value === 'checked'
  },
  demographic_organisation_tags_delete: async ({ cairn, parties }: World) => {
    const { version } = await cairn.demographic.organisationCreate({ body: parties.organisation })
    await cairn.demographic.organisationTagsUpdate({ uid_based_id: version, body: [{ key: 'flag' }] })
    await cairn.demographic.organisationTagsDelete({ uid_based_id: version, key: 'flag' })
    return (await cairn.demographic.organisationTagsGet({ uid_based_id: version })).length === 0
  },
  demographic_group_create: async ({ cairn, parties }: World) => {
    const { version } = await cairn.demographic.groupCreate({ body: parties.group })
    return version
  },
  demographic_group_get: async ({ cairn, parties }: World) => {
    const { version } = await cairn.demographic.groupCreate({ body: parties.group })
    const { value } = await cairn.demographic.groupGet({ uid_based_id: version })
    return value?.uid?.value === version
  },
  demographic_group_update: async ({ cairn, parties }: World) => {
    const { version } = await cairn.demographic.groupCreate({ body: parties.group })
    const written = await cairn.demographic.groupUpdate({
      uid_based_id: version.split('::')[0] ?? '',
      ifMatch: version,
      body: parties.group,
    })
    return written.version.endsWith('::2')
  },
  demographic_group_delete: async ({ cairn, parties }: World) => {
    const { version } = await cairn.demographic.groupCreate({ body: parties.group })
    const deleted = await cairn.demographic.groupDelete({ uid_based_id: version })
    return deleted.version.endsWith('::2')
  },
  demographic_group_tags_get: async ({ cairn, parties }: World) => {
    const { version } = await cairn.demographic.groupCreate({ body: parties.group })
    const tags = await cairn.demographic.groupTagsGet({ uid_based_id: version })
    return tags.length === 0
  },
  demographic_group_tags_update: async ({ cairn, parties }: World) => {
    const { version } = await cairn.demographic.groupCreate({ body: parties.group })
    const tags = await cairn.demographic.groupTagsUpdate({
      uid_based_id: version,
      body: [{ key: 'flag', value: 'checked' }],
      prefer: 'return=representation',
    })
    return tags[0]?.value === 'checked'
  },
  demographic_group_tags_delete: async ({ cairn, parties }: World) => {
    const { version } = await cairn.demographic.groupCreate({ body: parties.group })
    await cairn.demographic.groupTagsUpdate({ uid_based_id: version, body: [{ key: 'flag' }] })
    await cairn.demographic.groupTagsDelete({ uid_based_id: version, key: 'flag' })
    return (await cairn.demographic.groupTagsGet({ uid_based_id: version })).length === 0
  },
  demographic_agent_create: async ({ cairn, parties }: World) => {
    const { version } = await cairn.demographic.agentCreate({ body: parties.agent })
    return version
  },
  demographic_agent_get: async ({ cairn, parties }: World) => {
    const { version } = await cairn.demographic.agentCreate({ body: parties.agent })
    const { value } = await cairn.demographic.agentGet({ uid_based_id: version })
    return value?.uid?.value === version
  },
  demographic_agent_update: async ({ cairn, parties }: World) => {
    const { version } = await cairn.demographic.agentCreate({ body: parties.agent })
    const written = await cairn.demographic.agentUpdate({
      uid_based_id: version.split('::')[0] ?? '',
      ifMatch: version,
      body: parties.agent,
    })
    return written.version.endsWith('::2')
  },
  demographic_agent_delete: async ({ cairn, parties }: World) => {
    const { version } = await cairn.demographic.agentCreate({ body: parties.agent })
    const deleted = await cairn.demographic.agentDelete({ uid_based_id: version })
    return deleted.version.endsWith('::2')
  },
  demographic_agent_tags_get: async ({ cairn, parties }: World) => {
    const { version } = await cairn.demographic.agentCreate({ body: parties.agent })
    const tags = await cairn.demographic.agentTagsGet({ uid_based_id: version })
    return tags.length === 0
  },
  demographic_agent_tags_update: async ({ cairn, parties }: World) => {
    const { version } = await cairn.demographic.agentCreate({ body: parties.agent })
    const tags = await cairn.demographic.agentTagsUpdate({
      uid_based_id: version,
      body: [{ key: 'flag', value: 'checked' }],
      prefer: 'return=representation',
    })
    return tags[0]?.value === 'checked'
  },
  demographic_agent_tags_delete: async ({ cairn, parties }: World) => {
    const { version } = await cairn.demographic.agentCreate({ body: parties.agent })
    await cairn.demographic.agentTagsUpdate({ uid_based_id: version, body: [{ key: 'flag' }] })
    await cairn.demographic.agentTagsDelete({ uid_based_id: version, key: 'flag' })
    return (await cairn.demographic.agentTagsGet({ uid_based_id: version })).length === 0
  },
  demographic_role_create: async ({ cairn, parties }: World) => {
    const { version } = await cairn.demographic.roleCreate({ body: parties.role })
    return version
  },
  demographic_role_get: async ({ cairn, parties }: World) => {
    const { version } = await cairn.demographic.roleCreate({ body: parties.role })
    const { value } = await cairn.demographic.roleGet({ uid_based_id: version })
    return value?.uid?.value === version
  },
  demographic_role_update: async ({ cairn, parties }: World) => {
    const { version } = await cairn.demographic.roleCreate({ body: parties.role })
    const written = await cairn.demographic.roleUpdate({
      uid_based_id: version.split('::')[0] ?? '',
      ifMatch: version,
      body: parties.role,
    })
    return written.version.endsWith('::2')
  },
  demographic_role_delete: async ({ cairn, parties }: World) => {
    const { version } = await cairn.demographic.roleCreate({ body: parties.role })
    const deleted = await cairn.demographic.roleDelete({ uid_based_id: version })
    return deleted.version.endsWith('::2')
  },
  demographic_role_tags_get: async ({ cairn, parties }: World) => {
    const { version } = await cairn.demographic.roleCreate({ body: parties.role })
    const tags = await cairn.demographic.roleTagsGet({ uid_based_id: version })
    return tags.length === 0
  },
  demographic_role_tags_update: async ({ cairn, parties }: World) => {
    const { version } = await cairn.demographic.roleCreate({ body: parties.role })
    const tags = await cairn.demographic.roleTagsUpdate({
      uid_based_id: version,
      body: [{ key: 'flag', value: 'checked' }],
      prefer: 'return=representation',
    })
    return tags[0]?.value === 'checked'
  },
  demographic_role_tags_delete: async ({ cairn, parties }: World) => {
    const { version } = await cairn.demographic.roleCreate({ body: parties.role })
    await cairn.demographic.roleTagsUpdate({ uid_based_id: version, body: [{ key: 'flag' }] })
    await cairn.demographic.roleTagsDelete({ uid_based_id: version, key: 'flag' })
    return (await cairn.demographic.roleTagsGet({ uid_based_id: version })).length === 0
  },
  versioned_party_get: async ({ cairn, parties }: World) => {
    const { version } = await cairn.demographic.personCreate({ body: parties.person })
    const uid = version.split('::')[0] ?? ''
    const versioned = await cairn.demographic.versionedPartyGet({ versioned_object_uid: uid })
    return versioned.uid.value === uid
  },
  versioned_party_revision_history: async ({ cairn, parties }: World) => {
    const { version } = await cairn.demographic.personCreate({ body: parties.person })
    const uid = version.split('::')[0] ?? ''
    const history = await cairn.demographic.versionedPartyRevisionHistory({ versioned_object_uid: uid })
    return history.items[0]?.audits[0]?.time_committed.value
  },
  versioned_party_version_at_time: async ({ cairn, parties }: World) => {
    const { version } = await cairn.demographic.personCreate({ body: parties.person })
    const uid = version.split('::')[0] ?? ''
    const { value } = await cairn.demographic.versionedPartyVersionAtTime({ versioned_object_uid: uid })
    return value.data?._type
  },
  versioned_party_version_by_id: async ({ cairn, parties }: World) => {
    const { version } = await cairn.demographic.personCreate({ body: parties.person })
    const uid = version.split('::')[0] ?? ''
    const { value } = await cairn.demographic.versionedPartyVersionById({
      versioned_object_uid: uid,
      version_uid: version,
    })
    return value.signature
  },
  demographic_contribution_create: async ({ cairn, parties }: World) => {
    const { version: contributionUid } = await cairn.demographic.contributionCreate({
      body: {
        audit: { change_type: 'creation' },
        versions: [parties.person, parties.organisation].map(data => ({
          lifecycle_state: 'complete',
          commit_audit: { change_type: 'creation' },
          data,
        })),
      },
    })
    return contributionUid
  },
  demographic_contribution_get: async ({ cairn, parties }: World) => {
    const { version } = await cairn.demographic.personCreate({ body: parties.person })
    const uid = version.split('::')[0] ?? ''
    const { value } = await cairn.demographic.versionedPartyVersionAtTime({ versioned_object_uid: uid })
    const contribution = await cairn.demographic.contributionGet({
      contribution_uid: value.contribution.id.value,
    })
    return contribution.value.versions.length === 1
  },
  demographic_tags_get: async ({ cairn }: World) => {
    const tags = await cairn.demographic.tagsGet({ tag_key: 'unknown' })
    return tags.length === 0
  },
}
