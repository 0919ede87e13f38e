/** Writes a described template as OPT 1.4 XML. */
import type { Attribute, Node, Primitive, Range } from './nodes.ts'

export interface TemplateDescription {
  readonly templateId: string
  readonly concept?: string
  readonly language?: string
  /** An archetype node: the COMPOSITION, EHR_STATUS, … that data start with. */
  readonly definition: Node
}

/** The OPT as text. */
export const opt = ({
  templateId,
  concept = templateId,
  language = 'en',
  definition,
}: TemplateDescription): string =>
  [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<template xmlns="http://schemas.openehr.org/v1" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">',
    `<language>${code('ISO_639-1', language)}</language>`,
    `<template_id><value>${escaped(templateId)}</value></template_id>`,
    `<concept>${escaped(concept)}</concept>`,
    `<definition xsi:type="C_ARCHETYPE_ROOT">${inside(definition)}</definition>`,
    ...ontologies(definition),
    '</template>',
  ].join('\n')

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const tag = (name: string, content: string | number | boolean): string =>
  `<${name}>${typeof content === 'string' ? content : String(content)}</${name}>`

const code = (terminology: string, value: string): string =>
  `<terminology_id><value>${escaped(terminology)}</value></terminology_id><code_string>${escaped(value)}</code_string>`

/** The XML of an interval. */
const interval = (range: Range): string => {
  const [lower, upper, lowerIncluded, upperIncluded] = bounds(range)
  return [
    ...(lower === undefined ? [] : [tag('lower_included', lowerIncluded)]),
    ...(upper === undefined ? [] : [tag('upper_included', upperIncluded)]),
    tag('lower_unbounded', lower === undefined),
    tag('upper_unbounded', upper === undefined),
    ...(lower === undefined ? [] : [tag('lower', escaped(lower))]),
    ...(upper === undefined ? [] : [tag('upper', escaped(upper))]),
  ].join('')
}

const bounds = (range: Range): readonly [string | undefined, string | undefined, boolean, boolean] => {
  const half = /^([<>])(=?)(.+)$/.exec(range)
  if (half !== null) {
    const [, sign, included, limit] = half
    return sign === '>'
      ? [limit, undefined, included === '=', false]
      : [undefined, limit, false, included === '=']
  }
  const [from = '', to = from] = range.split('..')
  return [open(from), open(to), true, true]
}

const open = (limit: string): string | undefined => (limit === '*' || limit === '' ? undefined : limit)

const XSI_TYPES: Readonly<Record<Node['kind'], string>> = {
  object: 'C_COMPLEX_OBJECT',
  archetype: 'C_ARCHETYPE_ROOT',
  slot: 'ARCHETYPE_SLOT',
  reference: 'ARCHETYPE_INTERNAL_REF',
  constraintRef: 'CONSTRAINT_REF',
  codes: 'C_CODE_PHRASE',
  quantity: 'C_DV_QUANTITY',
  ordinal: 'C_DV_ORDINAL',
  state: 'C_DV_STATE',
  primitive: 'C_PRIMITIVE_OBJECT',
}

const typeOf = (node: Node): string => {
  if (node.kind === 'ordinal') return node.of
  return node.kind === 'codes' && node.referenceSetUri !== undefined
    ? 'C_CODE_REFERENCE'
    : XSI_TYPES[node.kind]
}

const child = (node: Node): string => `<children xsi:type="${typeOf(node)}">${inside(node)}</children>`

const inside = (node: Node): string =>
  [
    tag('rm_type_name', escaped(node.rmType)),
    tag('occurrences', interval(node.occurrences)),
    tag('node_id', node.nodeId),
    ...special(node),
  ].join('')

const special = (node: Node): readonly string[] => {
  switch (node.kind) {
    case 'object':
      return node.attributes.map(attribute)
    case 'archetype':
      return [
        ...node.attributes.map(attribute),
        `<archetype_id><value>${node.archetypeId}</value></archetype_id>`,
        ...[...codesIn(node)].map(used => term(used, node.terms[used] ?? used)),
      ]
    case 'slot':
      return [
        ...node.includes.map(pattern => tag('includes', assertion(pattern))),
        ...node.excludes.map(pattern => tag('excludes', assertion(pattern))),
      ]
    case 'reference':
      return [tag('target_path', node.target)]
    case 'constraintRef':
      return [tag('reference', node.reference)]
    case 'codes':
      return [
        ...(node.terminology === undefined
          ? []
          : [`<terminology_id><value>${node.terminology}</value></terminology_id>`]),
        ...node.codes.map(one => tag('code_list', escaped(one))),
        ...(node.referenceSetUri === undefined
          ? []
          : [tag('referenceSetUri', escaped(node.referenceSetUri))]),
      ]
    case 'quantity':
      return [
        ...(node.property === undefined ? [] : [tag('property', code('openehr', node.property))]),
        ...node.items.map(({ units, magnitude, precision }) =>
          tag(
            'list',
            (magnitude === undefined ? '' : tag('magnitude', interval(magnitude))) +
              (precision === undefined ? '' : tag('precision', interval(precision))) +
              tag('units', escaped(units)),
          ),
        ),
      ]
    case 'ordinal':
      return node.items.map(([value, symbol]) =>
        tag(
          'list',
          `${tag('value', value)}<symbol><value>${symbol}</value><defining_code>${code('local', symbol)}</defining_code></symbol>`,
        ),
      )
    case 'state':
      return [tag('value', node.states.map(machineState).join(''))]
    case 'primitive':
      return [item(node.item)]
  }
}

