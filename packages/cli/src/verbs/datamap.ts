/** `cairn datamap`: definitions of datamaps, and the records that they show. */
import type { NewDatamapDefinition } from '@cairn-ehr/client'
import { tableOf } from '../command/print.ts'
import { verb } from '../command/verb.ts'
import { loadFormats } from '../library.ts'
import { ANALYSIS_OUT, analysisTypeOf, saveAnswer } from './analysis-file.ts'
import { wholeNumber } from './numbers.ts'

const NAME = { name: 'name', about: 'the name of the datamap' } as const
const XML = 'application/xml'

export const DATAMAP_VERBS = [
  verb({
    words: 'datamap index',
    about: 'make lists that are ordered or filtered by a column fast',
    details: 'The server keeps running.',
    isOperator: true,
    args: [NAME, { name: 'column', about: 'the label of the column' }],
    options: { drop: { type: 'boolean', about: 'remove the index' } },
  }),
  verb({
    words: 'datamap publish',
    about: 'make views of datamaps that a database role reads by SQL',
    details:
      'For programs that read tables by the PostgreSQL protocol, such as Metabase, DBeaver, Excel and Power BI. A server keeps the views up to date. A role that does not exist is made, and its password is printed once. Publish a datamap again when it has changed. Run it as the owner of the schema (CAIRN_DATABASE_OWNER_URL).',
    isOperator: true,
    args: [
      {
        name: 'names',
        about: 'the names of datamaps; all of them if none is named',
        optional: true,
        many: true,
      },
    ],
    options: {
      reader: { type: 'string', value: 'role', about: 'the database role that reads the views' },
      person: {
        type: 'string',
        value: 'id',
        about: 'the role sees the records that this person sees; all records if it is left out',
      },
      'without-identity': { type: 'boolean', about: 'records without identity, in a schema for research' },
    },
    examples: [
      'cairn datamap publish vital_signs --reader bi',
      'cairn datamap publish vital_signs --reader study --without-identity',
    ],
  }),
  verb({
    words: 'datamap unpublish',
    about: 'remove the views of a datamap, or one role from its readers',
    isOperator: true,
    args: [NAME],
    options: {
      reader: {
        type: 'string',
        value: 'role',
        about: 'this role alone; the views stay while others read them',
      },
      'without-identity': { type: 'boolean', about: 'the views without identity' },
    },
  }),
  verb({
    words: 'datamap published',
    about: 'list published datamaps with their views, readers and state',
    isOperator: true,
  }),
  verb({
    words: 'datamap suggest',
    about: 'print a first datamap for a template, to be cut, renamed and saved',
    args: [{ name: 'template', about: 'the id of the template' }],
    examples: ['cairn datamap suggest "Vital signs" > vital-signs.xml'],
    run: async ({ connect, isJson, print, write }, { args: [template_id = ''] }) => {
      const { datamapDefinitions } = connect('api.read')
      if (isJson) return print(await datamapDefinitions.suggest({ template_id }), '')
      write(await datamapDefinitions.suggest({ template_id }, { accept: XML }))
    },
  }),
  verb({
    words: 'datamap list',
    about: 'list the names of all datamaps',
    run: async ({ connect, print }) => {
      const names = await connect('api.read').datamapDefinitions.list()
      print(names, () => names.join('\n'))
    },
  }),
  verb({
    words: 'datamap get',
    about: 'print the definition of a datamap',
    args: [NAME],
    run: async ({ connect, isJson, print, write }, { args: [datamapName = ''] }) => {
      const { datamapDefinitions } = connect('api.read')
      if (isJson) return print(await datamapDefinitions.get({ datamapName }), '')
      write(await datamapDefinitions.get({ datamapName }, { accept: XML }))
    },
  }),
  verb({
    words: 'datamap put',
    about: 'save a datamap from a definition in XML or JSON',
    args: [NAME, { name: 'file', about: 'the file with the definition; - is standard input' }],
    run: async ({ connect, readText, print }, { args: [datamapName = '', file = ''] }) => {
      const { parseJson } = await loadFormats()
      const text = await readText(file)
      const { datamapDefinitions } = connect('api.read api.write')
      const { value } = text.trimStart().startsWith('<')
        ? await datamapDefinitions.put({ datamapName, body: text, contentType: XML })
        : await datamapDefinitions.put({ datamapName, body: parseJson(text) as NewDatamapDefinition })
      print(value, `Saved as version ${value.version} of ${datamapName}.`)
    },
  }),
  verb({
    words: 'datamap delete',
    about: 'delete a datamap; the records stay',
    args: [NAME],
    run: async ({ connect, print }, { args: [datamapName = ''] }) => {
      await connect('api.read api.write').datamapDefinitions.delete({ datamapName })
      print({ deleted: datamapName }, `${datamapName} was deleted.`)
    },
  }),
  verb({
    words: 'datamap schema',
    about: 'print the JSON Schema of the records of a datamap',
    args: [NAME],
    run: async ({ connect, write }, { args: [datamapName = ''] }) =>
      write(JSON.stringify(await connect('api.read').datamapDefinitions.schema({ datamapName }), null, 2)),
  }),
  verb({
    words: 'datamap records',
    about: 'list the records of a datamap',
    args: [NAME],
    options: {
      ehr: { type: 'string', value: 'id', about: 'of this EHR only' },
      order: { type: 'string', value: 'column', about: 'by this column; --order=-column for the reverse' },
      limit: { type: 'string', value: 'n', about: 'most records (default: 100)' },
      all: { type: 'boolean', about: 'all records, page after page' },
      show: {
        type: 'string',
        value: 'fields',
        about: 'ehr_id, subject_id, subject_namespace beside the fields of every record, with commas',
      },
      ...ANALYSIS_OUT,
    },
    run: async (context, { args: [datamapName = ''], options: { ehr, order, limit, all, show, out } }) => {
      if (out !== undefined) {
        const accept = analysisTypeOf(out, 'datamap records')
        const parameters = { datamapName, ehrUid: ehr, order_by: order, show }
        const answer = await context
          .connect('api.read')
          .request('datamap_list', parameters, { accept, signal: context.stop })
        await saveAnswer(answer, out, context.stop)
        context.tell(`Written to ${out}.`)
        return
      }
      const most = all ? Number.POSITIVE_INFINITY : (wholeNumber(limit, 'limit', 'datamap records', 1) ?? 100)
      const wanted = { datamapName, ehrUid: ehr, order_by: order, show, limit: Math.min(most, 1000) }
      const records: Readonly<Record<string, unknown>>[] = []
      const each = context.connect('api.read').datamap.listEach(wanted, { signal: context.stop })
      for await (const record of each) {
        records.push(record)
        if (records.length >= most) break
      }
      context.print(records, () => {
        const columns = Object.keys(records[0] ?? {}).filter(name => name === 'uid' || !FIXED.has(name))
        return tableOf(
          columns,
          records.map(record => columns.map(name => record[name])),
        )
      })
    },
  }),
]

/** Fields that every record has: a table shows the id alone. */
const FIXED: ReadonlySet<string> = new Set([
  'vuid',
  'episode_uid',
  'episode_id',
  'episode_status',
  'episode_start',
  'episode_end',
  'version_object_id',
  'version_tree_id',
  'artefact_id',
  'trunk_lifecycle_state',
])
