/** `cairn fhir`: mapping files between templates and FHIR. */
import { readdirSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import type { TriedContext } from '@cairn-ehr/client'
import { tableOf } from '../command/print.ts'
import { UsageError } from '../command/usage-error.ts'
import { type Context, verb } from '../command/verb.ts'

const NAME = { name: 'name', about: 'the name of the file, such as vital-signs.pulse.model.yml' } as const

interface MappingSource {
  readonly name: string
  readonly text: string
}

/** A file that names another is put after it. */
const ORDER = ['ConceptMap', 'model', 'extension', 'context']

const rankOf = ({ text }: MappingSource): number =>
  ORDER.indexOf(/^\s*\{/.test(text) ? 'ConceptMap' : (/^type:\s*["']?(\w+)/m.exec(text)?.[1] ?? ''))

/** `vital-signs/pulse.model.yml` of a folder is named `vital-signs.pulse.model.yml`, as the files that come with the server are. */
async function filesIn({ readText }: Context, folder: string): Promise<readonly MappingSource[]> {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && /\.(ya?ml|json)$/.test(entry.name))
    .map(entry => join(entry.parentPath, entry.name))
    .sort()
  if (paths.length === 0) throw new UsageError(`${folder} has no .yml or .json files`, 'fhir load')
  const files: MappingSource[] = []
  for (const path of paths)
    files.push({
      name: relative(folder, path).replace(/[\\/]/g, '.'),
      text: await readText(path),
    })
  return files.sort((a, b) => rankOf(a) - rankOf(b))
}

type Put = Awaited<ReturnType<ReturnType<Context['connect']>['fhirMappings']['put']>>

async function load(context: Context, folder: string): Promise<void> {
  const { fhirMappings } = context.connect('api.read api.write')
  const done: Put[] = []
  for (const { name, text } of await filesIn(context, folder))
    done.push(await fhirMappings.put({ mapping_name: name, body: text }))
  const warnings = done.flatMap(each => each.warnings)
  context.print(done, () =>
    [
      tableOf(
        ['name', 'type', 'version'],
        done.map(({ name, type, version }) => [name, type, String(version)]),
      ),
      ...warnings.map(({ file, line, message }) => `warning: ${file}, line ${line}: ${message}`),
    ].join('\n'),
  )
}

const triedText = ({ context, resources, composition, trace, fault }: TriedContext): string =>
  [
    `${context}${fault === undefined ? '' : `: ${fault}`}`,
    JSON.stringify(composition ?? resources ?? [], null, 2),
    tableOf(
      ['openEHR', 'FHIR', 'mapping'],
      trace.map(({ openehr = '', fhir = '', mapping = '', file = '', line = 0 }) => [
        openehr,
        fhir,
        `${mapping} (${file}, line ${line})`,
      ]),
    ),
  ].join('\n\n')

export const FHIR_VERBS = [
  verb({
    words: 'fhir list',
    about: 'list the mapping files between templates and FHIR that are in force',
    run: async ({ connect, print }) => {
      const files = await connect('api.read').fhirMappings.list()
      print(files, () =>
        tableOf(
          ['name', 'type', 'version'],
          files.map(({ name, type, version, built_in }) => [
            name,
            type,
            built_in ? 'comes with the server' : String(version),
          ]),
        ),
      )
    },
  }),
  verb({
    words: 'fhir load',
    about: 'put all mapping files of a folder',
    details:
      'Files of FHIRconnect (.yml) and ConceptMaps (.json), also those in folders below: the folders are a part of the name, as in vital-signs.pulse.model.yml. ConceptMaps and models are put before the contexts that name them. It stops at the first file that cannot be used. The same text again makes no new version.',
    args: [{ name: 'folder', about: 'the folder' }],
    examples: ['cairn fhir load mappings'],
    run: async (context, { args: [folder = ''] }) => load(context, folder),
  }),
  verb({
    words: 'fhir get',
    about: 'print a mapping file',
    args: [NAME],
    run: async ({ connect, isJson, print, write }, { args: [mapping_name = ''] }) => {
      const file = await connect('api.read').fhirMappings.get({ mapping_name })
      if (isJson) print(file, '')
      else write(file.text)
    },
  }),
  verb({
    words: 'fhir delete',
    about: 'delete a mapping file that was put; one that comes with the server holds again',
    args: [NAME],
    run: async ({ connect, print }, { args: [mapping_name = ''] }) => {
      await connect('api.write').fhirMappings.delete({ mapping_name })
      print({ name: mapping_name }, `deleted ${mapping_name}`)
    },
  }),
  verb({
    words: 'fhir try',
    about: 'run mappings on a composition or a resource, and store nothing',
    details:
      'The result of each context, and for each value the paths of both sides with the mapping that made it. The files named are used instead of those of the same name on the server.',
    args: [
      {
        name: 'example',
        about: 'a file with a COMPOSITION or a FHIR resource as JSON, or - for standard input',
      },
      { name: 'files', about: 'mapping files to try', optional: true, many: true },
    ],
    examples: ['cairn fhir try pulse.json own.model.yml'],
    run: async ({ connect, print, readText }, { args: [example = '', ...paths] }) => {
      const files: MappingSource[] = []
      for (const path of paths) files.push({ name: basename(path), text: await readText(path) })
      const body = { example: JSON.parse(await readText(example)), files }
      const tried = await connect('api.read').fhirMappings.try({ body })
      print(tried, () => tried.map(triedText).join('\n\n') || 'No mapping takes this example.')
    },
  }),
]
