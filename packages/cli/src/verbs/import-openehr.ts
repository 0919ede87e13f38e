/** `cairn import openehr`: takes the records of another openEHR server over its REST API. */
import { showProgress } from '../command/progress.ts'
import { UsageError } from '../command/usage-error.ts'
import { type Context, verb } from '../command/verb.ts'
import { runOpenEhrImport } from '../openehr/import.ts'
import { openSource } from '../openehr/source.ts'
import { wholeNumber } from './numbers.ts'

const WORDS = 'import openehr'

/** The password or token is asked for, so that it is in no list of processes. */
async function authorizationOf(
  { askSecret }: Context,
  user: string | undefined,
  isBearer: boolean,
): Promise<string | undefined> {
  if (user !== undefined && isBearer) throw new UsageError('Give either --user or --bearer.', WORDS)
  if (isBearer) return `Bearer ${await askSecret('Token for the other server: ')}`
  if (user === undefined) return undefined
  return `Basic ${btoa(`${user}:${await askSecret('Password for the other server: ')}`)}`
}

export const importOpenEhrVerb = verb({
  words: WORDS,
  about: 'import the records of another openEHR server over its REST API',
  details:
    'Templates, stored queries, and EHR by EHR the status, the compositions and the directory with all versions, their uids and audits. Records are validated against their templates; rejected ones go to a file with the reason. An interrupted run continues after the finished EHRs. A run after a complete one reads everything again and adds new records. The API does not list compositions that are deleted there. Needs the scope api.admin.',
  args: [{ name: 'url', about: 'its address, such as https://ehr.example.org/ehrbase/rest/openehr/v1' }],
  options: {
    user: { type: 'string', value: 'name', about: 'sign in with HTTP Basic; the password is asked for' },
    bearer: { type: 'boolean', about: 'sign in with a token, which is asked for' },
    ehr: { type: 'string', multiple: true, value: 'id', about: 'only this EHR; may be repeated' },
    rate: { type: 'string', value: 'n', about: 'most requests a second to the other server (default: 50)' },
    lenient: {
      type: 'boolean',
      about: 'accept records that break their template, with findings; needs the scope api.lenient',
    },
    state: {
      type: 'string',
      value: 'folder',
      about: 'folder for progress, rejected records and report (default: openehr-import)',
    },
  },
  examples: ['cairn import openehr https://ehr.example.org/ehrbase/rest/openehr/v1 --user ehrbase-user'],
  run: async (context, { args: [url = ''], options }) => {
    if (!/^https?:\/\/[^/]/.test(url))
      throw new UsageError('The address of the other server begins with http:// or https://.', WORDS)
    const authorization = await authorizationOf(context, options.user, options.bearer)
    const rate = wholeNumber(options.rate, 'rate', WORDS, 1) ?? 50
    const folder = options.state ?? 'openehr-import'
    const report = await runOpenEhrImport({
      source: openSource({ url, authorization, rate, stop: context.stop }),
      client: context.connect(`api.read api.write api.admin${options.lenient ? ' api.lenient' : ''}`),
      folder,
      ehrIds: options.ehr,
      isLenient: options.lenient,
      stop: context.stop,
      begin: ehrs => showProgress(context.err, ehrs, context.now, 'EHRs'),
    })
    context.print(report, () =>
      [
        `${report.templates} templates, ${report.queries} queries, ${report.ehrs} EHRs (${report.ehrs_before} before).`,
        `${report.records_added} records added, ${report.records_skipped} were there already, ${report.records_rejected} rejected.`,
        ...report.refused.slice(0, 20),
        `${folder} has the report${report.records_rejected > 0 ? ' and the rejected records' : ''}.`,
      ].join('\n'),
    )
    return report.records_rejected + report.refused.length > 0 ? 1 : 0
  },
})
