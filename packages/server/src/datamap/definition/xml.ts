/** Reads and prints a definition as XML: `<datamap template="…"><paths add="label" path="…" comment="DV_TEXT"/></datamap>`. */
import type { Finding } from '@cairn-ehr/openehr'
import { parseXml, type XmlElement } from '@cairn-ehr/openehr/format'
import type { Definition, LabelledPath } from '../model.ts'
import {
  definitionFault,
  isPathMember,
  PATH_MEMBERS,
  type ReadDefinition,
  textFault,
} from './definition-members.ts'

/** Throws `xml.malformed` if the text is not XML. */
export function readDefinitionXml(text: string): ReadDefinition {
  const root = parseXml(text)
  if (root.name !== 'datamap' || root.namespace !== undefined)
    return {
      definition: { template: '', paths: [] },
      findings: [
        definitionFault('', 'A datamap is an element <datamap> without a namespace.', placeOf(root)),
      ],
    }
  const paths = root.children.filter(isPaths)
  const findings = [
    ...unknownAttributes(root, '', name => name === 'template' || name === 'comment'),
    ...requiredAttribute(root, '', 'template'),
    ...strayText(root, ''),
    ...root.children.filter(child => !isPaths(child)).map(child => unknownElement(child, '')),
    ...paths.flatMap((element, index) => pathFaults(element, `/paths/${index}`)),
  ]
  return {
    definition: {
      template: root.attributes.get('template') ?? '',
      ...commentOf(root),
      paths: paths.map(labelledPath),
    },
    findings,
  }
}

const isPaths = ({ name, namespace }: XmlElement): boolean => name === 'paths' && namespace === undefined

const placeOf = ({ line, column }: XmlElement) => ({ line, column })

function commentOf({ attributes }: XmlElement): { readonly comment?: string } {
  const comment = attributes.get('comment')
  return comment === undefined ? {} : { comment }
}

const labelledPath = (element: XmlElement): LabelledPath => ({
  add: element.attributes.get('add') ?? '',
  path: element.attributes.get('path') ?? '',
  ...commentOf(element),
})

const pathFaults = (element: XmlElement, path: string): readonly Finding[] => [
  ...unknownAttributes(element, path, isPathMember),
  ...Object.entries(PATH_MEMBERS).flatMap(([name, required]) =>
    required ? requiredAttribute(element, path, name) : [],
  ),
  ...strayText(element, path),
  ...element.children.map(child => unknownElement(child, path)),
]

function unknownAttributes(
  element: XmlElement,
  path: string,
  known: (name: string) => boolean,
): readonly Finding[] {
  return [...element.attributes].flatMap(([name, value]) => {
    const why = known(name) ? textFault(value) : `is no attribute of <${element.name}>`
    return why === undefined ? [] : [definitionFault(`${path}/${name}`, `${name} ${why}.`, placeOf(element))]
  })
}

const requiredAttribute = (element: XmlElement, path: string, name: string): readonly Finding[] =>
  element.attributes.has(name)
    ? []
    : [definitionFault(path, `<${element.name}> needs the attribute ${name}.`, placeOf(element))]

const strayText = (element: XmlElement, path: string): readonly Finding[] =>
  element.text.trim() === ''
    ? []
    : [definitionFault(path, `<${element.name}> holds text, which has no meaning there.`, placeOf(element))]

const unknownElement = (child: XmlElement, path: string): Finding =>
  definitionFault(`${path}/${child.name}`, `<${child.name}> is no element of a datamap.`, placeOf(child))

export function printDefinitionXml({ template, comment, paths }: Definition): string {
  const rows = paths.map(
    each => `  <paths ${attributes({ add: each.add, path: each.path, comment: each.comment })}/>\n`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>\n<datamap ${attributes({ template, comment })}>\n${rows.join('')}</datamap>\n`
}

const attributes = (values: Readonly<Record<string, string | undefined>>): string =>
  Object.entries(values)
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name}="${escapeXml(value)}"`]))
    .join(' ')

/** Other white space than the space is escaped, since XML readers would turn it into spaces. */
const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
}

const escapeXml = (value: string): string => value.replace(/[&<>"\t\n\r]/g, mark => ESCAPES[mark] ?? mark)
