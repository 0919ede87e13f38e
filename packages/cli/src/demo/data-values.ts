/** Data values and elements of the reference model, in canonical JSON. */

export const text = (value: string) => ({ _type: 'DV_TEXT', value })

export const coded = (terminology: string, code: string, value: string) => ({
  _type: 'DV_CODED_TEXT',
  value,
  defining_code: {
    _type: 'CODE_PHRASE',
    terminology_id: { _type: 'TERMINOLOGY_ID', value: terminology },
    code_string: code,
  },
})

export const element = (nodeId: string, name: string, value: unknown) => ({
  _type: 'ELEMENT',
  archetype_node_id: nodeId,
  name: text(name),
  value,
})
