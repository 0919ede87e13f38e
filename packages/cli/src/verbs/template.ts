/** `cairn template`: upload, read, try and compare templates. */
import { isCairnError, type TemplateSummary } from '@cairn-ehr/client'
import { type Finding, Problem } from '@cairn-ehr/openehr'
import type { FlatPath } from '@cairn-ehr/openehr/template'
import { painter, tableOf } from '../command/print.ts'
import { showProgress } from '../command/progress.ts'
import { type Context, verb } from '../command/verb.ts'
import { loadTemplates } from '../library.ts'
import { OUT, writeResult } from './output-file.ts'
import { MEDIA_TYPES, RECORD_FORMATS, type RecordFormat } from './record-format.ts'
import { templateOf } from './template-source.ts'

const ID = { name: 'template', about: 'the id of the template' } as const
const SOURCE = 'a file, or the id of a template of the server'

interface Upload {
  readonly file: string
  readonly template_id: string
  readonly outcome: 'created' | 'replaced'
}

async function upload(context: Context, file: string, replace: boolean): Promise<Upload> {
  const { compileTemplate } = await loadTemplates()
  const opt = await context.readText(file)
  const { templateId } = compileTemplate(opt)
  const { templates } = context.connect('api.read api.write')
  try {
    await templates.upload({ body: opt })
    return { file, template_id: templateId, outcome: 'created' }
  } catch (error) {
    if (!replace || !isCairnError(error, 'template.exists')) throw error
  }
  await templates.replace({ template_id: templateId, body: opt })
  return { file, template_id: templateId, outcome: 'replaced' }
}

/** One file says so by itself; several show how far it has come. */
async function uploadAll(context: Context, files: readonly string[], replace: boolean): Promise<Upload[]> {
  const progress =
    files.length > 1 ? showProgress(context.err, files.length, context.now, 'templates') : undefined
  const done: Upload[] = []
  try {
    for (const file of files) {
      done.push(await upload(context, file, replace))
      progress?.add(1)
    }
  } finally {
    progress?.end()
  }
  return done
}

interface PathChange {
  readonly change: 'added' | 'removed' | 'changed'
  readonly path: string
  readonly before?: string
  readonly after?: string
}

const described = ({ rmType, type, min, max }: FlatPath): string =>
  `${rmType} ${type} ${min}..${max === -1 ? '*' : max}`

function compare(before: readonly FlatPath[], after: readonly FlatPath[]): readonly PathChange[] {
  const [old, current] = [before, after].map(
    paths => new Map(paths.map(each => [each.path, described(each)])),
  )
  const removed = before
    .filter(({ path }) => !current?.has(path))
    .map(each => ({ change: 'removed', path: each.path, before: described(each) }) as const)
  const others = after.flatMap((each): PathChange[] => {
    const was = old?.get(each.path)
    const is = described(each)
    if (was === undefined) return [{ change: 'added', path: each.path, after: is }]
    return was === is ? [] : [{ change: 'changed', path: each.path, before: was, after: is }]
  })
  return [...removed, ...others]
}

interface Checked {
  readonly file: string
  readonly valid: boolean
  readonly template_id?: string
  readonly findings: readonly Finding[]
}

async function checkTemplate(opt: string): Promise<Omit<Checked, 'file'>> {
  const { compileTemplate } = await loadTemplates()
  try {
    return { valid: true, template_id: compileTemplate(opt).templateId, findings: [] }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const { findings, code, message } = error
    return { valid: false, findings: findings.length > 0 ? findings : [{ path: '/', code, message }] }
  }
}

const faults = (count: number): string => (count === 1 ? 'one fault' : `${count} faults`)

const SIGNS = { added: ['green', '+'], removed: ['red', '-'], changed: ['yellow', '~'] } as const

