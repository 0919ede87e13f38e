/** FLAT records of a template as Python dataclasses, with a function that makes the FLAT record of them. */
import type { FlatNode, FlatValue } from './flat-model.ts'
import { pythonField, typeName, uniqueNames } from './names.ts'
import { dataclass, literalType, type PythonField, pythonModule } from './python.ts'

const TYPES: Readonly<Record<FlatValue['kind'], string>> = {
  string: 'str',
  number: 'float',
  integer: 'int',
  boolean: 'bool',
}

const valueType = ({ kind, choices }: FlatValue): string =>
  choices ? literalType(choices.map(({ value }) => value)) : TYPES[kind]

/** A node that is written as fields of its parent: it holds values only, and occurs once. */
const isPlain = ({ repeats, children }: FlatNode): boolean => !repeats && children.length === 0

const TO_FLAT = (
  root: string,
  id: string,
): string => `def to_flat(record: ${root}, **ctx: Any) -> dict[str, Any]:
    """The record in FLAT; keywords become ctx/…: to_flat(record, language="en", territory="NL", composer_name="Dr A")."""
    flat = {f"ctx/{name}": value for name, value in ctx.items()}
    _collect(record, ${JSON.stringify(id)}, flat)
    return flat


def _collect(value: Any, path: str, flat: dict[str, Any]) -> None:
    for each in fields(value):
        item, key = getattr(value, each.name), each.metadata["key"]
        if item is None:
            continue
        if isinstance(item, list):
            for index, one in enumerate(item):
                _collect(one, f"{path}{key}:{index}", flat)
        elif is_dataclass(item):
            _collect(item, f"{path}{key}", flat)
        else:
            flat[f"{path}{key}"] = item
`

export function flatPython(name: string, templateId: string, model: FlatNode): string {
  const className = uniqueNames()
  const classes: string[] = []
  const render = (node: FlatNode, wanted: string): string => {
    const own = className(wanted)
    const fieldName = uniqueNames()
    const values = (of: FlatNode, prefix: string, within: string): readonly PythonField[] =>
      of.values.map(value => ({
        name: fieldName(
          pythonField(`${within}_${value.suffix}` === '_' ? 'value' : `${within}_${value.suffix}`),
        ),
        type: valueType(value),
        isRequired: value.required && isPlain(of),
        metadata: { key: `${prefix}${value.suffix === '' ? '' : `|${value.suffix}`}`, name: of.name },
      }))
    const children = node.children.flatMap((child): readonly PythonField[] => {
      if (isPlain(child)) return values(child, `/${child.id}`, child.id)
      const type = render(child, `${wanted}${typeName(child.id)}`)
      return [
        {
          name: fieldName(pythonField(child.id)),
          type: child.repeats ? `list[${type}]` : type,
          isRequired: false,
          metadata: { key: `/${child.id}`, name: child.name },
        },
      ]
    })
    classes.push(dataclass(own, node.name, [...values(node, '', ''), ...children]))
    return own
  }
  const root = render(model, name)
  return pythonModule(`Records of the template "${templateId}" in FLAT.`, [
    ...classes,
    TO_FLAT(root, model.id),
  ])
}
