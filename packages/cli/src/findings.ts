/** `cairn findings`: lists the versions that break their template, with the rules that they break. */
import { parseArgs } from 'node:util'
import type { CairnClient } from '@cairn/client'

export const FINDINGS_USAGE = `cairn findings [--ehr ID] [--template ID] [--limit 100] [--all] [--json]
            versions that were committed with Prefer: handling=lenient and break their template`

interface Wanted {
  readonly ehr: string | undefined
  readonly template: string | undefined
  readonly limit: number
  readonly json: boolean
}

/** As `GET /extra/v1/findings` has them. */
interface VersionFindings {
  readonly ehr_id: string
  readonly vuid: string
  readonly template_id: string | null
  readonly committed: string
  readonly total: number
  readonly findings: readonly { readonly path: string; readonly code: string; readonly message: string }[]
}

interface Page {
  readonly data: readonly VersionFindings[]
  readonly next?: string
}

const DEFAULT_LIMIT = 100
const LARGEST_PAGE = 1000

export function readFindings(args: readonly string[]): Wanted {
  const { values } = parseArgs({
    args: [...args],
    options: {
      ehr: { type: 'string' },
      template: { type: 'string' },
      limit: { type: 'string' },
      all: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
  })
  const limit = values.all ? Number.POSITIVE_INFINITY : Number(values.limit ?? DEFAULT_LIMIT)
  if (!(limit >= 1)) throw new Error(`--limit is a number from 1 on.\n${FINDINGS_USAGE}`)
  return { ehr: values.ehr, template: values.template, limit, json: values.json }
}

/** Page after page, until there are as many as wanted; `isCut`: there are more. */
async function collect(client: CairnClient, { ehr, template, limit }: Wanted) {
  const parameters = new URLSearchParams({ limit: String(Math.min(limit, LARGEST_PAGE)) })
  if (ehr !== undefined) parameters.set('ehrUid', ehr)
  if (template !== undefined) parameters.set('template_id', template)
  const versions: VersionFindings[] = []
  for (;;) {
    const answer = await client.call(`GET /extra/v1/findings?${parameters}`)
    const { data, next } = (await answer.json()) as Page
    versions.push(...data)
    if (next === undefined || versions.length >= limit)
      return { versions: versions.slice(0, limit), isCut: next !== undefined || versions.length > limit }
    parameters.set('after', new URL(next).searchParams.get('after') ?? '')
  }
}

function textOf({ ehr_id, vuid, template_id, committed, total, findings }: VersionFindings): string {
  const more = total > findings.length ? [`  and ${total - findings.length} more`] : []
  return [
    `${vuid}  EHR ${ehr_id}  ${template_id ?? ''}  ${committed}`,
    ...findings.map(({ path, message }) => `  ${path}: ${message}`),
    ...more,
  ].join('\n')
}

export async function findings(client: CairnClient, wanted: Wanted): Promise<string> {
  const { versions, isCut } = await collect(client, wanted)
  if (wanted.json) return JSON.stringify(versions, null, 2)
  const count = versions.length === 1 ? '1 version' : `${versions.length} versions`
  const last = isCut ? `The first ${count}; --all for the rest.` : `${count} with findings.`
  return [...versions.map(textOf), last].join('\n')
}
