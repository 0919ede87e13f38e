/** A template that is meant: a file where there is one of that name, else an id of the server. */
import { existsSync } from 'node:fs'
import type { Template } from '@cairn-ehr/openehr/template'
import type { Context } from '../command/verb.ts'
import { loadTemplates } from '../library.ts'

async function optOf(context: Context, named: string): Promise<string> {
  if (named === '-' || existsSync(named)) return context.readText(named)
  const { value } = await context
    .connect('api.read')
    .templates.get({ template_id: named }, { accept: 'application/xml' })
  return value
}

export async function templateOf(context: Context, named: string): Promise<Template> {
  const { compileTemplate } = await loadTemplates()
  return compileTemplate(await optOf(context, named))
}
