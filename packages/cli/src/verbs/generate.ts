/** `cairn generate types`: types of the records of a template or of a datamap, for programs. */
import { UsageError } from '../command/usage-error.ts'
import { type Context, verb } from '../command/verb.ts'
import { aqlCellsTypescript } from '../types/aql-cells.ts'
import { flatJsonSchema } from '../types/flat-json-schema.ts'
import type { FlatNode } from '../types/flat-model.ts'
import { flatPython } from '../types/flat-python.ts'
import { flatTypescript } from '../types/flat-typescript.ts'
import { typeName } from '../types/names.ts'
import { type Schema, schemaPython, schemaTypescript } from '../types/schema-types.ts'
import { OUT, writeResult } from './output-file.ts'
import { templateOf } from './template-source.ts'

const LANGUAGES = ['typescript', 'json-schema', 'python'] as const

type Language = (typeof LANGUAGES)[number]

const FLAT: Readonly<Record<Language, (name: string, templateId: string, model: FlatNode) => string>> = {
  typescript: flatTypescript,
  'json-schema': flatJsonSchema,
  python: flatPython,
}

const DATAMAP: Readonly<Record<Language, (name: string, about: string, schema: Schema) => string>> = {
  typescript: schemaTypescript,
  'json-schema': (_name, _about, schema) => `${JSON.stringify(schema, null, 2)}\n`,
  python: schemaPython,
}

async function ofDatamap(
  context: Context,
  datamapName: string,
  name: string | undefined,
  language: Language,
) {
  const schema = await context.connect('api.read').datamapDefinitions.schema({ datamapName })
  return DATAMAP[language](name ?? typeName(datamapName), `Records of the datamap "${datamapName}".`, schema)
}

async function ofTemplate(context: Context, named: string, name: string | undefined, language: Language) {
  const { flatModel } = await import('../types/flat-model.ts')
  const template = await templateOf(context, named)
  const { templateId } = template
  const type = name ?? typeName(templateId)
  const records = FLAT[language](type, templateId, flatModel(template))
  return language === 'typescript' ? `${records}${aqlCellsTypescript(type, template)}` : records
}

export const GENERATE_VERBS = [
  verb({
    words: 'generate types',
    about: 'write types for the records of a template in FLAT, or of a datamap',
    args: [{ name: 'template', about: 'a file, or the id of a template of the server', optional: true }],
    options: {
      datamap: { type: 'string', value: 'name', about: 'the records of this datamap instead' },
      language: {
        type: 'string',
        short: 'l',
        choices: LANGUAGES,
        about: 'the language (default: typescript)',
      },
      name: { type: 'string', value: 'name', about: 'the name of the type' },
      ...OUT,
    },
    noJson: true,
    examples: [
      'cairn generate types "Vital signs" -o vital-signs.ts',
      'cairn generate types --datamap vital_signs --language python -o vital_signs.py',
    ],
    run: async (context, { args: [template], options: { datamap, language = 'typescript', name, out } }) => {
      if (name !== undefined && !/^[A-Za-z]\w*$/.test(name))
        throw new UsageError(`--name takes the name of a type, not "${name}".`, 'generate types')
      if ((template === undefined) === (datamap === undefined))
        throw new UsageError('Give one template, or a datamap by --datamap.', 'generate types')
      const text = await (datamap === undefined
        ? ofTemplate(context, template ?? '', name, language as Language)
        : ofDatamap(context, datamap, name, language as Language))
      writeResult(context, text, out)
    },
  }),
]
