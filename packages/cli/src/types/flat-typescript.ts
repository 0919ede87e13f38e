/** FLAT records of a template as a TypeScript type: keys with an index are template literals. */
import { type FlatNode, type FlatValue, flatValues } from './flat-model.ts'
import { oneLine } from './names.ts'

/** Any number, in a template literal type. */
const INDEX = '$' + '{number}'

const quoted = (text: string): string => `'${text.replace(/[\\']/g, '\\$&')}'`

const valueType = ({ kind, choices }: FlatValue): string =>
  choices?.map(({ value }) => quoted(value)).join(' | ') ?? (kind === 'integer' ? 'number' : kind)

const comment = ({ name }: FlatNode, { rmType, choices }: FlatValue): string => {
  const labels = choices?.map(({ value, label }) => `${value} ${label}`).join(', ')
  return `  /** ${oneLine(`${name}: ${rmType}${labels === undefined ? '' : ` (${labels})`}`)} */\n`
}

function member(path: string, node: FlatNode, value: FlatValue): string {
  if (!path.includes(':0'))
    return `${comment(node, value)}  ${quoted(path)}${value.required ? '' : '?'}: ${valueType(value)}\n`
  const key = path.replace(/[`\\]/g, '\\$&').replaceAll(':0', `:${INDEX}`)
  return `${comment(node, value)}  [key: \`${key}\`]: ${valueType(value)} | undefined\n`
}

/** A type and no interface: only a type can be handed to what takes any record. */
export function flatTypescript(name: string, templateId: string, model: FlatNode): string {
  const members = [...flatValues(model)].map(({ path, node, value }) => member(path, node, value))
  return `/** Records of the template "${oneLine(templateId)}" in FLAT. Made by "cairn generate types". */
export type ${name} = {
  /** Context: language, territory, composer_name, time and more. */
  [key: \`ctx/\${string}\`]: string | undefined
${members.join('')}}
`
}
