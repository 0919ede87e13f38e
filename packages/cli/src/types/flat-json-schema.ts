/** FLAT records of a template as a JSON Schema. */
import { type FlatNode, type FlatValue, flatValues } from './flat-model.ts'

const literally = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')

const valueSchema = ({ name }: FlatNode, { kind, format, choices }: FlatValue) => ({
  type: kind,
  title: name,
  ...(format ? { format } : {}),
  ...(choices ? { oneOf: choices.map(({ value, label }) => ({ const: value, title: label })) } : {}),
})

export function flatJsonSchema(name: string, templateId: string, model: FlatNode): string {
  const all = [...flatValues(model)]
  const single = all.filter(({ path }) => !path.includes(':0'))
  const many = all.filter(({ path }) => path.includes(':0'))
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: name,
    description: `Records of the template "${templateId}" in FLAT.`,
    type: 'object',
    properties: Object.fromEntries(single.map(({ path, node, value }) => [path, valueSchema(node, value)])),
    patternProperties: {
      '^ctx\\/': {},
      ...Object.fromEntries(
        many.map(({ path, node, value }) => [
          `^${literally(path).replaceAll(':0', ':\\d+')}$`,
          valueSchema(node, value),
        ]),
      ),
    },
    required: single.filter(({ value }) => value.required).map(({ path }) => path),
    additionalProperties: false,
  }
  return `${JSON.stringify(schema, null, 2)}\n`
}
