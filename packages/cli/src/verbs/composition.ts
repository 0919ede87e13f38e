/** `cairn composition`: commit, read, compare, validate and convert compositions. */
import type { Rm } from '@cairn-ehr/client'
import { diffLines, hunks } from '../command/diff.ts'
import { CommandError } from '../command/exit-codes.ts'
import { painter, tableOf } from '../command/print.ts'
import { UsageError } from '../command/usage-error.ts'
import { type Context, verb } from '../command/verb.ts'
import { tellWarnings, warningsIn } from '../command/warnings.ts'
import { loadValidator } from '../library.ts'
import { OUT, writeResult } from './output-file.ts'
import { MEDIA_TYPES, RECORD_FORMATS, type RecordFormat } from './record-format.ts'
import { templateOf } from './template-source.ts'

const EHR = { ehr: { type: 'string', value: 'id', about: 'the EHR' } } as const
const TEMPLATE = {
  template: {
    type: 'string',
    value: 'id',
    about: 'the template: a file, or an id of the server; canonical records name theirs',
  },
} as const
const FILE = { name: 'file', about: 'the file with the record; - is standard input' } as const
const UID = { name: 'uid', about: 'the id of the composition, or of a version of it' } as const

function needed(value: string | undefined, option: string, words: string): string {
  if (value === undefined || value === '') throw new UsageError(`--${option} is missing.`, words)
  return value
}

const noTemplate = () => new CommandError('The record names no template: name it with --template.')

const loadConversion = () => import('./record-conversion.ts')

/** The record of a file, with the template that is named or that the record names. */
async function readFrom(context: Context, file: string, named: string | undefined) {
  const { formatIn, readRecord, templateIdIn } = await loadConversion()
  const text = await context.readText(file)
  const format = formatIn(text)
  const id = named ?? templateIdIn(text, format)
  if (id === undefined) throw noTemplate()
  const template = await templateOf(context, id)
  return { template, record: readRecord(text, format, template, new Date(context.now()).toISOString()) }
}

/** A lenient commit is answered with the number of rules that its data break. */
function findingsWarning({ headers }: Response, ehr: string): readonly string[] {
  const count = Number(headers.get('cairn-findings') ?? 0)
  if (count === 0) return []
  const rules = count === 1 ? 'one rule' : `${count} rules`
  return [`The data break ${rules} of their template. "cairn findings --ehr ${ehr}" lists them.`]
}

const objectId = (uid: string): string => uid.split('::')[0] ?? ''

async function canonicalLines(
  context: Context,
  ehr_id: string,
  uid_based_id: string,
): Promise<readonly string[]> {
  const { value } = await context.connect('api.read').composition.get({ ehr_id, uid_based_id })
  return value === undefined ? [] : JSON.stringify(value, null, 2).split('\n')
}

const COLOURS = { '-': 'red', '+': 'green' } as const

const codeOf = (change: Rm.DvCodedText | undefined): string => change?.value ?? ''

const nameOf = (party: Rm.PartyProxy | undefined): string =>
  party && 'name' in party && typeof party.name === 'string' ? party.name : ''

