/** The choices that the address of the screen has. */
export interface MappingSearch {
  readonly template?: string
  readonly context?: string
  /** The index of the resource. */
  readonly resource?: number
}

export function readMappingSearch({ template, context, resource }: Record<string, unknown>): MappingSearch {
  const index = Number(resource)
  return {
    ...(typeof template === 'string' ? { template } : {}),
    ...(typeof context === 'string' ? { context } : {}),
    ...(resource !== undefined && Number.isInteger(index) && index > 0 ? { resource: index } : {}),
  }
}
