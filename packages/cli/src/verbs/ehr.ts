/** `cairn ehr`: create, read and find EHRs. */
import type { Ehr, Rm } from '@cairn-ehr/client'
import { fields } from '../command/print.ts'
import { UsageError } from '../command/usage-error.ts'
import { type Context, verb } from '../command/verb.ts'

/** An EHR_STATUS for a patient who is known elsewhere by an id. */
const statusOf = (subject: string, namespace: string): Rm.EhrStatus => ({
  _type: 'EHR_STATUS',
  archetype_node_id: 'openEHR-EHR-EHR_STATUS.generic.v1',
  name: { _type: 'DV_TEXT', value: 'EHR Status' },
  subject: {
    _type: 'PARTY_SELF',
    external_ref: {
      _type: 'PARTY_REF',
      namespace,
      type: 'PERSON',
      id: { _type: 'GENERIC_ID', value: subject, scheme: namespace },
    },
  },
  is_queryable: true,
  is_modifiable: true,
})

const show = ({ print }: Context, ehr: Ehr): void =>
  print(ehr, () =>
    fields([
      ['ehr id', ehr.ehr_id.value],
      ['created', ehr.time_created.value],
      ['system', ehr.system_id.value],
    ]),
  )

export const EHR_VERBS = [
  verb({
    words: 'ehr create',
    about: 'create an EHR',
    options: {
      id: { type: 'string', value: 'uuid', about: 'the id (default: generated)' },
      subject: { type: 'string', value: 'id', about: 'the id that the patient has elsewhere' },
      namespace: { type: 'string', value: 'name', about: 'where the patient has that id' },
    },
    examples: ['cairn ehr create', 'cairn ehr create --subject 4711 --namespace hospital'],
    run: async (context, { options: { id, subject, namespace } }) => {
      if ((subject === undefined) !== (namespace === undefined))
        throw new UsageError('--subject and --namespace go together.', 'ehr create')
      const cairn = context.connect('api.read api.write')
      const body = subject && namespace ? { body: statusOf(subject, namespace) } : {}
      const { value } =
        id === undefined
          ? await cairn.ehr.create({ ...body, prefer: 'return=representation' })
          : await cairn.ehr.createWithId({ ehr_id: id, ...body, prefer: 'return=representation' })
      show(context, value)
    },
  }),
  verb({
    words: 'ehr get',
    about: 'show an EHR',
    args: [{ name: 'ehr_id', about: 'the id of the EHR' }],
    run: async (context, { args: [ehr_id = ''] }) =>
      show(context, await context.connect('api.read').ehr.getById({ ehr_id })),
  }),
  verb({
    words: 'ehr find',
    about: 'find the EHR of a patient by an id from elsewhere',
    args: [{ name: 'subject', about: 'the id that the patient has elsewhere' }],
    options: { namespace: { type: 'string', value: 'name', about: 'where the patient has that id' } },
    examples: ['cairn ehr find 4711 --namespace hospital'],
    run: async (context, { args: [subject_id = ''], options: { namespace } }) => {
      if (namespace === undefined) throw new UsageError('--namespace is missing.', 'ehr find')
      const found = await context
        .connect('api.read')
        .ehr.getBySubject({ subject_id, subject_namespace: namespace })
      show(context, found)
    },
  }),
  verb({
    words: 'ehr erase',
    about: 'delete an EHR physically, with everything in it',
    details:
      'Versions, tags, episodes and directory are removed for ever. A tombstone keeps the id, the time, the caller and the reason. Needs the scope api.admin.',
    args: [{ name: 'ehr_id', about: 'the id of the EHR' }],
    options: { reason: { type: 'string', value: 'text', about: 'the reason (required; it is stored)' } },
    examples: ['cairn ehr erase $ehr --reason "asked by the patient"'],
    run: async ({ connect, print }, { args: [ehr_id = ''], options: { reason } }) => {
      if (reason === undefined) throw new UsageError('--reason is missing.', 'ehr erase')
      await connect('api.admin').admin.ehrDelete({ ehr_id, reason })
      print({ erased: ehr_id, reason }, `The EHR ${ehr_id} was deleted for good.`)
    },
  }),
]
