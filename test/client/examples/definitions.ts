/** Examples of the operations on definitions, queries and datamaps. Each is run as a test, and shown above the method that it is of. */
import type { World } from './world.ts'

export const DEFINITION_EXAMPLES = {
  template_upload: async ({ cairn, newOpt }: World) => {
    const { location } = await cairn.templates.upload({ body: newOpt })
    return location
  },
  template_list: async ({ cairn, templateId }: World) => {
    const ids: string[] = []
    for await (const { template_id } of cairn.templates.listEach()) ids.push(template_id)
    return ids.includes(templateId)
  },
  template_get: async ({ cairn, templateId }: World) => {
    const opt = await cairn.templates.get({ template_id: templateId }, { accept: 'application/xml' })
    const web = await cairn.templates.get({ template_id: templateId })
    return opt.value.startsWith('<') && web.value['templateId'] === templateId
  },
  template_example: async ({ cairn, templateId, ehrId }: World) => {
    const body = await cairn.templates.example(
      { template_id: templateId },
      { accept: 'application/openehr.wt.flat+json' },
    )
    const { version } = await cairn.composition.create({
      ehr_id: ehrId,
      body,
      contentType: 'application/openehr.wt.flat+json',
      openehrTemplateId: templateId,
    })
    return version
  },
  template_replace: async ({ cairn, newTemplateId, newOpt }: World) => {
    await cairn.templates.upload({ body: newOpt })
    await cairn.templates.replace({ template_id: newTemplateId, body: newOpt })
    return true
  },
  template_delete: async ({ cairn, newTemplateId, newOpt }: World) => {
    await cairn.templates.upload({ body: newOpt })
    await cairn.templates.delete({ template_id: newTemplateId })
    return true
  },
  query_store: async ({ cairn, name }: World) => {
    await cairn.storedQueries.store({
      qualified_query_name: `org.example::${name}`,
      body: { q: 'SELECT e/ehr_id/value AS id FROM EHR e' },
    })
    return true
  },
  query_store_version: async ({ cairn, name }: World) => {
    await cairn.storedQueries.storeVersion({
      qualified_query_name: `org.example::${name}`,
      version: '1.0.0',
      body: { q: 'SELECT e/ehr_id/value AS id FROM EHR e' },
    })
    return true
  },
  query_list: async ({ cairn, name }: World) => {
    const qualified_query_name = `org.example::${name}`
    await cairn.storedQueries.store({ qualified_query_name, body: { q: 'SELECT e FROM EHR e' } })
    const versions = await cairn.storedQueries.list({ qualified_query_name })
    return versions.map(({ version }) => version).join() === '1.0.0'
  },
  query_list_all: async ({ cairn }: World) => {
    const queries = await cairn.storedQueries.listAll()
    return Array.isArray(queries)
  },
  query_get: async ({ cairn, name }: World) => {
    const qualified_query_name = `org.example::${name}`
    await cairn.storedQueries.store({ qualified_query_name, body: { q: 'SELECT e FROM EHR e' } })
    const { q } = await cairn.storedQueries.get({ qualified_query_name, version: '1' })
    return q
  },
  query_delete: async ({ cairn, name }: World) => {
    const qualified_query_name = `org.example::${name}`
    await cairn.storedQueries.store({ qualified_query_name, body: { q: 'SELECT e FROM EHR e' } })
    await cairn.storedQueries.delete({ qualified_query_name, version: '1.0.0' })
    return true
  },
  query_adhoc_get: async ({ cairn, ehrId }: World) => {
    const { rows } = await cairn.query.adhocGet({
      q: 'SELECT c/name/value AS name FROM EHR e CONTAINS COMPOSITION c WHERE c/name/value = $name',
      ehr_id: ehrId,
      query_parameters: { name: 'Encounter' },
    })
    return rows[0]?.[0] === 'Encounter'
  },
  query_adhoc_post: async ({ cairn, ehrId }: World) => {
    const { columns, rows } = await cairn.query.adhocPost({
      openehrEhrId: ehrId,
      body: { q: 'SELECT c/name/value AS name FROM EHR e CONTAINS COMPOSITION c', fetch: 10 },
    })
    return columns[0]?.name === 'name' && rows.length === 1
  },
  query_stored_get: async ({ cairn, ehrId, name }: World) => {
    const q = 'SELECT c/name/value AS name FROM EHR e CONTAINS COMPOSITION c WHERE c/name/value = $wanted'
    await cairn.storedQueries.store({ qualified_query_name: name, body: { q } })
    const { rows } = await cairn.query.storedGet(
      { qualified_query_name: name, ehr_id: ehrId, fetch: 10, offset: 0 },
      { query: { wanted: 'Encounter' } },
    )
    return rows.length === 1
  },
  query_stored_post: async ({ cairn, ehrId, name }: World) => {
    const q = 'SELECT c/name/value AS name FROM EHR e CONTAINS COMPOSITION c WHERE c/name/value = $wanted'
    await cairn.storedQueries.store({ qualified_query_name: name, body: { q } })
    const { rows } = await cairn.query.storedPost({
      qualified_query_name: name,
      openehrEhrId: ehrId,
      body: { offset: 0, fetch: 10, query_parameters: { wanted: 'Encounter' } },
    })
    return rows.length === 1
  },
  query_stored_version_get: async ({ cairn, name }: World) => {
    await cairn.storedQueries.store({ qualified_query_name: name, body: { q: 'SELECT e FROM EHR e' } })
    const { meta } = await cairn.query.storedVersionGet({
      qualified_query_name: name,
      version: '1.0.0',
      fetch: 1,
      offset: 0,
    })
    return meta.resultsize === 1
  },
  query_stored_version_post: async ({ cairn, name }: World) => {
    await cairn.storedQueries.store({ qualified_query_name: name, body: { q: 'SELECT e FROM EHR e' } })
    const { meta } = await cairn.query.storedVersionPost({
      qualified_query_name: name,
      version: '1.0',
      body: { offset: 0, fetch: 1, query_parameters: {} },
    })
    return meta.resultsize === 1
  },
  live_adhoc: async ({ cairn, ehrId }: World) => {
    const q = 'SELECT c/name/value AS name FROM EHR e CONTAINS COMPOSITION c'
    for await (const { rows } of cairn.live<{ name: string }>(q, { ehrId })) return rows.length === 1
    return false
  },
  live_stored: async ({ cairn, ehrId, name }: World) => {
    const q = 'SELECT c/name/value AS name FROM EHR e CONTAINS COMPOSITION c WHERE c/name/value = $wanted'
    await cairn.storedQueries.store({ qualified_query_name: name, body: { q } })
    const parameters = { wanted: 'Encounter' }
    for await (const { rows } of cairn.live({ name }, { ehrId, parameters })) return rows.length === 1
    return false
  },
  live_stored_version: async ({ cairn, ehrId, name }: World) => {
    await cairn.storedQueries.store({ qualified_query_name: name, body: { q: 'SELECT e FROM EHR e' } })
    for await (const { rows } of cairn.live({ name, version: '1.0.0' }, { ehrId })) return rows.length === 1
    return false
  },
  datamap_definition_suggest: async ({ cairn, templateId }: World) => {
    const { paths } = await cairn.datamapDefinitions.suggest({ template_id: templateId })
    return paths.length > 0
  },
  terminology_codes: async ({ cairn }: World) => {
    // The server of this example has no CAIRN_TERMINOLOGY_URL.
    const refused = await cairn.terminology
      .codes({ value_set: 'SNOMED-CT', filter: 'diabetes' })
      .catch((error: { code?: string }) => error.code)
    return refused === 'terminology.unknown'
  },
  datamap_definition_put: async ({ cairn, name, definition }: World) => {
    const { value } = await cairn.datamapDefinitions.put({ datamapName: name, body: definition })
    return value.version === 1
  },
  datamap_definition_list: async ({ cairn, name, definition }: World) => {
    await cairn.datamapDefinitions.put({ datamapName: name, body: definition })
    const names = await cairn.datamapDefinitions.list()
    return names.includes(name)
  },
  datamap_definition_get: async ({ cairn, name, definition }: World) => {
    await cairn.datamapDefinitions.put({ datamapName: name, body: definition })
    const { paths } = await cairn.datamapDefinitions.get({ datamapName: name })
    return paths[0]?.add === 'Systolic'
  },
  datamap_definition_schema: async ({ cairn, name, definition }: World) => {
    await cairn.datamapDefinitions.put({ datamapName: name, body: definition })
    const schema = await cairn.datamapDefinitions.schema({ datamapName: name })
    return schema['$schema']
  },
  datamap_definition_delete: async ({ cairn, name, definition }: World) => {
    await cairn.datamapDefinitions.put({ datamapName: name, body: definition })
    await cairn.datamapDefinitions.delete({ datamapName: name })
    return true
  },
  datamap_list: async ({ cairn, ehrId, name, definition }: World) => {
    await cairn.datamapDefinitions.put({ datamapName: name, body: definition })
    const readings: unknown[] = []
    for await (const record of cairn.datamap.listEach({ datamapName: name, ehrUid: ehrId, limit: 50 }))
      readings.push(record['Systolic'])
    return readings[0] === 120
  },
  datamap_list_ad_hoc: async ({ cairn, ehrId, definition }: World) => {
    const { data, totalCount } = await cairn.datamap.listAdHoc({ ehrUid: ehrId, body: definition })
    return data[0]?.['Systolic'] === 120 && totalCount === 1
  },
  datamap_record_check: async ({ cairn, name, definition }: World) => {
    await cairn.datamapDefinitions.put({ datamapName: name, body: definition })
    const { data } = await cairn.datamap.recordCheck({ datamapName: name, body: { Systolic: 131 } })
    return data['Systolic'] === 131
  },
  datamap_record_create: async ({ cairn, ehrId, name, definition }: World) => {
    await cairn.datamapDefinitions.put({ datamapName: name, body: definition })
    const { value } = await cairn.datamap.recordCreate({
      datamapName: name,
      ehrUid: ehrId,
      body: { Systolic: 131 },
    })
    return value.data['Systolic'] === 131
  },
  datamap_record_get: async ({ cairn, uid, name, definition }: World) => {
    await cairn.datamapDefinitions.put({ datamapName: name, body: definition })
    const { value } = await cairn.datamap.recordGet({ datamapName: name, uid })
    return value.data.trunk_lifecycle_state === 'complete'
  },
  datamap_record_update: async ({ cairn, uid, name, definition }: World) => {
    await cairn.datamapDefinitions.put({ datamapName: name, body: definition })
    const record = await cairn.datamap.recordGet({ datamapName: name, uid })
    const updated = await cairn.datamap.recordUpdate({
      datamapName: name,
      uid,
      ifMatch: record,
      body: { Systolic: 125 },
    })
    return updated.value.data['Systolic'] === 125
  },
  datamap_record_delete: async ({ cairn, uid, name, definition }: World) => {
    await cairn.datamapDefinitions.put({ datamapName: name, body: definition })
    const record = await cairn.datamap.recordGet({ datamapName: name, uid })
    await cairn.datamap.recordDelete({ datamapName: name, uid, ifMatch: record })
    return true
  },
  fhir_mapping_list: async ({ cairn }: World) => {
    const files = await cairn.fhirMappings.list()
    return files.some(({ built_in }) => built_in)
  },
  fhir_mapping_get: async ({ cairn }: World) => {
    const { text } = await cairn.fhirMappings.get({ mapping_name: 'vital-signs.pulse.model.yml' })
    return text.includes('OBSERVATION.pulse.v2')
  },
  fhir_mapping_put: async ({ cairn }: World) => {
    const body = JSON.stringify({
      resourceType: 'ConceptMap',
      url: 'https://example.org/colours',
      status: 'draft',
    })
    const { type } = await cairn.fhirMappings.put({ mapping_name: 'colours.json', body })
    return type === 'ConceptMap'
  },
  fhir_mapping_versions: async ({ cairn }: World) => {
    const body = JSON.stringify({
      resourceType: 'ConceptMap',
      url: 'https://example.org/shapes',
      status: 'draft',
    })
    await cairn.fhirMappings.put({ mapping_name: 'shapes.json', body })
    const [latest] = await cairn.fhirMappings.versions({ mapping_name: 'shapes.json' })
    return latest?.text === body
  },
  fhir_mapping_delete: async ({ cairn }: World) => {
    const body = JSON.stringify({
      resourceType: 'ConceptMap',
      url: 'https://example.org/sizes',
      status: 'draft',
    })
    await cairn.fhirMappings.put({ mapping_name: 'sizes.json', body })
    await cairn.fhirMappings.delete({ mapping_name: 'sizes.json' })
    return true
  },
  fhir_mapping_try: async ({ cairn, composition }: World) => {
    const tried = await cairn.fhirMappings.try({ body: { example: composition } })
    return tried.length === 0
  },
}
