/** `cairn datamap suggest`: prints a first definition for a template, to be cut, renamed and saved. */
import { parseArgs } from 'node:util'
import type { CairnClient } from '@cairn/client'

export const DATAMAP_USAGE = 'cairn datamap suggest "<template id>" [--json]'

interface Wanted {
  readonly templateId: string
  readonly json: boolean
}

export function readSuggest(args: readonly string[]): Wanted {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { json: { type: 'boolean', default: false } },
  })
  const [templateId, more] = positionals
  if (templateId === undefined || more !== undefined)
    throw new Error(`Give the id of one template, in quotes where it has blanks.\n${DATAMAP_USAGE}`)
  return { templateId, json: values.json }
}

export async function suggest(client: CairnClient, { templateId, json }: Wanted): Promise<string> {
  const answer = await client.call(
    `GET /extra/v1/definition/datamap-suggestion?template_id=${encodeURIComponent(templateId)}`,
    { headers: { Accept: json ? 'application/json' : 'application/xml' } },
  )
  if (!json) return (await answer.text()).trimEnd()
  return JSON.stringify(await answer.json(), null, 2)
}
