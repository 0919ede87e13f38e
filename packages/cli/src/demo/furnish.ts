/** Templates, stored queries and datamaps onto the server; what is there under the same name and is another's stays as it is. */
import { type CairnClient, CairnError } from '@cairn-ehr/client'
import { CommandError } from '../command/exit-codes.ts'
import { DATAMAPS, datamapXml, QUERIES } from './definitions.ts'
import { ehrIdOf, MOST_PATIENTS } from './identity.ts'
import type { DemoTemplate } from './templates.ts'

const TEMPLATES = '/openehr/v1/definition/template/adl1.4'
const DATAMAP = '/extra/v1/definition/datamap'
const XML = { 'Content-Type': 'application/xml' }

const OURS = new Set(Array.from({ length: MOST_PATIENTS }, (_, index) => ehrIdOf(index + 1)))

/** The answer, or nothing where there is no such thing. */
export async function ifThere(
  client: CairnClient,
  request: string,
  headers = {},
): Promise<Response | undefined> {
  try {
    return await client.call(request, { headers })
  } catch (error) {
    if (error instanceof CairnError && error.status === 404) return undefined
    throw error
  }
}

/** A hospital's own records are not to be mixed up with made-up ones, which cannot be taken out easily. */
export async function refuseAmongOthers(client: CairnClient): Promise<void> {
  if (await ifThere(client, `GET /openehr/v1/ehr/${ehrIdOf(1)}`)) return
  const answer = await client.call('POST /openehr/v1/query/aql', {
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ q: 'SELECT e/ehr_id/value FROM EHR e', fetch: 1 }),
  })
  const { rows } = (await answer.json()) as { readonly rows: readonly (readonly unknown[])[] }
  const [first] = rows
  // A run that was interrupted at once may have made another patient of ours before the first.
  if (first && !OURS.has(String(first[0])))
    throw new CommandError(
      'This server has patients already, and the made-up ones of the demo would stand among them: load it into a separate server, or add --among-others.',
    )
}

const another = (what: string) =>
  new CommandError(
    `There is another ${what} on this server, and the demo leaves it as it is: load the demo into a separate server.`,
  )

interface Step {
  readonly present: boolean
  put(): Promise<unknown>
}

async function templateStep(client: CairnClient, { id, opt, template }: DemoTemplate): Promise<Step> {
  const found = async () => {
    const answer = await ifThere(client, `GET ${TEMPLATES}/${encodeURIComponent(id)}`, {
      Accept: 'application/xml',
    })
    await answer?.body?.cancel()
    if (answer && answer.headers.get('etag') !== `"${template.uid}"`) throw another(`template "${id}"`)
    return answer !== undefined
  }
  return {
    present: await found(),
    put: () =>
      client.call(`POST ${TEMPLATES}`, { headers: XML, body: opt }).catch(async (error: unknown) => {
        // Somebody loads the demo at the same time, or has uploaded another just now.
        if (!(error instanceof CairnError && error.code === 'template.exists' && (await found()))) throw error
      }),
  }
}

async function datamapStep(client: CairnClient, name: string, xml: string): Promise<Step> {
  const found = await ifThere(client, `GET ${DATAMAP}/${name}`)
  const { value } = found ? ((await found.json()) as { readonly value?: string }) : { value: xml }
  if (value?.trim() !== xml.trim()) throw another(`datamap "${name}"`)
  return {
    present: found !== undefined,
    put: () => client.call(`PUT ${DATAMAP}/${name}`, { headers: XML, body: xml }),
  }
}

/** A stored query never changes under its version, so the same text again changes nothing. */
const queryStep = (client: CairnClient, name: string, q: string): Step => ({
  present: false,
  put: () =>
    client.call(`PUT /openehr/v1/definition/query/${encodeURIComponent(name)}`, {
      headers: { 'Content-Type': 'text/plain' },
      body: q,
    }),
})

/** All is looked at before anything is written; templates first, since datamaps name them. */
export async function furnish(client: CairnClient, templates: Iterable<DemoTemplate>): Promise<void> {
  const steps: Step[] = []
  for (const template of templates) steps.push(await templateStep(client, template))
  for (const { name, q } of QUERIES) steps.push(queryStep(client, name, q))
  for (const datamap of DATAMAPS) steps.push(await datamapStep(client, datamap.name, datamapXml(datamap)))
  for (const { present, put } of steps) if (!present) await put()
}