export const COMPOSITION_VERBS = [
  verb({
    words: 'composition put',
    about: 'commit a composition, or the next version of one',
    args: [FILE],
    options: {
      ...EHR,
      follows: {
        type: 'string',
        value: 'version',
        about: 'the version that it follows (omit it for a new composition)',
      },
      template: { type: 'string', value: 'id', about: 'the id of the template, for FLAT and STRUCTURED' },
      lenient: {
        type: 'boolean',
        about: 'commit data that break their template; needs the scope api.lenient',
      },
    },
    examples: [
      'cairn composition put visit.json --ehr 7d44b88c-4199-4bad-97dc-d78268e01398',
      'cairn composition put flat.json --ehr 7d44b88c-4199-4bad-97dc-d78268e01398 --template "Vital signs"',
    ],
    run: async (context, { args: [file = ''], options }) => {
      const ehr_id = needed(options.ehr, 'ehr', 'composition put')
      const { formatIn } = await loadConversion()
      const text = await context.readText(file)
      const format = formatIn(text)
      const { follows, template, lenient } = options
      if (template === undefined && (format === 'flat' || format === 'structured')) throw noTemplate()
      const cairn = context.connect(`api.read api.write${lenient ? ' api.lenient' : ''}`)
      const address = `/openehr/v1/ehr/${encodeURIComponent(ehr_id)}/composition`
      // The file goes as it is: numbers would lose digits on the way through a JavaScript value.
      const answer = await cairn.call(
        follows === undefined ? `POST ${address}` : `PUT ${address}/${objectId(follows)}`,
        {
          body: text,
          headers: {
            'Content-Type': MEDIA_TYPES[format],
            ...(template === undefined ? {} : { 'openehr-template-id': template }),
            ...(follows === undefined ? {} : { 'If-Match': `"${follows}"` }),
            ...(lenient ? { Prefer: 'handling=lenient' } : {}),
          },
        },
      )
      tellWarnings(context, [...warningsIn(answer), ...findingsWarning(answer, ehr_id)])
      const uid = (answer.headers.get('ETag') ?? '').replaceAll('"', '')
      context.print({ ehr_id, uid }, `Committed as ${uid}.`)
    },
  }),
  verb({
    words: 'composition get',
    about: 'print a composition',
    args: [UID],
    options: {
      ...EHR,
      format: { type: 'string', choices: RECORD_FORMATS, about: 'the format (default: json)' },
      at: { type: 'string', value: 'time', about: 'as it was at this time' },
      ...OUT,
    },
    run: async (context, { args: [uid_based_id = ''], options: { ehr, format = 'json', at, out } }) => {
      const ehr_id = needed(ehr, 'ehr', 'composition get')
      const { value } = await context
        .connect('api.read')
        .composition.get(
          { ehr_id, uid_based_id, version_at_time: at },
          { accept: MEDIA_TYPES[format as RecordFormat] },
        )
      if (value === undefined) throw new CommandError('The composition is deleted.')
      writeResult(context, typeof value === 'string' ? value : JSON.stringify(value, null, 2), out)
    },
  }),
  verb({
    words: 'composition history',
    about: 'list the versions of a composition: who committed them, and when',
    args: [UID],
    options: EHR,
    run: async (context, { args: [uid = ''], options: { ehr } }) => {
      const ehr_id = needed(ehr, 'ehr', 'composition history')
      const history = await context
        .connect('api.read')
        .composition.versionedRevisionHistory({ ehr_id, versioned_object_uid: objectId(uid) })
      context.print(history, () =>
        tableOf(
          ['version', 'committed', 'change', 'committer'],
          history.items.map(({ version_id, audits: [audit] }) => [
            version_id.value,
            audit?.time_committed.value,
            codeOf(audit?.change_type),
            nameOf(audit?.committer),
          ]),
        ),
      )
    },
  }),
  verb({
    words: 'composition diff',
    about: 'show the differences between two versions of a composition',
    details: 'The exit code is 1 if they differ.',
    args: [
      { name: 'before', about: 'the id of a version' },
      { name: 'after', about: 'the id of another version (default: the latest)', optional: true },
    ],
    options: EHR,
    run: async (context, { args: [before = '', after = objectId(before)], options: { ehr } }) => {
      const ehr_id = needed(ehr, 'ehr', 'composition diff')
      const [old, current] = await Promise.all(
        [before, after].map(uid => canonicalLines(context, ehr_id, uid)),
      )
      const lines = hunks(diffLines(old ?? [], current ?? []))
      const paint = painter(context.out)
      context.print(lines, () =>
        lines.length === 0
          ? 'They are the same.'
          : lines
              .map(({ kind, text }) => (kind === ' ' ? `  ${text}` : paint(COLOURS[kind], `${kind} ${text}`)))
              .join('\n'),
      )
      return lines.length === 0 ? 0 : 1
    },
  }),
  verb({
    words: 'composition validate',
    about: 'check a composition by its template, without committing it',
    details: 'The exit code is 1 if it breaks a rule. With the template in a file, no server is needed.',
    args: [FILE],
    options: TEMPLATE,
    run: async (context, { args: [file = ''], options }) => {
      const { template, record } = await readFrom(context, file, options.template)
      const { compileValidator } = await loadValidator()
      const findings = compileValidator(template)(record)
      context.print({ valid: findings.length === 0, template_id: template.templateId, findings }, () =>
        findings.length === 0
          ? `It is valid by the template ${template.templateId}.`
          : [
              `It breaks ${findings.length === 1 ? 'one rule' : `${findings.length} rules`} of the template ${template.templateId}:`,
              ...findings.map(({ path, message }) => `  ${path}: ${message}`),
            ].join('\n'),
      )
      return findings.length === 0 ? 0 : 1
    },
  }),
  verb({
    words: 'composition convert',
    about: 'write a composition in another format',
    details: 'With the template in a file, no server is needed.',
    args: [FILE],
    options: {
      to: { type: 'string', choices: RECORD_FORMATS, about: 'the format to write' },
      ...TEMPLATE,
      ...OUT,
    },
    run: async (context, { args: [file = ''], options }) => {
      const to = needed(options.to, 'to', 'composition convert') as RecordFormat
      const { template, record } = await readFrom(context, file, options.template)
      const { writeRecord } = await loadConversion()
      writeResult(context, writeRecord(record, to, template), options.out)
    },
  }),
  verb({
    words: 'composition erase',
    about: 'delete a composition physically, as one that was filed under the wrong patient',
    details:
      'All its versions and tags are removed for ever. A tombstone keeps the id, the time, the caller and the reason. Needs the scope api.admin.',
    args: [UID],
    options: {
      ...EHR,
      reason: { type: 'string', value: 'text', about: 'the reason (required; it is stored)' },
    },
    examples: ['cairn composition erase $uid --ehr $ehr --reason "wrong patient"'],
    run: async ({ connect, print }, { args: [uid = ''], options }) => {
      const words = 'composition erase'
      const ehr_id = needed(options.ehr, 'ehr', words)
      const reason = needed(options.reason, 'reason', words)
      await connect('api.admin').admin.compositionDelete({ ehr_id, uid_based_id: uid, reason })
      print({ erased: uid, ehr_id, reason }, `${uid} was deleted for good.`)
    },
  }),
]
