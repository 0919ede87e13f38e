/** Parts of generated Python modules. */
import { oneLine } from './names.ts'

export interface PythonField {
  readonly name: string
  readonly type: string
  readonly isRequired: boolean
  readonly metadata: Readonly<Record<string, string | boolean>>
}

/** JSON strings are Python strings. */
const literal = (value: string | boolean): string =>
  typeof value === 'boolean' ? (value ? 'True' : 'False') : JSON.stringify(value)

export const literalType = (values: readonly string[]): string => `Literal[${values.map(literal).join(', ')}]`

function fieldLine({ name, type, isRequired, metadata }: PythonField): string {
  const facts = Object.entries(metadata).map(([key, value]) => `${literal(key)}: ${literal(value)}`)
  const isList = type.startsWith('list[')
  const start = isRequired ? '' : isList ? 'default_factory=list, ' : 'default=None, '
  const declared = isRequired || isList ? type : `Optional[${type}]`
  return `    ${name}: ${declared} = field(${start}metadata={${facts.join(', ')}})\n`
}

export function dataclass(name: string, about: string, fields: readonly PythonField[]): string {
  const text = oneLine(about).replaceAll('\\', '').replaceAll('"', "'")
  return `@dataclass(kw_only=True)
class ${name}:
    """${text}"""

${fields.map(fieldLine).join('')}`
}

export const pythonModule = (
  about: string,
  parts: readonly string[],
): string => `"""${oneLine(about).replaceAll('"', "'")}

Made by "cairn generate types". Python 3.10 or newer.
"""
from __future__ import annotations

from dataclasses import dataclass, field, fields, is_dataclass
from typing import Any, Literal, Optional

${parts.join('\n\n')}`