export const TEMPLATE_VERBS = [
  verb({
    words: 'template upload',
    about: 'upload templates (OPT 1.4)',
    args: [{ name: 'file', about: 'files with templates; - is standard input', many: true }],
    options: { replace: { type: 'boolean', about: 'replace a template of the same id by a new version' } },
    run: async (context, { args: files, options: { replace } }) => {
      const done = await uploadAll(context, files, replace)
      context.print(done, () => done.map(each => `${each.template_id} was ${each.outcome}.`).join('\n'))
    },
  }),
  verb({
    words: 'template list',
    about: 'list templates',
    run: async ({ connect, print }) => {
      const templates: TemplateSummary[] = []
      for await (const template of connect('api.read').templates.listEach()) templates.push(template)
      print(templates, () =>
        tableOf(
          ['template', 'archetype', 'uploaded'],
          templates.map(each => [each.template_id, each.archetype_id, each.created_timestamp]),
        ),
      )
    },
  }),
  verb({
    words: 'template get',
    about: 'print a template: the OPT as it was uploaded, or its web template',
    args: [ID],
    options: { web: { type: 'boolean', about: 'the web template, as JSON' }, ...OUT },
    run: async (context, { args: [template_id = ''], options: { web, out } }) => {
      const { templates } = context.connect('api.read')
      if (web || context.isJson) {
        const { value } = await templates.get({ template_id })
        return writeResult(context, JSON.stringify(value, null, 2), out)
      }
      const { value } = await templates.get({ template_id }, { accept: 'application/xml' })
      writeResult(context, value, out)
    },
  }),
  verb({
    words: 'template example',
    about: 'print an example of a record made by a template',
    args: [ID],
    options: {
      format: { type: 'string', choices: RECORD_FORMATS, about: 'the format (default: json)' },
      detail: {
        type: 'string',
        choices: ['required', 'medium', 'complete'],
        about: 'how much of the template',
      },
      ...OUT,
    },
    run: async (context, { args: [template_id = ''], options: { format = 'json', detail, out } }) => {
      const accept = MEDIA_TYPES[format as RecordFormat]
      const detail_level = detail as 'required' | 'medium' | 'complete' | undefined
      const example = await context
        .connect('api.read')
        .templates.example({ template_id, detail_level }, { accept })
      writeResult(context, typeof example === 'string' ? example : JSON.stringify(example, null, 2), out)
    },
  }),
  verb({
    words: 'template validate',
    about: 'check templates without a server',
    args: [{ name: 'file', about: 'files with templates; - is standard input', many: true }],
    run: async (context, { args: files }) => {
      const results: Checked[] = []
      for (const file of files) results.push({ file, ...(await checkTemplate(await context.readText(file))) })
      context.print(results, () =>
        results
          .flatMap(({ file, valid, template_id, findings }) => [
            valid ? `${file}: ${template_id} is good.` : `${file}: ${faults(findings.length)}`,
            ...findings.map(({ path, message }) => `  ${path}: ${message}`),
          ])
          .join('\n'),
      )
      return results.every(({ valid }) => valid) ? 0 : 1
    },
  }),
  verb({
    words: 'template diff',
    about: 'show the FLAT paths that only one of two templates has',
    details: 'Each is a file, or the id of a template of the server. The exit code is 1 if they differ.',
    args: [
      { name: 'before', about: SOURCE },
      { name: 'after', about: SOURCE },
    ],
    run: async (context, { args: [before = '', after = ''] }) => {
      const paths = []
      const { flatPaths } = await loadTemplates()
      for (const named of [before, after]) paths.push(flatPaths(await templateOf(context, named)))
      const changes = compare(paths[0] ?? [], paths[1] ?? [])
      const paint = painter(context.out)
      context.print(changes, () =>
        changes.length === 0
          ? 'They have the same paths.'
          : changes
              .map(({ change, path, before: was, after: is }) => {
                const [colour, sign] = SIGNS[change]
                return paint(
                  colour,
                  `${sign} ${path}  ${[was, is].filter(each => each !== undefined).join(' → ')}`,
                )
              })
              .join('\n'),
      )
      return changes.length === 0 ? 0 : 1
    },
  }),
]
