/** `cairn export` and `cairn import`: records from one server to another. */
import { showProgress } from '../command/progress.ts'
import { UsageError } from '../command/usage-error.ts'
import { type Context, verb } from '../command/verb.ts'
import { runExport } from '../transfer/export.ts'
import { exportFile, exportFolder, exportStream } from '../transfer/export-files.ts'
import { BATCH_BYTES, type ImportTotals, rejectedFile, runImport } from '../transfer/import.ts'
import { importSource } from '../transfer/import-source.ts'
import { importCsvVerb } from './import-csv.ts'
import { importOpenEhrVerb } from './import-openehr.ts'
import { wholeNumber } from './numbers.ts'

const progressOf =
  ({ err, now }: Context) =>
  (contributions: number) =>
    showProgress(err, contributions, now, 'contributions')

function targetOf(context: Context, out: string) {
  if (out === '-') return exportStream(context.out)
  return out.endsWith('.ndjson') ? exportFile(out) : exportFolder(out)
}

const count = (number: number): string => number.toLocaleString('en-US')

const summaryOf = ({ added, skipped, rejected }: ImportTotals, beside: string | undefined): string =>
  [
    `${count(added)} records added, ${count(skipped)} were there already, ${count(rejected)} rejected.`,
    ...(rejected > 0 && beside !== undefined ? [`The rejected ones are in ${rejectedFile(beside)}.`] : []),
  ].join('\n')

export const TRANSFER_VERBS = [
  verb({
    words: 'export',
    about: 'export records with all their versions',
    details:
      'Everything, some EHRs or a cohort: contributions, audits, signatures, templates, queries, datamaps, tags, episodes and tombstones, of one moment. Needs the scope api.admin.',
    args: [
      {
        name: 'out',
        about: 'a new folder; one file where the name ends with .ndjson; - for standard output',
      },
    ],
    options: {
      ehr: { type: 'string', multiple: true, value: 'id', about: 'only this EHR; may be repeated' },
      aql: {
        type: 'string',
        value: 'query',
        about: 'only the EHRs that this query selects, by e/ehr_id/value',
      },
    },
    examples: [
      'cairn export hospital',
      'cairn export one.ndjson --ehr 7d44b88c-4199-4bad-97dc-d78268e01398',
      'cairn export cohort --aql "SELECT e/ehr_id/value AS ehr_id FROM EHR e CONTAINS COMPOSITION c"',
    ],
    run: async (context, { args: [out = ''], options: { ehr, aql } }) => {
      if (ehr.length > 0 && aql !== undefined)
        throw new UsageError('Give either --ehr or --aql, not both.', 'export')
      const request = { ehrIds: ehr, q: aql, signal: context.stop }
      const client = context.connect('api.read api.admin')
      const manifest = await runExport(client, request, targetOf(context, out), progressOf(context))
      if (out !== '-')
        context.print(manifest, () => {
          const { ehr: ehrs = 0, contribution = 0, version = 0 } = manifest.counts
          return `${count(ehrs)} EHRs, ${count(contribution)} contributions, ${count(version)} versions. SHA-256 ${manifest.sha256}`
        })
    },
  }),
  verb({
    words: 'import',
    about: 'import an export into this server',
    details:
      'Ids, documents and signatures stay as they are. Existing records are skipped, so you can start it again: it continues where it stopped. Rejected records go to a file beside the export, each with its reason; the exit code is 1 then. Needs the scope api.admin.',
    args: [{ name: 'source', about: 'the folder or file of the export; - for standard input' }],
    options: {
      batch: {
        type: 'string',
        value: 'bytes',
        about: `bytes of a request (default: ${BATCH_BYTES})`,
      },
      'no-check': { type: 'boolean', about: 'do not read everything first to check its digest' },
    },
    examples: ['cairn import hospital', 'cairn import one.ndjson --profile research'],
    run: async (context, { args: [path = ''], options }) => {
      const source = importSource(path, context.input)
      const manifest = options['no-check'] ? undefined : await source.check()
      const totals = await runImport({
        client: context.connect('api.read api.write api.admin'),
        server: context.baseUrl,
        source,
        manifest,
        handling: 'strict',
        batchBytes: wholeNumber(options.batch, 'batch', 'import', 1) ?? BATCH_BYTES,
        stop: context.stop,
        begin: progressOf(context),
      })
      context.print(totals, () => summaryOf(totals, source.beside))
      return totals.rejected > 0 ? 1 : 0
    },
  }),
  importCsvVerb,
  importOpenEhrVerb,
]