const machineState = ({ name, terminal }: { readonly name: string; readonly terminal: boolean }): string =>
  `<states xsi:type="${terminal ? 'TERMINAL_STATE' : 'NON_TERMINAL_STATE'}">${tag('name', escaped(name))}</states>`

const attribute = ({ name, existence, cardinality, unique, children }: Attribute): string => {
  const type = cardinality === undefined ? 'C_SINGLE_ATTRIBUTE' : 'C_MULTIPLE_ATTRIBUTE'
  const members =
    cardinality === undefined
      ? ''
      : tag(
          'cardinality',
          tag('is_ordered', false) +
            tag('is_unique', unique ?? false) +
            tag('interval', interval(cardinality)),
        )
  return `<attributes xsi:type="${type}">${tag('rm_attribute_name', name)}${tag('existence', interval(existence))}${children.map(child).join('')}${members}</attributes>`
}

/** `archetype_id/value matches {/…/}` as its expression tree. */
const assertion = (pattern: string): string =>
  `<expression xsi:type="EXPR_BINARY_OPERATOR"><type>Boolean</type><operator>2007</operator><precedence_overridden>false</precedence_overridden><left_operand xsi:type="EXPR_LEAF"><type>String</type><item xsi:type="xsd:string" xmlns:xsd="http://www.w3.org/2001/XMLSchema">archetype_id/value</item><reference_type>attribute</reference_type></left_operand><right_operand xsi:type="EXPR_LEAF"><type>C_STRING</type><item xsi:type="C_STRING">${tag('pattern', escaped(pattern))}</item><reference_type>constraint</reference_type></right_operand></expression>`

const item = ({ of, pattern, list, listOpen, range, timezone, trueValid, falseValid }: Primitive): string => {
  const parts = [
    ...(of === 'C_BOOLEAN'
      ? [tag('true_valid', trueValid ?? true), tag('false_valid', falseValid ?? true)]
      : []),
    ...(pattern === undefined ? [] : [tag('pattern', escaped(pattern))]),
    ...(timezone === undefined ? [] : [tag('timezone_validity', timezone)]),
    ...(list ?? []).map(one => tag('list', typeof one === 'string' ? escaped(one) : one)),
    ...(listOpen === undefined ? [] : [tag('list_open', listOpen)]),
    ...(range === undefined ? [] : [tag('range', interval(range))]),
  ]
  return `<item xsi:type="${of}">${parts.join('')}</item>`
}

const term = (id: string, text: string): string =>
  `<term_definitions code="${id}"><items id="text">${escaped(text)}</items><items id="description">${escaped(text)}</items></term_definitions>`

/** The codes that an archetype uses, inner archetypes left out: each needs a term. */
const codesIn = (node: Node, found = new Set<string>()): Set<string> => {
  if (node.nodeId !== '') found.add(node.nodeId)
  if (node.kind === 'codes' && node.terminology === 'local') for (const one of node.codes) found.add(one)
  if (node.kind === 'ordinal') for (const [, symbol] of node.items) found.add(symbol)
  if (node.kind === 'object' || node.kind === 'archetype') {
    for (const { children } of node.attributes) {
      for (const inner of children) if (inner.kind !== 'archetype') codesIn(inner, found)
    }
  }
  return found
}

/** One ontology per archetype that binds ac-codes. */
const ontologies = (node: Node): readonly string[] => {
  if (node.kind !== 'object' && node.kind !== 'archetype') return []
  const inner = node.attributes.flatMap(({ children }) => children.flatMap(ontologies))
  if (node.kind !== 'archetype' || Object.keys(node.constraintBindings).length === 0) return inner
  const items = Object.entries(node.constraintBindings).flatMap(([ac, uris]) =>
    uris.map(uri => `<items code="${ac}">${tag('value', escaped(uri))}</items>`),
  )
  return [
    `<component_ontologies archetype_id="${node.archetypeId}"><constraint_bindings terminology="any">${items.join('')}</constraint_bindings></component_ontologies>`,
    ...inner,
  ]
}
