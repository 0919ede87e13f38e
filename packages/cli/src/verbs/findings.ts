/** `cairn findings`: lists the versions that break their template, with the rules that they break. */
import type { VersionFindings } from '@cairn-ehr/client'
import { verb } from '../command/verb.ts'
import { wholeNumber } from './numbers.ts'

const DEFAULT_LIMIT = 100
const LARGEST_PAGE = 1000

function textOf({ ehr_id, vuid, template_id, committed, total, findings }: VersionFindings): string {
  const more = total > findings.length ? [`  and ${total - findings.length} more`] : []
  return [
    `${vuid}  EHR ${ehr_id}  ${template_id ?? ''}  ${committed}`,
    ...findings.map(({ path, message }) => `  ${path}: ${message}`),
    ...more,
  ].join('\n')
}

export const FINDINGS_VERBS = [
  verb({
    words: 'findings',
    about: 'list the versions that break their template, with the rules that they break',
    details: 'They were committed with Prefer: handling=lenient.',
    options: {
      ehr: { type: 'string', value: 'id', about: 'of this EHR' },
      template: { type: 'string', value: 'id', about: 'of this template' },
      limit: {
        type: 'string',
        value: 'n',
        about: `most versions (default: ${DEFAULT_LIMIT})`,
      },
      all: { type: 'boolean', about: 'all of them, page after page' },
    },
    run: async (context, { options: { ehr, template, limit, all } }) => {
      const most = all
        ? Number.POSITIVE_INFINITY
        : (wholeNumber(limit, 'limit', 'findings', 1) ?? DEFAULT_LIMIT)
      const wanted = { ehrUid: ehr, template_id: template, limit: Math.min(most, LARGEST_PAGE) }
      const versions: VersionFindings[] = []
      let isCut = false
      for await (const version of context.connect('api.read').findings.listEach(wanted)) {
        isCut = versions.length >= most
        if (isCut) break
        versions.push(version)
      }
      const count = versions.length === 1 ? '1 version' : `${versions.length} versions`
      const last = isCut ? `The first ${count}; --all for the rest.` : `${count} with findings.`
      context.print(versions, () => [...versions.map(textOf), last].join('\n'))
    },
  }),
]
